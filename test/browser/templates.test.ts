/** The gallery of an empty site: each template published and used, chosen by every means, taken back, never in the way. */
import type { Frame, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  choose,
  published,
  setUser,
  shown,
  startFrom,
  waitForStatus,
} from '../../scripts/demo/page-actions.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { codeOf, waitForCode, withWorld, write } from '../support/editing.ts';
import { until } from '../support/until.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };
const WAIT = { timeout: 30_000 };

const gallery = (page: Page) => page.getByRole('region', { name: 'Start with a template' });

const isPlaying = (site: Frame): Promise<boolean> =>
  site.locator('sound-mode').evaluate((one: SoundModeElement) => one.playing);

/** Which pads of the game light up, in order, until it is the player's turn. */
async function listen(site: Frame): Promise<number[]> {
  await site.evaluate(() => {
    const lit: number[] = [];
    Object.assign(window, { lit });
    const pads = [...document.querySelectorAll('.pads button')];
    for (const [index, pad] of pads.entries()) {
      let was = false;
      new MutationObserver(() => {
        const is = pad.classList.contains('lit');
        if (is && !was) lit.push(index);
        was = is;
      }).observe(pad, { attributeFilter: ['class'] });
    }
  });
  await site.getByRole('button', { name: 'Start' }).click();
  await site.getByText('Your turn.').waitFor(WAIT);
  return site.evaluate(() => Reflect.get(window, 'lit'));
}

/** What a visitor does on each template, and sees then. */
const USES: Readonly<Record<string, (site: Frame) => Promise<void>>> = {
  'Blank page': async (site) => {
    await site.getByRole('heading', { name: 'Hello from blank-page', exact: true }).waitFor(WAIT);
  },
  'Page with an instrument': async (site) => {
    await site.getByRole('button', { name: 'Around the edge' }).click();
    await until(() => isPlaying(site));
    await site.getByText('Playing: Around the edge').waitFor(WAIT);
    await site.getByRole('button', { name: 'Around the edge' }).click();
    await site.locator('.status', { hasText: /^$/ }).waitFor({ ...WAIT, state: 'attached' });
    assert.is(await site.getByRole('button', { pressed: true }).count(), 1, 'the instrument');
  },
  'Class page': async (site) => {
    const names = new Set<string>();
    for (let turn = 0; turn < 4; turn += 1) {
      await site.getByRole('button', { name: 'Pick a name' }).click();
      names.add((await site.locator('#picked').textContent()) ?? '');
    }
    assert.equal([...names].sort(), ['Amira', 'Ben', 'Chidi', 'Dana']);
    await site.locator('sound-mode .piano').waitFor(WAIT);
  },
  Portfolio: async (site) => {
    await site.getByRole('button', { name: 'Sound' }).click();
    await site.getByText('2 of 4 works').waitFor(WAIT);
    assert.is(await site.locator('.works li:visible').count(), 2);
  },
  Game: async (site) => {
    const [first = 0, ...more] = await listen(site);
    assert.equal(more, []);
    assert.ok(await isPlaying(site));
    await site.locator('.pads button').nth(first).click();
    await site.locator('#round', { hasText: '2' }).waitFor(WAIT);
    await site.getByText('Your turn.').waitFor(WAIT);
    await site
      .locator('.pads button')
      .nth((first + 1) % 4)
      .click();
    await site.getByText('That was not it').waitFor(WAIT);
    assert.is(await site.locator('#best').textContent(), '1');
  },
};

/** Problems of a published template at this size, beside what its scripts reported. */
async function problems(page: Page, site: Frame): Promise<string[]> {
  const [mode, over] = await site.evaluate(() => [
    document.compatMode,
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
  ]);
  const found = await accessibility(site);
  if (mode !== 'CSS1Compat') found.push('quirks mode');
  if (over !== 0) found.push(`overflow at ${page.viewportSize()?.width}: ${over}`);
  return found;
}

test('each template is published without errors, and works in light and dark, at a desk and on a phone', async () => {
  await withWorld({}, async ({ editor, chromium, url }) => {
    const light = await chromium.person({ colorScheme: 'light' });
    const dark = await chromium.person({ colorScheme: 'dark' });
    for (const [template, use] of Object.entries(USES)) {
      const name = template.toLowerCase().replaceAll(' ', '-');
      const ada = await editor(name, 'Ada');
      await startFrom(ada.page, template);
      await gallery(ada.page).waitFor({ state: 'hidden' });
      await waitForStatus(ada.page, 'saved');
      await shown(ada.page).locator('h1').waitFor(WAIT);
      assert.is(await ada.page.getByText('No messages').count(), 1, template);
      assert.equal(ada.errors, [], template);
      await ada.close();
      for (const [scheme, visitor] of Object.entries({ light, dark })) {
        const { page } = visitor;
        await page.goto(url(`/member/${name}`));
        const site = await published(page);
        await site.locator('h1').waitFor(WAIT);
        for (const viewport of [DESK, PHONE]) {
          await page.setViewportSize(viewport);
          await look(page, `template-${name}-${scheme}-${viewport.width}`);
          assert.equal(await problems(page, site), [], `${template} ${scheme}`);
        }
        if (scheme === 'dark') await use(site);
        assert.equal(visitor.errors, [], template);
      }
    }
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the gallery is accessible, and fits a phone (${colorScheme})`, async () => {
    await withWorld({}, async ({ editor }) => {
      const { page, errors } = await editor('ada', 'Ada', { colorScheme, bypassCSP: true });
      await gallery(page).waitFor(WAIT);
      for (const viewport of [DESK, PHONE]) {
        await page.setViewportSize(viewport);
        await look(page, `gallery-${colorScheme}-${viewport.width}`);
        assert.equal(await accessibility(page), [], `${viewport.width}`);
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.is(over, 0);
        for (const card of await gallery(page).getByRole('button').all()) {
          const box = await card.boundingBox();
          assert.ok(box !== null && box.width >= 24 && box.height >= 24);
        }
      }
      await page.getByRole('button', { name: /^Remix a site/ }).click();
      await page.getByText('No sites found.').waitFor(WAIT);
      assert.equal(await accessibility(page), [], 'remix');
      assert.equal(errors, []);
    });
  });
}

test('with the keyboard alone: choose, undo and redo all of it; history has it', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('ada', 'Ada');
    await gallery(page).waitFor(WAIT);
    await page.getByRole('button', { name: 'Menu' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    assert.match((await focused.textContent()) ?? '', /^Blank page/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await shown(page).getByRole('heading', { name: 'Four drummers' }).waitFor(WAIT);
    // The focus is in the code, where Undo is a key.
    await page.keyboard.press('Control+z');
    await waitForCode(page, '');
    await waitForCode(page, '', 'style.css');
    await page.getByText('This site is empty').waitFor(WAIT);
    await page.keyboard.press('Control+Shift+Z');
    await shown(page).getByRole('heading', { name: 'Four drummers' }).waitFor(WAIT);
    await waitForStatus(page, 'saved');
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForCode(page, '');
    await page.getByRole('button', { name: 'start from a template' }).click();
    assert.match((await focused.textContent()) ?? '', /^Blank page/);
    await page.keyboard.press('Escape');
    await gallery(page).waitFor({ state: 'hidden' });
    await waitForStatus(page, 'saved');
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Restore', exact: true }).waitFor(WAIT);
    await page.locator('.history .side li', { hasText: 'Ada' }).first().waitFor(WAIT);
  });
});

test('on a phone a template shows its site, and Undo takes it back', async () => {
  await withWorld({}, async ({ editor }) => {
    const phone = { viewport: PHONE, hasTouch: true, isMobile: true };
    const { page, errors } = await editor('ada', 'Ada', phone);
    await page.getByRole('button', { name: /^Portfolio/ }).tap();
    await shown(page).getByRole('heading', { name: 'Selected work' }).waitFor(WAIT);
    assert.match((await page.locator(':focus').textContent()) ?? '', 'Site');
    await page.getByRole('button', { name: 'Undo' }).tap();
    await page.getByRole('button', { name: 'start from a template' }).tap();
    await page.getByRole('button', { name: 'Start without a template' }).tap();
    await page.getByRole('button', { name: 'Code', exact: true }).tap();
    await page.getByRole('textbox', { name: 'index.html code' }).tap();
    await page.keyboard.insertText('<p>mine');
    await waitForCode(page, '<p>mine');
    assert.equal(errors, []);
  });
});

test('whoever types closes everyone’s gallery, and a template never touches their words', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('ada', 'Ada');
    const ben = await editor('ada', 'Ben');
    await gallery(ada.page).waitFor(WAIT);
    await write(ben.page, '<p>Ben</p>');
    await gallery(ada.page).waitFor({ state: 'hidden' });
    await gallery(ben.page).waitFor({ state: 'hidden' });
    await waitForCode(ada.page, '<p>Ben</p>');

    // At the same moment: Ada cannot know yet that Ben writes.
    const cleo = await editor('cleo', 'Cleo');
    const dan = await editor('cleo', 'Dan');
    await cleo.context.setOffline(true);
    await waitForStatus(cleo.page, 'offline');
    await write(dan.page, '<p>Dan</p>');
    await waitForStatus(dan.page, 'saved');
    await startFrom(cleo.page, 'Portfolio');
    await shown(cleo.page).getByRole('heading', { name: 'Selected work' }).waitFor(WAIT);
    await cleo.context.setOffline(false);
    await cleo.page.getByText('Your template was removed; their text stays.').waitFor(WAIT);
    await waitForCode(cleo.page, '<p>Dan</p>');
    await waitForStatus(cleo.page, 'saved');
    await waitForCode(dan.page, '<p>Dan</p>');
    await dan.page.getByRole('tab', { name: 'style.css' }).click();
    await waitForCode(dan.page, '', 'style.css');
  });
});

test('a listed site can be remixed into an empty one, as one edit that changes nothing there', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('ada', 'Ada');
    await startFrom(ada.page, 'Page with an instrument');
    await choose(ada.page, 'Menu', /^Display name/);
    await ada.page.getByLabel('Display name', { exact: true }).fill('Ada’s drums');
    await ada.page.getByRole('button', { name: 'Save' }).click();
    await waitForStatus(ada.page, 'saved');
    const page = await codeOf(ada.page);

    const ben = await editor('ben', 'Ben');
    await ben.page.getByRole('button', { name: /^Remix a site/ }).click();
    await ben.page.getByLabel('Search sites').fill('nobody');
    await ben.page.getByText('No sites found.').waitFor(WAIT);
    await ben.page.getByLabel('Search sites').fill('drums');
    await ben.page.getByRole('button', { name: /^Ada’s drums/ }).click();
    await waitForCode(ben.page, page);
    await waitForStatus(ben.page, 'saved');
    await shown(ben.page).locator('sound-mode .pad').waitFor(WAIT);
    await ben.page.getByRole('button', { name: 'Menu' }).click();
    await ben.page.getByRole('menuitem', { name: 'Teach four_drummers' }).waitFor(WAIT);
    await ben.page.keyboard.press('Escape');
    assert.is(await ada.page.locator('.people li').count(), 1, 'nobody joined the source');
    await write(ben.page, '<!-- Ben -->');
    await waitForStatus(ben.page, 'saved');
    await waitForCode(ada.page, page);
    assert.equal(ben.errors, []);
  });
});

test('“Saved” is said only once something was saved', async () => {
  await withWorld({}, async ({ chromium, url }) => {
    const { page, context } = await chromium.person();
    await setUser(context, 'Ada');
    await page.addInitScript(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      // Without a name, which the compiler would register with a helper that pages lack.
      new MutationObserver(() => {
        const text = document.querySelector('.save-status')?.textContent ?? '';
        if (text !== '' && said.at(-1) !== text) said.push(text);
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    const said = (): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'said'));
    await page.goto(url('/member/ada?edit'));
    await gallery(page).waitFor(WAIT);
    await waitForStatus(page, 'saved');
    assert.is((await said()).at(-1), 'New site');
    assert.not((await said()).includes('Saved'));
    await startFrom(page);
    await until(async () => (await said()).at(-1) === 'Saved');
    assert.equal((await said()).slice(-3), ['New site', 'Saving…', 'Saved']);
  });
});

test.run();

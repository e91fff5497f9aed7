/** The editor's instrument panel: an instrument is put in, taught beside the code, saved, and heard by others. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { FrameLocator, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  choose,
  insertInstrument,
  published,
  type Surface,
  shown,
  waitForStatus,
} from '../../scripts/demo/page-actions.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { look, type Size } from '../support/chromium.ts';
import { waitForCode, withWorld, write } from '../support/editing.ts';
import { until } from '../support/until.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAG = '<sound-mode mode="drone" taught="drone" controls="play"></sound-mode>';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Instrument' });
const player = (page: Page): FrameLocator => page.frameLocator('iframe.instrument-frame');
const press = (page: Page, label: string) =>
  player(page).getByRole('button', { name: label, exact: true }).first().click();
const stands = (page: Page, text: string) => panel(page).getByText(text).waitFor();

/** What an instrument answers with its sliders at some place. */
const answer = (where: Surface): Promise<number[]> =>
  where
    .locator('sound-mode')
    .first()
    .evaluate((element: SoundModeElement) => {
      element.view?.model.settle();
      return [...(element.view?.model.answerAt([9000, 20000, 16384, 30000]) ?? [])];
    });

/** Moves the first slider of the page's instrument, and waits until the teaching tools know. */
async function move(page: Page, at: string): Promise<void> {
  await shown(page).locator('sound-mode .controls input').first().fill(at);
  await sameInputs(page);
}

/** Waits until the instrument of the page and its tools agree where its first channel stands. */
async function sameInputs(page: Page, site: Surface = shown(page)): Promise<void> {
  let stand: (number | undefined)[] = [];
  await until(
    async () => {
      stand = [await inputs(site), await inputs(player(page))].map(([first]) => first);
      return stand[0] === stand[1];
    },
    () => `the page and its tools to agree: ${stand}`,
  );
}

/** Where the channels of an instrument stand. */
const inputs = (where: Surface): Promise<number[]> =>
  where
    .locator('sound-mode')
    .first()
    .evaluate((element: SoundModeElement) => element.view?.model.inputs ?? []);

/** Teaches a random sound with the first slider of the page at some place. */
async function teachAt(page: Page, at: string): Promise<void> {
  await press(page, 'Surprise me');
  await move(page, at);
  await press(page, 'Teach here');
}

const counts = (page: Page, sounds: number) =>
  player(page)
    .locator('sound-mode .count', { hasText: new RegExp(`^${sounds} sounds? `) })
    .waitFor();

/** Waits until the instrument in the panel answers so. */
async function waitForAnswer(page: Page, expected: readonly number[]): Promise<void> {
  let last = '';
  const answers = async (): Promise<boolean> => {
    last = String(await answer(player(page)));
    return last === String(expected);
  };
  await until(answers, () => `the answer ${expected}, which is ${last}`);
}

/** Everything an instrument learned, to the bit. */
const saved = (where: Surface): Promise<string> =>
  where
    .locator('sound-mode')
    .first()
    .evaluate((element: SoundModeElement) => String(element.view?.model.save()));

const tool = (page: Page, label: string) =>
  player(page).getByRole('button', { name: label, exact: true });

async function teach(page: Page): Promise<void> {
  await player(page).locator('sound-mode .instrument').waitFor();
  for (const at of ['0', '30000']) await teachAt(page, at);
  await press(page, 'Train');
  await player(page).locator('sound-mode .message', { hasText: 'Learned in' }).waitFor();
}

test('an instrument is taught beside the code, saved into the document, and plays so for others', async () => {
  await withWorld({}, async ({ editor, chromium, url }) => {
    // Of all pages of ours only the player may be framed, and only by us.
    for (const [view, framedBy] of [
      ['play=drone', "'self'"],
      ['edit', "'none'"],
    ]) {
      const { headers } = await fetch(url(`/member/sounding?${view}`));
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, `frame-ancestors ${framedBy}`);
    }
    const ada = await editor('sounding', 'Ada');
    const { page } = ada;
    await insertInstrument(page, /^Drone/);
    await waitForCode(page, TAG);
    await stands(page, 'What you teach is part of the site at once.');
    await player(page).locator('sound-mode .instrument').waitFor();
    assert.ok(await tool(page, 'Undo').isDisabled());
    await shown(page).getByRole('button', { name: 'Play', exact: true }).click();
    await shown(page).getByRole('button', { name: 'Pause' }).waitFor();
    await teach(page);
    await stands(page, 'Visitors play what everyone here taught.');
    const learned = await answer(player(page));
    for (const size of ['phone', 'tablet', 'desktop'] satisfies Size[]) {
      await look(page, 'editor-instrument', size);
    }
    await waitForStatus(page, 'saved');
    // The preview is drawn anew, and answers as what was taught.
    await page.waitForTimeout(1500);
    await shown(page).locator('sound-mode .instrument').waitFor();
    assert.equal(
      await answer(page.frameLocator('iframe.preview').frameLocator('iframe.shown')),
      learned,
    );

    const visitor = await chromium.person();
    await visitor.page.goto(url('/member/sounding'));
    const site = await published(visitor.page);
    await site.locator('sound-mode .instrument').waitFor();
    assert.equal(await answer(site), learned);

    // Reopened, it is as it was taught.
    await panel(page).getByRole('button', { name: 'Close the instrument' }).click();
    assert.not(await panel(page).isVisible());
    await choose(page, 'Menu', /^Teach drone/);
    await player(page).locator('sound-mode', { hasText: '2 sounds taught' }).waitFor();
    assert.equal(await answer(player(page)), learned);
    assert.equal(ada.errors, []);
  });
});

/** The voice space that an instrument stands in. */
const space = (where: Surface) => where.locator('sound-mode select[part="voice-space"]').first();

async function waitForSpace(where: Surface, name: string): Promise<void> {
  await space(where).locator('option:checked', { hasText: name }).waitFor({ state: 'attached' });
}

test('an instrument on a site keeps its voice space: preview, visitors, panel and player', async () => {
  await withWorld({}, async ({ editor, chromium, url }) => {
    const ada = await editor('spaces', 'Ada');
    const { page } = ada;
    await insertInstrument(page, /^Drone/);
    await player(page).locator('sound-mode .instrument').waitFor();
    await space(player(page)).selectOption('Throat');
    await waitForStatus(page, 'saved');
    await waitForSpace(shown(page), 'Throat');

    const ben = await chromium.person();
    await ben.page.goto(url('/member/spaces'));
    await waitForSpace(await published(ben.page), 'Throat');
    await panel(page).getByRole('button', { name: 'Close the instrument' }).click();
    await choose(page, 'Menu', /^Teach drone/);
    await waitForSpace(player(page), 'Throat');

    await ben.page.goto(url('/member/spaces?play=drone'));
    await waitForSpace(ben.page, 'Throat');
    await space(ben.page).selectOption('Choir');
    await ben.page.getByRole('button', { name: 'Save to site' }).click();
    await ben.page.getByText('Saved. Visitors to').waitFor();
    await waitForSpace(player(page), 'Choir');
    await waitForSpace(shown(page), 'Choir');
    assert.equal([ada.errors, ben.errors], [[], []]);
  });
});

test('lessons are undone and redone one by one, leaving needs no question, and keys do it all', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('careful', 'Ada');
    const { page } = ada;
    await write(page, TAG);
    await choose(page, 'Menu', /^Teach drone/);
    await player(page).locator('sound-mode .instrument').waitFor();
    const untaught = await answer(player(page));
    await teachAt(page, '0');
    const one = await answer(player(page));
    await teachAt(page, '30000');
    const two = await answer(player(page));
    await press(page, 'Forget nearest');
    await counts(page, 1);
    await tool(page, 'Undo').click();
    await waitForAnswer(page, two);
    await tool(page, 'Undo').click();
    await waitForAnswer(page, one);
    await tool(page, 'Redo').click();
    await waitForAnswer(page, two);
    await tool(page, 'Undo').click();
    await waitForAnswer(page, one);
    await press(page, 'Vary');
    assert.not.equal(await answer(player(page)), one);
    await tool(page, 'Undo').click();
    await waitForAnswer(page, one);
    await tool(page, 'Undo').click();
    await waitForAnswer(page, untaught);
    await stands(page, 'What you teach is part of the site at once.');
    assert.ok(await tool(page, 'Undo').isDisabled());
    await tool(page, 'Redo').focus();
    await page.keyboard.press('Enter');
    await waitForAnswer(page, one);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'hidden' });
    assert.ok(await page.evaluate(() => document.activeElement?.closest('.work') !== null));
    assert.equal(ada.errors, []);
  });
});

test('two teach one instrument at once, one of them offline: both have the union, and the same bits', async () => {
  await withWorld({}, async ({ editor, chromium, url }) => {
    const ada = await editor('both', 'Ada');
    await write(ada.page, TAG);
    await waitForStatus(ada.page, 'saved');
    const ben = await editor('both', 'Ben');
    for (const { page } of [ada, ben]) {
      await choose(page, 'Menu', /^Teach drone/);
      await player(page).locator('sound-mode .instrument').waitFor();
    }
    await teachAt(ada.page, '0');
    await counts(ben.page, 1);
    await ben.context.setOffline(true);
    await waitForStatus(ben.page, 'offline');
    await teachAt(ben.page, '8000');
    await teachAt(ben.page, '16000');
    await teachAt(ada.page, '24000');
    await teachAt(ada.page, '32000');
    await ben.context.setOffline(false);
    for (const { page } of [ada, ben]) await counts(page, 5);
    const bits = await saved(player(ada.page));
    assert.is(await saved(player(ben.page)), bits);
    for (const { page } of [ada, ben]) await waitForStatus(page, 'saved');

    const cleo = await chromium.person();
    await cleo.page.goto(url('/member/both'));
    const site = await published(cleo.page);
    await site.locator('sound-mode .instrument').waitFor();
    assert.is(await saved(site), bits, 'a visitor plays it to the bit');
    await cleo.page.goto(url('/member/both?play=drone'));
    await cleo.page.locator('sound-mode', { hasText: '5 sounds taught' }).waitFor();
    assert.is(await saved(cleo.page), bits);

    // What the other taught stays, whatever is undone.
    await tool(ben.page, 'Undo').click();
    for (const { page } of [ada, ben]) await counts(page, 4);
    assert.is(await saved(player(ada.page)), await saved(player(ben.page)));
    await look(ben.page, 'editor-taught-together', 'desktop');
    await look(ben.page, 'editor-taught-together', 'phone');
    assert.equal([ada.errors, cleo.errors], [[], []]);
  });
});

/** Whether an instrument sounds here, and what its params are. */
const sound = (where: Surface): Promise<{ here: boolean; playing: boolean; params: string }> =>
  where
    .locator('sound-mode')
    .first()
    .evaluate(({ view }: SoundModeElement) => ({
      here: view?.analyser !== undefined,
      playing: view?.playing === true,
      params: String(view?.model.params),
    }));

const teachButton = (page: Page) => shown(page).getByRole('button', { name: 'Teach', exact: true });

/** What Chrome does for people: a page that was clicked in may sound, also when it loads again. */
const AS_CHROME = ['--autoplay-policy=document-user-activation-required'];

test('the instrument of the page is the one that is taught, and the only one that sounds', async () => {
  await withWorld({ browserFlags: AS_CHROME }, async ({ editor }) => {
    const ada = await editor('one', 'Ada');
    const { page } = ada;
    await write(
      page,
      '<h1>Hum</h1><sound-mode mode="drone" taught="hum" controls="teach"></sound-mode>',
    );
    await shown(page).getByRole('button', { name: 'Play', exact: true }).click();
    await shown(page).getByRole('button', { name: 'Pause' }).waitFor();
    // Its tools are in the editor alone, whatever visitors get.
    assert.is(await shown(page).getByRole('button', { name: 'Teach here' }).count(), 0);
    await teachButton(page).click();
    await player(page).locator('sound-mode .remote').waitFor();
    assert.is(await teachButton(page).getAttribute('aria-pressed'), 'true');
    assert.not(await player(page).locator('sound-mode .controls input').first().isVisible());
    assert.not(await player(page).locator('sound-mode .power').isVisible());

    await press(page, 'Surprise me');
    const surprise = (await sound(player(page))).params;
    await until(
      async () => (await sound(shown(page))).params === surprise,
      () => 'the page to play the surprise',
    );
    await move(page, '12000');
    await press(page, 'Teach here');
    await counts(page, 1);
    await until(
      async () => (await saved(shown(page))) === (await saved(player(page))),
      () => 'the page to have learned it',
    );
    assert.equal(
      [await sound(shown(page)), await sound(player(page))].map(({ here, playing }) => [
        here,
        playing,
      ]),
      [
        [true, true],
        [false, true],
      ],
      'it sounds in the page alone',
    );
    await look(page, 'editor-one-instrument', 'desktop');

    // A script that changed loads the page again: the tools follow it there.
    await write(page, "document.body.classList.add('scripted')", 'script.js');
    await shown(page).locator('.scripted sound-mode .linked').waitFor();
    await until(
      async () => (await sound(shown(page))).playing,
      () => 'the page to play on',
    );
    await move(page, '30000');

    // Exploring lays its plane into the tools, which have no pads then.
    await press(page, 'Explore around this sound');
    await player(page).locator('sound-mode .plane').waitFor();
    await press(page, 'Done');
    assert.is((await sound(shown(page))).params, (await sound(player(page))).params);

    await teachButton(page).click();
    await panel(page).waitFor({ state: 'hidden' });
    await until(
      async () =>
        shown(page)
          .locator('sound-mode')
          .first()
          .evaluate(({ view }: SoundModeElement) => view?.model.holding === false),
      () => 'the page to let go of what was held',
    );
    assert.ok((await sound(shown(page))).playing, 'the sound goes on');
    assert.equal(ada.errors, []);
  });
});

test('an instrument that keeps nothing is given a name when somebody wants to teach it', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('nameless', 'Ada');
    await write(page, '<sound-mode mode="drone"></sound-mode>');
    await teachButton(page).click();
    await waitForCode(page, '<sound-mode mode="drone" taught="drone"></sound-mode>');
    await player(page).locator('sound-mode .remote').waitFor();
    await teachAt(page, '9000');
    await counts(page, 1);
    assert.equal(errors, []);
  });
});

test('where the panel covers the page, its pads and Play are those of the page', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('covered', 'Ada');
    await write(page, TAG);
    await shown(page).locator('sound-mode .instrument').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await choose(page, 'Menu', /^Teach drone/);
    await player(page).locator('sound-mode .remote').waitFor();
    await press(page, 'Play');
    await player(page).getByRole('button', { name: 'Pause' }).waitFor();
    // The site is behind the code, and goes on playing there.
    const site = page.frameLocator('.result iframe.preview').frameLocator('iframe.shown');
    const before = (await inputs(site))[0];
    await player(page).locator('sound-mode .controls input').first().fill('7000');
    await until(
      async () => (await inputs(site))[0] !== before,
      () => 'the page to follow the panel',
    );
    await sameInputs(page, site);
    assert.equal([(await sound(site)).here, (await sound(player(page))).here], [true, false]);
    await look(page, 'editor-covered', 'phone');
    assert.equal(errors, []);
  });
});

test('an instrument that the shown page does not have is played in the panel', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('apart', 'Ada');
    await write(page, TAG);
    await choose(page, 'Menu', /^Teach drone/);
    await player(page).locator('sound-mode .remote').waitFor();
    await page.getByRole('button', { name: 'Stop the preview' }).click();
    await player(page).locator('sound-mode .remote').waitFor({ state: 'detached' });
    await press(page, 'Play');
    await player(page).getByRole('button', { name: 'Pause' }).waitFor();
    assert.ok((await sound(player(page))).here);
    await player(page).locator('sound-mode .controls input').first().fill('7000');
    await page.getByRole('button', { name: 'Run the preview' }).click();
    await player(page).locator('sound-mode .remote').waitFor();
    assert.not((await sound(player(page))).here, 'the page sounds again');
    assert.equal(errors, []);
  });
});

const HOSTILE = `
const say = (message) => parent.postMessage(message, '*');
document.querySelector('sound-mode').dispatchEvent(new CustomEvent('teach', { bubbles: true }));
say({ ensemble: 'teach', id: 'drone', mode: 'drone' });
setInterval(() => {
  const state = { fresh: true, playing: true, shown: true, inputs: [-1, 40000, NaN, 1e9] };
  say({ ensemble: 'instrument', id: 'drone', state });
  say({ ensemble: 'instrument', id: 'drone', state: { ...state, inputs: Array(1e4).fill(0) } });
  say({ ensemble: 'commands', commands: [{ do: 'play' }] });
  say({ ensemble: 'learned', serial: 1, before: {}, after: {} });
}, 5);`;

test('a page opens no tools by itself, teaches nothing, and moves no channel out of range', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('hostile', 'Ada');
    await write(page, TAG);
    await write(page, HOSTILE, 'script.js');
    await waitForStatus(page, 'saved');
    await page.waitForTimeout(1_500);
    assert.not(await panel(page).isVisible());
    await choose(page, 'Menu', /^Teach drone/);
    await player(page).locator('sound-mode .remote').waitFor();
    await page.waitForTimeout(500);
    const heard = await inputs(player(page));
    assert.ok(heard.length > 0 && heard.every((unit) => unit >= 0 && unit <= 32768), String(heard));
    await counts(page, 0);
    await stands(page, 'What you teach is part of the site at once.');
    assert.equal(errors, []);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing to mend beside the code, ${colorScheme}`, async () => {
    await withWorld({}, async ({ editor }) => {
      const { page } = await editor('looks', 'Ada', { colorScheme });
      await insertInstrument(page, /^Drone/);
      await player(page).locator('sound-mode .instrument').waitFor();
      await page.evaluate(axe);
      const results: AxeResults = await page.evaluate("axe.run('.instrument-panel')");
      assert.equal(
        results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`),
        [],
      );
      await look(page, `editor-instrument-${colorScheme}`);
      await page.setViewportSize({ width: 320, height: 640 });
      const frame = page.frames().find((one) => one.url().includes('&panel'));
      const wide = await frame?.evaluate(() => document.documentElement.scrollWidth);
      assert.ok((wide ?? 999) <= 320, `${wide} pixels wide at 320`);
      await look(page, `editor-instrument-${colorScheme}-320`);
    });
  });
}

test.run();

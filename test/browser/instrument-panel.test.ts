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

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAG = '<sound-mode mode="drone" taught="drone" controls="play"></sound-mode>';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Instrument' });
const player = (page: Page): FrameLocator => page.frameLocator('iframe.instrument-frame');
const press = (page: Page, label: string) =>
  player(page).getByRole('button', { name: label, exact: true }).first().click();
const save = (page: Page) => panel(page).getByRole('button', { name: 'Save to site' });
const stands = (page: Page, text: string) => panel(page).getByText(text).waitFor();

/** What an instrument answers with its sliders at some place. */
const answer = (where: Surface): Promise<number[]> =>
  where
    .locator('sound-mode')
    .first()
    .evaluate((element: SoundModeElement) => [
      ...(element.view?.model.answerAt([9000, 20000, 16384, 30000]) ?? []),
    ]);

async function teach(page: Page): Promise<void> {
  await player(page).locator('sound-mode .instrument').waitFor();
  for (const at of ['0', '30000']) {
    await press(page, 'Surprise me');
    await player(page).locator('sound-mode .controls input').first().fill(at);
    await press(page, 'Teach here');
  }
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
    await stands(page, 'Teach it, then save it to the site.');
    assert.ok(await save(page).isDisabled());
    await press(page, 'Play');
    await player(page).getByRole('button', { name: 'Pause' }).waitFor();
    await teach(page);
    await stands(page, 'You have unsaved changes.');
    const learned = await answer(player(page));
    for (const size of ['phone', 'tablet', 'desktop'] satisfies Size[]) {
      await look(page, 'editor-instrument', size);
    }
    await save(page).click();
    await stands(page, 'Saved. Visitors play this version.');
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

    // Reopened, it stands as it was saved, which is nothing new to save.
    await panel(page).getByRole('button', { name: 'Close the instrument' }).click();
    assert.not(await panel(page).isVisible());
    await choose(page, 'Menu', /^Teach drone/);
    await player(page).locator('sound-mode', { hasText: '2 sounds taught' }).waitFor();
    assert.equal(await answer(player(page)), learned);
    assert.ok(await save(page).isDisabled());
    assert.equal(ada.errors, []);
  });
});

test('leaving asks where something learned would be lost, and keys do it all', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('careful', 'Ada');
    const { page } = ada;
    await write(page, TAG);
    await choose(page, 'Menu', /^Teach drone/);
    await player(page).locator('sound-mode .instrument').waitFor();
    await player(page).getByRole('button', { name: 'Explore' }).focus();
    await page.keyboard.press('Enter');
    await stands(page, 'You have unsaved changes.');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog');
    await question.getByText('is not saved to the site').waitFor();
    await page.keyboard.press('Escape');
    assert.ok(await panel(page).isVisible());
    await save(page).focus();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await panel(page).waitFor({ state: 'hidden' });
    assert.ok(await page.evaluate(() => document.activeElement?.closest('.work') !== null));
    assert.equal(ada.errors, []);
  });
});

test('what somebody else teaches meanwhile is told of, and taken up on request', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('both', 'Ada');
    await write(ada.page, TAG);
    await waitForStatus(ada.page, 'saved');
    const ben = await editor('both', 'Ben');
    for (const { page } of [ada, ben]) {
      await choose(page, 'Menu', /^Teach drone/);
      await player(page).locator('sound-mode .instrument').waitFor();
    }
    await teach(ben.page);
    await save(ben.page).click();
    await stands(ada.page, 'Someone saved a newer version.');
    await panel(ada.page).getByRole('button', { name: 'Use their version' }).click();
    await player(ada.page).locator('sound-mode', { hasText: '2 sounds taught' }).waitFor();
    assert.equal(await answer(player(ada.page)), await answer(player(ben.page)));
    assert.not(
      await panel(ada.page).getByRole('button', { name: 'Use their version' }).isVisible(),
    );
    assert.equal(ada.errors, []);
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

/** The editor's instrument panel: an instrument is put in, taught beside the code, saved, and heard by others. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
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
import { look, type Size } from '../support/chromium.ts';
import { waitForCode, withWorld, write } from '../support/editing.ts';
import {
  answer,
  counts,
  panel,
  player,
  press,
  saved,
  stands,
  teachAt,
  tool,
  waitForAnswer,
} from '../support/teaching.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAG = '<sound-mode mode="drone" taught="drone" controls="play"></sound-mode>';

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
    for (const [id, says] of [
      ['', 'This address does not name an instrument. Available instruments: '],
      ['=nothing', 'There is no instrument “nothing” on spaces. Available instruments: '],
    ] as const) {
      await ben.page.goto(url(`/member/spaces?play${id}`));
      await ben.page.getByText(says).waitFor();
    }
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

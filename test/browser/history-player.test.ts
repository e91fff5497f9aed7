/** Single edits of a history: in the list, and played by the slider at the speed that is chosen. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { withWorld } from '../support/editing.ts';
import { Editor } from '../support/sites.ts';
import { until } from '../support/until.ts';

const EDITS = 400;
/** Edits a second, and how many a frame can be off. */
const SPEEDS = [
  ['2', 1],
  ['50', 2],
  ['250', 6],
] as const;

test('a version opens to its single edits, also if it is opened before they are loaded', () =>
  withWorld({}, async ({ editor, server }) => {
    const writer = await new Editor(Number(new URL(server.url).port), 'single').ready();
    for (let edit = 0; edit < EDITS; edit++) writer.insert('x');
    await writer.save();
    const { page, errors } = await editor('single', 'Ada');
    await page.getByRole('button', { name: 'History' }).click();
    await page.locator('.versions summary', { hasText: 'edits' }).first().click();
    const single = page.locator('.versions [data-edit]').nth(1);
    const edit = Number(await single.getAttribute('data-edit'));
    await single.click();
    await page.locator('.where', { hasText: `Edit ${edit} of ${EDITS} ` }).waitFor();
    assert.is(await single.getAttribute('aria-current'), 'true');
    assert.equal(await accessibility(page), []);
    await look(page, 'history-edits', 'phone');
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    // One author, so one mark, however many edits.
    const written = page.locator('.old-code .written');
    await written.waitFor();
    assert.is(await written.textContent(), 'x'.repeat(edit));
    assert.equal(errors, []);
    writer.cut();
  }));

test('the code follows a slider that moves in every frame, and ends where it ends', () =>
  withWorld({}, async ({ editor, server }) => {
    const writer = await new Editor(Number(new URL(server.url).port), 'dragged').ready();
    for (let edit = 0; edit < EDITS; edit++) writer.insert('x');
    await writer.save();
    const { page, errors } = await editor('dragged', 'Ada');
    await page.getByRole('button', { name: 'History' }).click();
    await page.locator('.where', { hasText: `Edit ${EDITS} of` }).waitFor();
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    const slider = page.getByRole('slider', { name: 'Edit shown' });
    const end = EDITS - 1;
    const seen = await slider.evaluate(async (bar, last) => {
      const seen: (string | undefined)[] = [];
      for (let edit = 1; bar instanceof HTMLInputElement && edit <= last; edit += 1) {
        bar.value = String(edit);
        bar.dispatchEvent(new Event('input'));
        seen.push(document.querySelector('.where')?.textContent?.split(' of ')[0]);
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
      return seen;
    }, end);
    assert.equal(
      seen,
      Array.from({ length: end }, (_, at) => `Edit ${at + 1}`),
    );
    const written = page.locator('.old-code .written');
    await until(async () => (await written.textContent()) === 'x'.repeat(end));
    assert.equal(errors, []);
    writer.cut();
  }));

test('the slider plays as many edits a second as chosen, stops where it is told to, and at the end', () =>
  withWorld({}, async ({ editor, server }) => {
    const writer = await new Editor(Number(new URL(server.url).port), 'played').ready();
    for (let edit = 0; edit < EDITS; edit++) writer.insert('x');
    await writer.save();
    const { page, errors } = await editor('played', 'Ada');
    await page.getByRole('button', { name: 'History' }).click();
    const slider = page.getByRole('slider', { name: 'Edit shown' });
    const where = (edit: number) =>
      page.locator('.where', { hasText: `Edit ${edit} of ${EDITS} ` }).waitFor();
    await where(EDITS);
    assert.is(await slider.getAttribute('min'), '1', 'the first edit is at its beginning');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const [speed, off] of SPEEDS) {
      await slider.press('Home');
      await where(1);
      await page.getByLabel('Playback speed').selectOption(speed);
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await page.clock.runFor(1_000);
      await page.getByRole('button', { name: 'Pause', exact: true }).click();
      const shown = Number(await slider.inputValue());
      assert.ok(Math.abs(shown - 1 - Number(speed)) <= off, `edit ${shown} at ${speed} a second`);
      await page.clock.runFor(1_000);
      await where(shown);
    }
    await page.getByLabel('Playback speed').selectOption('1000');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.clock.runFor(1_000);
    await where(EDITS);
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    assert.equal(errors, []);
    writer.cut();
  }));

test.run();

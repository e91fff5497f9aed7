/** The map on a pad is the map where the other controls stand: it is drawn anew when they move. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { instrument, touch } from '../../scripts/demo/page-actions.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import { Chromium } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();

async function open(modeId: string): Promise<Page> {
  const { page } = await chromium.person();
  await page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await instrument(page).locator('.pad').first().waitFor();
  return page;
}

/** The picture of a pad, two frames of the screen from now. */
const mapOf = (page: Page, pad: number): Promise<string> =>
  instrument(page)
    .locator('canvas.map')
    .nth(pad)
    .evaluate(async (canvas: HTMLCanvasElement) => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return canvas.toDataURL();
    });

test('a slider beside the pad', async () => {
  const page = await open('space_reverb');
  const before = await mapOf(page, 0);
  await touch(page, [0.2, 0.7]);
  assert.is(await mapOf(page, 0), before, 'its own dot moves on it');
  await instrument(page).locator('.bank input').first().fill('32768');
  assert.is.not(await mapOf(page, 0), before);
});

test('the other pad of a joystick', async () => {
  const page = await open('paf_synth');
  const [first, second] = [await mapOf(page, 0), await mapOf(page, 1)];
  await touch(page, [0.9, 0.1]);
  assert.is(await mapOf(page, 0), first);
  assert.is.not(await mapOf(page, 1), second);
});

closing(chromium, service);

test.run();

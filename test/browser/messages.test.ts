/** Every message is in sight when it appears, in nobody's way, and moves nothing. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, look } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { press } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();
const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-messages-'));
const player = (modeId: string): string => `http://127.0.0.1:${port}/?play=${modeId}`;

const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
  laptop: { viewport: { width: 1280, height: 720 } },
} as const;

const message = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status').filter({ hasText: text });

/** Where what is played is in the document, and how high that is. */
const layout = (page: Page): Promise<string> =>
  page.locator('sound-mode').evaluate((one: SoundModeElement) => {
    const played = one.shadowRoot?.querySelectorAll('.pad, .bank, .lessons, .parameters') ?? [];
    const tops = [...played].map((each) => each.getBoundingClientRect().top + scrollY);
    return [...tops, document.documentElement.scrollHeight].map(Math.round).join();
  });

/** Does something and requires that its message is in sight, covers no pad on a phone, and moves nothing. */
async function saysInSight(
  page: Page,
  text: string | RegExp,
  action: () => Promise<void>,
): Promise<void> {
  await action();
  const shown = message(page, text);
  await shown.waitFor();
  const box = await shown.boundingBox();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  assert.ok(box !== null && box.width > 0, String(text));
  const inside = box.y >= 0 && box.y + box.height <= height;
  assert.ok(inside, `“${text}” from ${box.y} to ${box.y + box.height} of ${height}`);
  assert.ok(box.x >= 0 && box.x + box.width <= width, `“${text}” is cut off`);
  const before = await layout(page);
  if (width < 500) {
    for (const pad of await page.locator('sound-mode .pad').all()) {
      const played = await pad.boundingBox();
      assert.ok(played && played.y + played.height <= box.y, `“${text}” covers a pad`);
    }
  }
  await shown.click();
  assert.is(await shown.count(), 0);
  assert.is(await layout(page), before);
}

for (const [screen, options] of Object.entries(SCREENS)) {
  test(`in the player on a ${screen}`, async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const person = await chromium.person({ ...options, permissions });
    const { page } = person;
    await page.goto(player('space_reverb'));
    await page.locator('sound-mode .instrument').waitFor();
    const teach = async (): Promise<void> => {
      await press(page, 'Surprise me');
      await press(page, 'Teach here');
    };
    await teach();
    await saysInSight(page, 'This replaces the sound', teach);
    await page.locator('sound-mode').evaluate((one: SoundModeElement) => {
      const model = one.view?.model;
      model?.setInput(0, (model.inputs[0] ?? 0) + 400);
    });
    await saysInSight(page, 'is at nearly the same place', teach);
    // Two random sounds so near to each other may take more passes than there are.
    await saysInSight(page, /Learned in|Stopped after/, () => press(page, 'Train'));
    await saysInSight(page, 'Forgot 2 sounds.', () => press(page, 'Forget all'));
    await saysInSight(page, 'Press Play before you record', () => press(page, 'Record'));
    await saysInSight(page, 'Recording your gestures.', () => press(page, 'Record loop'));
    await saysInSight(page, 'so there is no loop', () => press(page, 'End loop'));
    await saysInSight(page, 'Link copied.', () => press(page, 'Copy link'));
    await page.getByLabel('Preset name').fill('Mine');
    await saysInSight(page, 'Saved “Mine”', () => press(page, 'Save preset'));
    await saysInSight(page, 'Deleted “Mine”.', () => press(page, 'Delete “Mine”'));
    await look(page, `messages-${screen}`);
    assert.equal(person.errors, []);
    await person.close();
  });

  test(`on a damaged link on a ${screen}`, async () => {
    const person = await chromium.person(options);
    const { page } = person;
    await saysInSight(page, 'This link is incomplete.', async () => {
      await page.goto(`${player('space_reverb')}#taught=1.AAAA`);
    });
    await person.close();
  });

  test(`on a page of one's own on a ${screen}`, async () => {
    const person = await chromium.person(options);
    const { page } = person;
    const file = path.join(folder, 'page.html');
    const filler = '<p style="block-size: 400px">A page of one’s own.</p>';
    const script = readFileSync('dist/web/sound-mode.js', 'utf8');
    writeFileSync(
      file,
      `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>x</title>
${filler}<sound-mode mode="space_reverb"></sound-mode>${filler}${filler}<script>${script}</script>`,
    );
    await page.goto(pathToFileURL(file).href);
    await page.locator('sound-mode .instrument').waitFor();
    // From where the instrument goes on below the screen to where all of it is above the end of the screen.
    for (const [at, y] of [300, 500, 900].entries()) {
      await page.evaluate((top) => scrollTo(0, top), y);
      await saysInSight(page, `Message ${at}`, () =>
        page
          .locator('sound-mode')
          .evaluate(
            (one: SoundModeElement, text) => one.view?.report(text),
            `Message ${at}: this browser can’t play this file.`,
          ),
      );
    }
    assert.equal(person.errors, []);
    await person.close();
  });
}

test('a message goes with the next press, but leaves time to be read', async () => {
  const person = await chromium.person(SCREENS.phone);
  const { page } = person;
  await page.goto(player('space_reverb'));
  await page.locator('sound-mode .instrument').waitFor();
  const text = await page.locator('sound-mode').evaluate((one: SoundModeElement) => {
    one.view?.report('To be read.');
    dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
    return one.shadowRoot?.querySelector('.message')?.textContent;
  });
  assert.is(text, 'To be read.');
  await message(page, 'To be read.').waitFor({ state: 'hidden' });
  assert.equal(person.errors, []);
  await person.close();
});

closing(chromium, service, folder);

test.run();

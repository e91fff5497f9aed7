/** MIDI keyboards in the player: the range of the pitch bend, MPE, and instruments that sound without keys. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { press } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();

const play = (page: Page, ...bytes: number[]): Promise<void> =>
  page.evaluate((message) => window.fakeMidi.play(...message), bytes);

/** Whether a note, played again, sounds this many hertz: within a tone. */
async function sounds(page: Page, wanted_hz: number, noteOn = 0x90): Promise<void> {
  let heard_hz = 0;
  await until(
    async () => {
      await play(page, noteOn, 81, 100);
      await page.waitForTimeout(150);
      heard_hz = await page.locator('sound-mode').evaluate((element: SoundModeElement) => {
        const analyser = element.view?.analyser;
        if (analyser === undefined) return 0;
        const power = new Float32Array(analyser.frequencyBinCount);
        analyser.getFloatFrequencyData(power);
        const loudest = power.indexOf(Math.max(...power));
        return (loudest * analyser.context.sampleRate) / analyser.fftSize;
      });
      return Math.abs(heard_hz / wanted_hz - 1) < 0.05;
    },
    () => `${wanted_hz} Hz, not ${heard_hz}`,
  );
}

async function open(mode = 'fm_voice'): Promise<Person> {
  const person = await chromium.person();
  const { page } = person;
  await page.addInitScript({ path: 'test/support/fake-devices.js' });
  await page.goto(`http://127.0.0.1:${port}/?play=${mode}`);
  await page.locator('sound-mode .instrument').waitFor();
  return person;
}

async function connect(page: Page): Promise<void> {
  await press(page, 'Connect MIDI');
  await page.locator('sound-mode .message', { hasText: 'Connected to Keys.' }).waitFor();
}

async function start(page: Page): Promise<void> {
  await press(page, 'Play');
  await press(page, 'Default sound');
}

test('the pitch bends as far as the keyboard or the person says, who says it once', async () => {
  const person = await open();
  const { page } = person;
  const range = page.getByLabel('Pitch bend range');
  await connect(page);
  await start(page);
  await sounds(page, 880);
  await play(page, 0xe0, 127, 127);
  await sounds(page, 988);
  for (const [controller, value] of [
    [101, 0],
    [100, 0],
    [6, 12],
  ] as const) {
    await play(page, 0xb0, controller, value);
  }
  await sounds(page, 1760);
  await range.fill('7');
  await range.press('Enter');
  await sounds(page, 1319);
  await page.reload();
  await page.locator('sound-mode .instrument').waitFor();
  await connect(page);
  assert.is(await range.inputValue(), '7');
  await start(page);
  await play(page, 0xe0, 127, 127);
  await sounds(page, 1319);
  assert.equal(person.errors, []);
  await person.close();
});

test('with an MPE keyboard a bend moves the note of its own channel, which is said once', async () => {
  const person = await open();
  const { page } = person;
  const mpe = page.getByLabel('MPE keyboard');
  await connect(page);
  await start(page);
  await mpe.check();
  // Of another channel, and an octave of the note's own.
  await play(page, 0xe2, 127, 127);
  await sounds(page, 880, 0x91);
  await play(page, 0xe1, 0, 80);
  await sounds(page, 1760, 0x91);
  await page.reload();
  await page.locator('sound-mode .instrument').waitFor();
  await connect(page);
  assert.ok(await mpe.isChecked());
  await start(page);
  await play(page, 0xe1, 0, 80);
  await sounds(page, 1760, 0x91);
  await mpe.uncheck();
  await sounds(page, 1760 * 2 ** (-11.5 / 12), 0x91);
  assert.equal(person.errors, []);
  await person.close();
});

/** Whether the instrument is heard, now or within a moment. */
const isHeard = (page: Page, wanted: boolean): Promise<void> =>
  until(
    async () =>
      wanted ===
      (await page.locator('sound-mode').evaluate((element: SoundModeElement) => {
        const analyser = element.view?.analyser;
        if (analyser === undefined) return false;
        const wave = new Float32Array(analyser.fftSize);
        analyser.getFloatTimeDomainData(wave);
        return wave.some((value) => Math.abs(value) > 0.003);
      })),
    () => (wanted ? 'a sound' : 'silence'),
  );

test('what sounds by itself is silent between notes once keys play it, and sounds again after Pause and Play', async () => {
  const person = await open('paf_synth');
  const { page } = person;
  await connect(page);
  await page.getByText('Sounds by itself until you play a note').waitFor();
  await press(page, 'Play');
  await isHeard(page, true);
  await play(page, 0x90, 60, 100);
  await page.waitForTimeout(300);
  await isHeard(page, true);
  await play(page, 0x80, 60, 0);
  await isHeard(page, false);
  await press(page, 'Pause');
  await press(page, 'Play');
  await isHeard(page, true);
  assert.equal(person.errors, []);
  await person.close();
});

closing(chromium, service);

test.run();

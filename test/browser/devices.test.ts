/** Devices of the player: a microphone with a known tone in it, MIDI keyboards, controllers and synths, a gamepad. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, look, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { bundles, startService } from '../support/service.ts';
import { hearTones, writeTones } from '../support/tones.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-tones-'));
const wav = writeTones(folder);
const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch({ flags: [`--use-file-for-fake-audio-capture=${wav}`] });

interface FakeMidi {
  /** What was sent to the synths: id, bytes. */
  readonly sent: [string, ...number[]][];
  play(...bytes: number[]): void;
  plug(name: string): void;
  plugKeyboard(name: string): void;
  unplugKeyboard(name: string): void;
}

declare global {
  interface Window {
    fakeMidi: FakeMidi;
    fakeAxes: number[];
  }
}

async function open(modeId: string): Promise<Person> {
  const person = await chromium.person();
  await person.page.addInitScript({ path: 'test/support/fake-devices.js' });
  await enter(person.page, modeId);
  return person;
}

async function enter(page: Page, modeId: string): Promise<void> {
  await page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await page.locator('sound-mode .instrument').waitFor();
}

const press = (page: Page, label: string): Promise<void> =>
  page.locator('sound-mode').getByRole('button', { name: label, exact: true }).first().click();

const play = (page: Page, ...bytes: number[]): Promise<void> =>
  page.evaluate((message) => window.fakeMidi.play(...message), bytes);

/** Gestures and params of the instrument as they stand, 0…1, by name. */
const standing = (page: Page): Promise<Record<string, number>> =>
  page.locator('sound-mode').evaluate((element: SoundModeElement) => {
    const model = element.view?.model;
    const { mode, inputs = [], params = [] } = model ?? {};
    const names = [...(mode?.channels ?? []), ...(mode?.params ?? []).map(({ name }) => name)];
    return Object.fromEntries(
      names.map((name, at) => [name, ([...inputs, ...params][at] ?? 0) / 32768]),
    );
  });

/** Waits until something stands at a value, to the seventh bit. */
async function stands(page: Page, name: string, wanted: number): Promise<void> {
  let last = Number.NaN;
  const isThere = async (): Promise<boolean> => {
    last = (await standing(page))[name] ?? Number.NaN;
    return Math.abs(last - wanted) < 1 / 127;
  };
  await until(isThere, () => `${name}, which is at ${last}, to be at ${wanted}`);
}

/** Waits until a slider, of unit values 0…32768, is where it should be. */
async function reaches(slider: Locator, wanted: (unit: number) => boolean): Promise<void> {
  let last = Number.NaN;
  const isThere = async (): Promise<boolean> => {
    last = Number(await slider.inputValue());
    return wanted(last);
  };
  await until(isThere, () => `the slider, which is at ${last}`);
}

const loudness = (page: Page): Promise<number> =>
  page.locator('sound-mode').evaluate((element: SoundModeElement) => {
    const samples = new Float32Array(2048);
    element.view?.analyser?.getFloatTimeDomainData(samples);
    return Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
  });

const loud = (page: Page, wanted: boolean): Promise<void> =>
  until(
    async () => (await loudness(page)) > 0.002 === wanted,
    () => (wanted ? 'sound' : 'silence'),
  );

const says = (page: Page, text: string): Promise<void> =>
  page.locator('sound-mode .message', { hasText: text }).waitFor();

test('the pitch channel follows what the microphone hears, to 15 cents', async () => {
  const person = await open('sound_analysis');
  const { page } = person;
  await press(page, 'Play');
  const { near, level } = await hearTones(page);
  assert.ok(Math.min(...near) >= 8, `heard the tones ${near.join(' and ')} times`);
  assert.ok(level > 0.5, `energy ${level}`);
  const meter = page.locator('sound-mode .feed meter');
  assert.ok((await meter.evaluate((one: HTMLMeterElement) => one.value)) > 0.05);
  // What it hears is seen, too.
  const pitch = page.getByRole('meter', { name: 'Pitch' });
  assert.ok((await pitch.evaluate((one: HTMLMeterElement) => one.value)) > 0.3 * 32768);
  await page.locator('sound-mode', { hasText: 'Use headphones' }).waitFor();
  await look(page, 'player-microphone');
  assert.equal(person.errors, []);
  await person.close();
});

test('a MIDI clock sets the tempo of the drums until it stops', async () => {
  const person = await open('drum_sequencer');
  const { page } = person;
  await press(page, 'Play');
  await press(page, 'Connect MIDI');
  await says(page, 'Connected to Keys.');
  await page.getByText('All parameters').click();
  const tempo = page.locator('sound-mode .params label', { hasText: 'Tempo' }).locator('input');
  const free = Number(await tempo.inputValue());
  await page.evaluate(
    'fakeMidi.play(0xfa); clock = setInterval(() => fakeMidi.play(0xf8), 1000 / 24)',
  );
  // The slowest tempo there is, 60 bpm; a busy machine only makes it slower.
  await reaches(tempo, (unit) => unit < 600);
  await page.evaluate('clearInterval(clock)');
  await play(page, 0xfc);
  await reaches(tempo, (unit) => unit === free);
  await person.close();
});

test('what it hears goes out as controllers, to the synth that was chosen', async () => {
  const person = await open('sound_analysis');
  const { page } = person;
  await press(page, 'Connect MIDI');
  await says(page, 'Connected to Keys.');
  await press(page, 'Play');
  const sentTo = (name: string) =>
    page.waitForFunction(
      (wanted) => window.fakeMidi.sent.filter(([synth]) => synth === wanted).length > 20,
      name,
    );
  await sentTo('Synth');
  await page.evaluate(() => window.fakeMidi.plug('Other synth'));
  await page.getByLabel('MIDI output').selectOption('Other synth');
  await sentTo('Other synth');
  const sent = await page.evaluate(() => window.fakeMidi.sent.map(([, ...bytes]) => bytes));
  assert.ok(sent.every(([status = 0]) => (status & 0xf0) === 0xb0));
  assert.ok(sent.every(([, ...data]) => data.length === 2 && data.every((byte) => byte < 128)));
  assert.ok(new Set(sent.map(([, controller]) => controller)).size > 3, 'several controllers');
  await page.locator('sound-mode .sent', { hasText: 'CC 1:' }).waitFor();
  assert.equal(person.errors, []);
  await person.close();
});

test('it says that it makes no sound, and a built-in synth plays what it sends', async () => {
  const person = await open('sound_analysis');
  const { page } = person;
  await page.getByText('This instrument makes no sound.').waitFor();
  await press(page, 'Play');
  await page.locator('sound-mode .sent', { hasText: 'CC 1:' }).waitFor();
  assert.ok((await loudness(page)) < 0.002);
  await press(page, 'Built-in synth');
  await loud(page, true);
  await press(page, 'Built-in synth');
  await loud(page, false);
  assert.equal(person.errors, []);
  await person.close();
});

test('a microphone that is not given is told of, and the loop plays on request', async () => {
  const person = await open('sound_analysis');
  const { page } = person;
  await page.evaluate(() => {
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {
      value() {
        return Promise.reject(new DOMException('no', 'NotAllowedError'));
      },
    });
  });
  await press(page, 'Play');
  await says(page, 'Microphone access was denied');
  await press(page, 'Plucked strings');
  const meter = page.locator('sound-mode .feed meter');
  await page.waitForFunction(
    (one) => one instanceof HTMLMeterElement && one.value > 0.01,
    await meter.elementHandle(),
  );
  await person.close();
});

test('keys, wheels and pressure of a MIDI keyboard play the voice', async () => {
  const person = await open('fm_voice');
  const { page } = person;
  await press(page, 'Connect MIDI');
  await says(page, 'Connected to Keys.');
  await press(page, 'Play');
  await press(page, 'Default sound');
  assert.ok((await loudness(page)) < 0.002);
  await play(page, 0x90, 69, 100);
  await loud(page, true);
  await stands(page, 'midi_note', 69 / 127);
  await stands(page, 'midi_velocity', 100 / 127);
  await play(page, 0x80, 69, 0);
  await loud(page, false);
  for (const [name, wanted, ...bytes] of [
    ['midi_bend', 1, 0xe0, 127, 127],
    ['midi_bend', 0, 0xe0, 0, 0],
    ['midi_bend', 0.5, 0xe0, 0, 64],
    ['midi_mod', 1, 0xb0, 1, 127],
    ['midi_pressure', 1, 0xd0, 127],
  ] as const) {
    await play(page, ...bytes);
    await stands(page, name, wanted);
  }
  // A clock is no note and no gesture.
  await play(page, 0xf8);
  assert.equal(person.errors, []);
  await person.close();
});

test('a MIDI keyboard plugged in later plays, and what it held ends when it is pulled out', async () => {
  const person = await open('fm_voice');
  const { page } = person;
  await page.evaluate(() => window.fakeMidi.unplugKeyboard('Keys'));
  await press(page, 'Connect MIDI');
  await says(page, 'No MIDI input found. Plug one in.');
  await press(page, 'Play');
  await press(page, 'Default sound');
  await page.evaluate(() => window.fakeMidi.plugKeyboard('Piano'));
  await play(page, 0x90, 69, 100);
  await loud(page, true);
  // The pedal holds it, and goes with the keyboard, too.
  await play(page, 0xb0, 64, 127);
  await play(page, 0x80, 69, 0);
  await loud(page, true);
  await page.evaluate(() => window.fakeMidi.unplugKeyboard('Piano'));
  await loud(page, false);
  assert.equal(person.errors, []);
  await person.close();
});

test('the pedal of a MIDI keyboard holds what is let go', async () => {
  const person = await open('fm_voice');
  const { page } = person;
  await press(page, 'Connect MIDI');
  await says(page, 'Connected to Keys.');
  await press(page, 'Play');
  await press(page, 'Default sound');
  await play(page, 0xb0, 64, 127);
  await play(page, 0x90, 69, 100);
  await loud(page, true);
  await play(page, 0x80, 69, 0);
  await page.waitForTimeout(500);
  assert.ok((await loudness(page)) > 0.002);
  await play(page, 0xb0, 64, 0);
  await loud(page, false);
  assert.equal(person.errors, []);
  await person.close();
});

test('a mapped controller of 14 bits moves in as many steps', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  await press(page, 'Connect MIDI');
  await page.getByLabel('Map a controller to').selectOption('pad_x');
  await press(page, 'MIDI learn');
  const exactly = async (high: number, low?: number): Promise<number> => {
    await play(page, 0xb0, 9, high);
    if (low !== undefined) await play(page, 0xb0, 41, low);
    return Math.round(((await standing(page))['pad_x'] ?? 0) * 32_768);
  };
  assert.is(await exactly(127), 32_768);
  assert.is(await exactly(64), Math.round((64 / 127) * 32_768));
  for (const [high, low] of [
    [64, 0],
    [64, 1],
    [64, 2],
    [127, 127],
    [0, 0],
  ] as const) {
    assert.is(await exactly(high, low), Math.round((((high << 7) | low) / 16_383) * 32_768));
  }
  assert.is(await exactly(64), Math.round((8_192 / 16_383) * 32_768));
  await person.close();
});

test('a controller learns to move a place or a param, is remembered, and forgets', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  const learn = async (what: string, controller: number): Promise<void> => {
    await page.getByLabel('Map a controller to').selectOption(what);
    await press(page, 'MIDI learn');
    await says(page, 'Move a controller');
    // A note is not a controller: it goes on learning.
    await play(page, 0x90, 60, 1);
    await play(page, 0xb0, controller, 0);
  };
  await press(page, 'Connect MIDI');
  await learn('pad_x', 74);
  await play(page, 0xb0, 74, 127);
  await stands(page, 'pad_x', 1);
  const param = await page
    .locator('sound-mode')
    .evaluate((element: SoundModeElement) => element.view?.model.mode.params[0]?.name ?? '');
  await learn(param, 7);
  await play(page, 0xb5, 7, 127);
  await stands(page, param, 1);
  const learned = page.locator('sound-mode .mappings li');
  assert.is(await learned.count(), 2);
  await look(page, 'player-midi');

  await enter(page, 'space_reverb');
  await press(page, 'Connect MIDI');
  assert.is(await learned.count(), 2);
  await play(page, 0xb0, 74, 64);
  await stands(page, 'pad_x', 64 / 127);
  await page.getByRole('button', { name: 'Remove CC 74' }).click();
  await play(page, 0xb0, 74, 0);
  await stands(page, 'pad_x', 64 / 127);
  assert.is(await learned.count(), 1);
  assert.equal(person.errors, []);
  await person.close();
});

test('a gamepad’s four axes move the joystick’s four', async () => {
  const person = await open('paf_synth');
  const { page } = person;
  await press(page, 'Play');
  await page.evaluate(() => {
    window.fakeAxes = [1, -1, -0.5, 0.5];
  });
  await stands(page, 'joy_x', 1);
  await stands(page, 'joy_y', 1);
  await stands(page, 'joy_z', 0.25);
  await stands(page, 'joy_w', 0.25);
  assert.equal(person.errors, []);
  await person.close();
});

closing(chromium, service, folder);

test.run();

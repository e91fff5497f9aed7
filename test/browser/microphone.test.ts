/** The microphone: off whenever it is not heard, whatever its access takes or refuses, and heard at any sample rate. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import { Chromium, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { press } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';
import { hearTones, writeTones } from '../support/tones.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-microphone-'));
const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch({
  flags: [`--use-file-for-fake-audio-capture=${writeTones(folder)}`],
});

interface Prompt {
  /** Gives access each time it is asked for, also if it was before. */
  grant(): void;
  /** What was asked for and given. */
  asked: number;
  readonly tracks: MediaStreamTrack[];
  readonly session: { type: string };
}

declare global {
  interface Window {
    access: Prompt;
  }
}

/** Runs before the page: it waits for access to the microphone until the test gives it. */
function holdAccess(): void {
  const granted = new Promise<void>((resolve) => {
    window.access = { grant: resolve, asked: 0, tracks: [], session: { type: 'auto' } };
  });
  Object.defineProperty(navigator, 'audioSession', { value: window.access.session });
  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = async function (constraints) {
    window.access.asked += 1;
    await granted;
    const stream = await getUserMedia.call(this, constraints);
    window.access.tracks.push(...stream.getTracks());
    return stream;
  };
}

/** As Firefox 150: only contexts of a rate connect to the microphone; those without one of their own have 44.1 kHz. */
function connectsOnly(rate_hz: number): void {
  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super({ sampleRate: 44_100, ...options });
    }
    override createMediaStreamSource(stream: MediaStream): MediaStreamAudioSourceNode {
      if (this.sampleRate === rate_hz) return super.createMediaStreamSource(stream);
      throw new DOMException('different sample-rate', 'NotSupportedError');
    }
  };
}

async function open(modeId: string, rate_hz?: number): Promise<Person> {
  const person = await chromium.person();
  await person.page.addInitScript(holdAccess);
  if (rate_hz !== undefined) await person.page.addInitScript(connectsOnly, rate_hz);
  await person.page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await person.page.locator('sound-mode .instrument').waitFor();
  return person;
}

const asked = (page: Page, times: number): Promise<unknown> =>
  page.waitForFunction((wanted) => window.access.asked === wanted, times);

const grant = (page: Page): Promise<void> => page.evaluate(() => window.access.grant());

/** Waits until so many microphones were opened, and whether they are on. */
const microphones = (page: Page, ...on: readonly boolean[]): Promise<void> =>
  until(
    async () => {
      const are = await page.evaluate(() =>
        window.access.tracks.map((track) => track.readyState === 'live'),
      );
      return String(are) === String(on);
    },
    () => `the microphones to be ${on}`,
  );

const session = (page: Page): Promise<string> => page.evaluate(() => window.access.session.type);

const says = (page: Page, text: string): Promise<void> =>
  page.locator('sound-mode .message', { hasText: text }).waitFor();

test('it is off after Pause, also if access is given only then', async () => {
  const person = await open('sound_analysis');
  const { page } = person;
  await press(page, 'Play');
  // It plays while the browser asks.
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await asked(page, 1);
  await press(page, 'Pause');
  await grant(page);
  await microphones(page, false);
  await until(async () => (await session(page)) === 'playback');

  await press(page, 'Play');
  await microphones(page, false, true);
  assert.is(await session(page), 'play-and-record');
  await press(page, 'Pause');
  await microphones(page, false, false);
  assert.is(await session(page), 'playback');
  assert.equal(person.errors, []);
  await person.close();
});

test('a source that was chosen later stays, whenever access is given', async () => {
  const person = await open('vocoder');
  const { page } = person;
  await press(page, 'Play');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await press(page, 'Microphone');
  await press(page, 'Plucked strings');
  const level = page.getByRole('meter', { name: 'Input level' });
  const loud = () => level.evaluate((meter: HTMLMeterElement) => meter.value > 0.3);
  await until(loud);
  await grant(page);
  await until(async () => (await page.evaluate(() => window.access.tracks.length)) > 0);
  const opened = await page.evaluate(() => window.access.tracks.length);
  await microphones(page, ...Array.from({ length: opened }, () => false));
  await until(loud);
  assert.equal(person.errors, []);
  await person.close();
});

test('where it has another sample rate than the sound, it is resampled, and its pitch is right', async () => {
  const person = await open('sound_analysis', 44_100);
  const { page } = person;
  await grant(page);
  await press(page, 'Play');
  const { near, level } = await hearTones(page);
  assert.ok(Math.min(...near) >= 8, `heard the tones ${near.join(' and ')} times`);
  assert.ok(level > 0.5, `energy ${level}`);
  await press(page, 'Pause');
  await microphones(page, false);
  assert.equal(person.errors, []);
  await person.close();
});

test('where it cannot be used at its rate, it is off, and the page says what to do', async () => {
  const person = await open('sound_analysis', 8_000);
  const { page } = person;
  await grant(page);
  await press(page, 'Play');
  await says(page, 'Set the microphone to 48 kHz in your system’s sound settings');
  await microphones(page, false);
  await press(page, 'Microphone');
  await microphones(page, false, false);
  assert.equal(person.errors, []);
  await person.close();
});

test('what keeps it off is named', async () => {
  const person = await open('sound_analysis');
  const { page } = person;
  await press(page, 'Play');
  for (const [name, text] of [
    ['NotAllowedError', 'Microphone access was denied. Allow it in your browser'],
    ['NotFoundError', 'No microphone was found. Connect one'],
    ['NotReadableError', 'The microphone is in use by another program.'],
    ['TypeError', 'The microphone can’t be opened: out of order'],
  ] as const) {
    await page.evaluate((refusal) => {
      MediaDevices.prototype.getUserMedia = () =>
        Promise.reject(new DOMException('out of order', refusal));
    }, name);
    await press(page, 'Microphone');
    await says(page, text);
  }
  const pressed = page.locator('.feed [aria-pressed=true]');
  assert.is(await pressed.count(), 0, 'it hears nothing');
  await press(page, 'Plucked strings');
  await pressed.filter({ hasText: 'Plucked strings' }).waitFor();
  assert.is(await page.locator('sound-mode .message').textContent(), '');
  assert.equal(person.errors, []);
  await person.close();
});

closing(chromium, service, folder);

test.run();

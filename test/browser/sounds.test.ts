/** Sounds that are added to a site: one that is too large is compressed, and sounds as before. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shown, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { waitForCode, withWorld } from '../support/editing.ts';

interface Recording {
  readonly rate_hz: number;
  readonly seconds: number;
  /** Of the left and the right side. */
  readonly tones_hz: readonly number[];
  /** Sound begins here. */
  readonly from_s: number;
}

/** A WAV file of 16 bits with a tone on each side. */
function wav({ rate_hz, seconds, tones_hz, from_s }: Recording): Buffer {
  const channels = tones_hz.length;
  const bytes = 2 * channels * rate_hz * seconds;
  const file = Buffer.alloc(44 + bytes);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rate_hz, 24);
  file.writeUInt32LE(2 * channels * rate_hz, 28);
  file.writeUInt16LE(2 * channels, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(bytes, 40);
  for (let frame = Math.round(from_s * rate_hz); frame < rate_hz * seconds; frame += 1) {
    for (const [side, tone] of tones_hz.entries()) {
      const value = 12_000 * Math.sin((2 * Math.PI * tone * frame) / rate_hz);
      file.writeInt16LE(Math.round(value), 44 + 2 * (channels * frame + side));
    }
  }
  return file;
}

const add = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page
    .getByLabel('Add pictures and sounds')
    .setInputFiles([{ name, mimeType: 'audio/wav', buffer }]);

/** What the preview's only sound is: its length, where it begins, and the tone of each side. */
async function heard(page: Page) {
  const audio = shown(page).locator('audio');
  await audio.waitFor();
  return audio.evaluate(async ({ src }: HTMLAudioElement) => {
    const bytes = Uint8Array.from(atob(src.split(',')[1] ?? ''), (one) => one.charCodeAt(0));
    const size = bytes.length;
    const sound = await new OfflineAudioContext(2, 1, 48_000).decodeAudioData(bytes.buffer);
    const sides = Array.from({ length: sound.numberOfChannels }, (_, side) =>
      sound.getChannelData(side),
    );
    const [first = new Float32Array()] = sides;
    const tones = sides.map((samples) => {
      let rises = 0;
      for (let at = 5 * 48_000; at < 6 * 48_000; at += 1) {
        if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) rises += 1;
      }
      return rises;
    });
    const from_s = first.findIndex((one) => Math.abs(one) > 0.05) / 48_000;
    return { size, duration: sound.duration, tones, from_s, type: src.slice(0, 15) };
  });
}

test('a large sound is compressed, with both sides, its length and its beginning', () =>
  withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('song', 'Ada');
    const song = wav({ rate_hz: 44_100, seconds: 40, tones_hz: [440, 660], from_s: 2 });
    assert.ok(song.length > 7_000_000);
    await page.getByRole('tab', { name: 'Pictures and sounds' }).click();
    await add(page, 'My song.wav', song);
    await page
      .getByText(
        /My song\.wav was compressed from 7\.1 MB to [\d.]+ (kB|MB) \(Opus, 128 kbit\/s\)\./,
      )
      .waitFor();
    await look(page, 'sound-compressed', 'desktop');
    assert.equal(await accessibility(page), []);
    await page.getByRole('button', { name: 'Insert My-song.opus' }).click();
    await waitForCode(page, '<audio src="My-song.opus" controls></audio>');
    const { size, duration, tones, from_s, type } = await heard(page);
    assert.is(type, 'data:audio/ogg;');
    assert.ok(size < 2_097_152, `${size} bytes`);
    assert.ok(Math.abs(duration - 40) < 0.001, `${duration} s`);
    assert.ok(Math.abs(from_s - 2) < 0.01, `from ${from_s} s`);
    for (const [side, tone] of [440, 660].entries()) {
      assert.ok(Math.abs((tones[side] ?? 0) - tone) <= 2, `${tones}`);
    }
    await waitForStatus(page, 'saved');
    assert.equal(errors, []);
  }));

test('the longer a sound, the fewer bits; one that is too long or broken is refused with what to do', () =>
  withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('long', 'Ada');
    await page.getByRole('tab', { name: 'Pictures and sounds' }).click();
    const talk = wav({ rate_hz: 8_000, seconds: 420, tones_hz: [300, 300], from_s: 0 });
    await add(page, 'talk.wav', talk);
    await page
      .getByText(/talk\.wav was compressed from 13 MB to .* \(Opus, 36 kbit\/s\)/)
      .waitFor();
    await page.getByRole('button', { name: 'Insert talk.opus' }).click();
    const { size, duration, tones } = await heard(page);
    assert.ok(size <= 2_097_152, `${size} bytes`);
    assert.ok(Math.abs(duration - 420) < 0.001, `${duration} s`);
    assert.is(tones.length, 1, 'one channel is better than two of half the bits');
    await page.getByRole('tab', { name: 'Pictures and sounds' }).click();
    const lecture = wav({ rate_hz: 4_000, seconds: 600, tones_hz: [300], from_s: 0 });
    await add(page, 'lecture.wav', lecture);
    await page.getByText('lecture.wav is too long: a sound can last about 8 minutes.').waitFor();
    await add(page, 'broken.wav', Buffer.alloc(3_000_000, 7));
    await page.getByText('broken.wav can’t be opened here as a sound.').waitFor();
    assert.is(await page.getByRole('button', { name: /^Insert (?!talk)/ }).count(), 0);
    assert.equal(errors, []);
  }));

test('a small sound stays as it is, and so does a large one where the browser cannot compress', () =>
  withWorld({}, async ({ editor }) => {
    const { page } = await editor('small-sound', 'Ada');
    await page.getByRole('tab', { name: 'Pictures and sounds' }).click();
    const beep = wav({ rate_hz: 8_000, seconds: 1, tones_hz: [300], from_s: 0 });
    await add(page, 'beep.wav', beep);
    await page.getByRole('button', { name: 'Insert beep.wav' }).click();
    const source = await shown(page).locator('audio').getAttribute('src');
    assert.ok(Buffer.from(source?.split(',')[1] ?? '', 'base64').equals(beep));
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'AudioEncoder'));
    await page.getByRole('tab', { name: 'Pictures and sounds' }).click();
    await add(page, 'large.wav', Buffer.concat([beep, Buffer.alloc(2_500_000)]));
    await page.getByText('large.wav is 2.5 MB; the limit is 2.1 MB. Shorten it').waitFor();
  }));

test.run();

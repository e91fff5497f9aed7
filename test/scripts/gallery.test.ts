/** The pictures of the gallery: drawn from the sound, and found stale when that changes. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import gallery from '../../build/gallery/pictures.json' with { type: 'json' };
import { GALLERY_FILE, runGallery } from '../../scripts/render/gallery.ts';
import { controllerLevels, ridges, soundLevels } from '../../scripts/render/ridges.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-gallery-'));
const file = path.join(folder, 'pictures.json');

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  return { code: await runGallery(args, (line) => lines.push(line), file), lines };
}

test('the committed pictures are those of the sounds', async () => {
  copyFileSync(GALLERY_FILE, file);
  assert.equal(await run('--check'), { code: 0, lines: [`${file} is up to date`] });
});

test('a picture of another sound is stale, a mode without one is not, and both are drawn', async () => {
  const { drone, ...others } = gallery.pictures;
  const wrong = { ...gallery, pictures: { ...others, paf_synth: drone } };
  writeFileSync(file, JSON.stringify(wrong));
  const { code, lines } = await run('--check');
  assert.is(code, 1);
  assert.equal(lines, [
    `${file} has no picture of drone; npm run gallery draws it`,
    `${file}: the picture of paf_synth is not that of its sound; run npm run gallery`,
  ]);
  assert.equal(await run(), { code: 0, lines: [`wrote ${file}`] });
  assert.is(readFileSync(file, 'utf8'), readFileSync(GALLERY_FILE, 'utf8'));
  const { paf_synth: _, ...rest } = gallery.pictures;
  writeFileSync(file, JSON.stringify({ ...gallery, pictures: rest }));
  assert.is((await run('--check')).code, 0);
});

test('a sine is one peak at its place, as high at every time', () => {
  const left = Float32Array.from(
    { length: 48_000 },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * 1000 * i) / 48_000),
  );
  const rows = soundLevels({ sampleRateHz: 48_000, left, right: left });
  const peaks = rows.map((row) => row.indexOf(Math.max(...row)));
  assert.is(new Set(peaks).size, 1);
  // 50 Hz to 14 kHz in 36 bands: 1 kHz is 53 % of the way.
  assert.is(peaks[0], 19);
  assert.ok(rows.every((row) => Math.max(...row) > 0.99 && row[2] === 0));
});

test('controllers are lines over time', () => {
  const events = [
    { frame: 0, message: [0xb0, 20, 127] },
    { frame: 500, message: [0xb0, 20, 0] },
    { frame: 0, message: [0x90, 60, 100] },
  ] as const;
  const levels = controllerLevels(events, 1000);
  assert.is(levels.length, 1);
  assert.is(levels[0]?.[0], 1);
  assert.is(levels[0]?.at(-1), 0);
});

test('lines begin on their baselines and go up by their levels', () => {
  assert.equal(
    ridges([
      [0, 1],
      [0.5, 0],
    ]),
    ['M0 26l4 0 4-26', 'M0 31l4-13 4 13'],
  );
});

test.after(() => rmSync(folder, { recursive: true }));

test.run();

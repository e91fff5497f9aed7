/** `npm run demo` from start to end: what it tells, and the pictures, the sound and the taught file it leaves. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runDemo } from '../../scripts/demo/command.ts';
import { readWav } from '../../scripts/render/read-wav.ts';
import { loudnessDb } from '../../scripts/render/render.ts';
import { decodeTaught } from '../../src/shared/taught.ts';
import { closing } from '../support/closing.ts';

mkdirSync('out', { recursive: true });
const out = mkdtempSync('out/demo-');
const told: string[] = [];
const telling = {
  print: (line: string) => told.push(line),
  warn: (line: string) => told.push(line),
};

/** Width and height of a PNG, and its bytes: a picture of nothing compresses to very few. */
function picture(name: string): { readonly width: number; readonly height: number; bytes: number } {
  const file = readFileSync(path.join(out, name));
  assert.is(file.toString('latin1', 1, 4), 'PNG', name);
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20), bytes: file.length };
}

test('the tour is given and told in sentences', async () => {
  assert.is(await runDemo(['--out', out], telling), 0);
  for (const line of told.filter((one) => !one.startsWith('  '))) assert.match(line, /[.:]$/);
  const words = told.join('\n');
  for (const part of [
    'Grace follows the invitation',
    'First harvest',
    'a second page',
    'by ear, and keeps one',
    'Learned in',
    'A visitor opens',
    'What Ada wrote meanwhile reaches Grace',
    'Ada restores the previous version',
  ]) {
    assert.match(words, part);
  }
});

test('it leaves what it named, and nothing else', () => {
  const named = told.flatMap((line) => /^ {2}(\S+\.(?:png|svg|wav))/.exec(line)?.[1] ?? []);
  const files = named.map((file) => path.basename(file));
  assert.is(files.length, 9);
  assert.equal(readdirSync(out).sort(), [...files, 'paf_synth.taught'].sort());
  for (const file of files.filter((name) => name.endsWith('.png'))) {
    const { width, height, bytes } = picture(file);
    assert.ok(width >= 900 && height >= 500 && bytes > 20_000, `${file}: ${width} × ${height}`);
  }
});

test('the taught file holds four vowels and what was found by ear, and the rendered sound is one', () => {
  const { mode_id, examples } = decodeTaught(readFileSync(path.join(out, 'paf_synth.taught')));
  assert.is(mode_id, 'paf_synth');
  assert.is(examples.length, 5);
  assert.is(new Set(examples.map(({ outputs }) => outputs.join())).size, 5);
  const sound = readWav(readFileSync(path.join(out, '8-sound.wav')));
  assert.is(sound.left.length, 8 * 48000);
  assert.ok(loudnessDb(sound) > -40, `${loudnessDb(sound)} dB`);
});

closing(out);

test.run();

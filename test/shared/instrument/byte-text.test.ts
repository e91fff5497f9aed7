import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bytesOfText, textOfBytes } from '../../../src/shared/instrument/byte-text.ts';

test('every byte comes back', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  assert.equal(bytesOfText(textOfBytes(bytes)), bytes);
});

test('no byte becomes a letter that documents change: line breaks, NUL', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  assert.match(textOfBytes(bytes), /^[ -\u011f]{256}$/);
});

test('the engines take a fifth less than in base64 once compressed', () => {
  const wasm = readFileSync('build/wasm/ensemble.wasm');
  const size = (text: string) => brotliCompressSync(text).length;
  assert.ok(size(textOfBytes(wasm)) < 0.8 * size(wasm.toString('base64')));
});

test.run();

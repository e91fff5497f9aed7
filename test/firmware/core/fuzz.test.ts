/** Random shapes, weights and calls under sanitizers: no overflow, no stray access, equal kernels. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Finished, Native, SANITIZE } from '../../support/native.ts';

const SOURCES = ['test/firmware/core/fuzz_main.cc'];
const ROUNDS = '1500';
/** Another one on every day, so that the same rounds are not walked for ever; printed on failure. */
const seed = String(Math.floor(Date.now() / 86_400_000) * 10_000);

async function fuzz(flags: readonly string[], includes?: readonly string[]): Promise<Finished> {
  const program = await Native.compile({
    sources: SOURCES,
    flags,
    ...(includes === undefined ? {} : { includes }),
  });
  try {
    return await program.run(seed, ROUNDS);
  } finally {
    program.remove();
  }
}

const weights = (run: Finished): string | undefined => /^weights \d+$/m.exec(run.stdout)?.[0];

test('vector and portable kernels survive and agree', async () => {
  const vector = await fuzz(SANITIZE);
  const portable = await fuzz([...SANITIZE, '-DENS_PORTABLE']);
  const where = `seed ${seed}: `;
  assert.is(vector.code, 0, where + vector.stdout + vector.stderr);
  assert.is(portable.code, 0, where + portable.stdout + portable.stderr);
  assert.ok(weights(vector), vector.stdout);
  assert.is(weights(vector), weights(portable), where);
});

/** Bounds too generous: the sanitizer must see a sum leave 32 bits. */
for (const [what, name, from, to] of [
  ['weights', 'shape.h', 'first ? 120 : 60', 'first ? 480 : 240'],
  ['gradients', 'mlp_train.h', '(8 << gradient_shift_)', '(512 << gradient_shift_)'],
] as const) {
  test(`a limit of ${what} that is too large is found`, async () => {
    mkdirSync('out/mutants', { recursive: true });
    const folder = mkdtempSync('out/mutants/');
    try {
      cpSync('firmware/core', path.join(folder, 'core'), { recursive: true });
      const file = path.join(folder, 'core', name);
      const text = readFileSync(file, 'utf8');
      assert.is(text.split(from).length, 2, from);
      writeFileSync(file, text.replace(from, to));
      const run = await fuzz([...SANITIZE, '-DENS_PORTABLE'], [folder, 'test']);
      assert.is.not(run.code, 0);
      assert.match(run.stderr, /signed integer overflow/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

test.run();

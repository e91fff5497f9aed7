/** The golden run: the BigInt reference, the host's vector and portable kernels, and WebAssembly. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Native, SANITIZE } from '../../support/native.ts';
import { textModule } from '../../support/wasm-text.ts';

const golden = readFileSync('test/golden/core.txt', 'utf8');
const learned = readFileSync('test/golden/learner.txt', 'utf8');
const explored = readFileSync('test/golden/explore.txt', 'utf8');
const PROGRAM = 'test/firmware/core/golden_main.cc';

test('the golden runs are what the BigInt reference computes', () => {
  mkdirSync('out', { recursive: true });
  const folder = mkdtempSync('out/golden-');
  try {
    const script = ['--import', 'tsx', 'test/support/write-golden.ts', folder];
    execFileSync(process.execPath, script);
    const written = (name: string) => readFileSync(path.join(folder, name), 'utf8');
    assert.fixture(written('core.txt'), golden, 'the network');
    assert.fixture(written('learner.txt'), learned, 'the learner');
    assert.fixture(written('explore.txt'), explored, 'exploring');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

for (const [name, flags] of [
  ['vector kernels, -O2', ['-O2']],
  ['vector kernels, all the machine has', ['-O3', '-march=native']],
  ['portable kernels', ['-O2', '-DENS_PORTABLE']],
  ['portable kernels under sanitizers', [...SANITIZE, '-DENS_PORTABLE']],
] as const) {
  test(`the host computes the golden run: ${name}`, async () => {
    const program = await Native.compile({ sources: [PROGRAM], flags });
    try {
      const { code, stdout, stderr } = await program.run();
      assert.is(code, 0, stderr);
      const [arena, fixed, learner, explore] = stdout.split('--\n');
      assert.fixture(arena ?? '', golden, 'shapes given at run time');
      assert.fixture(fixed ?? '', golden, 'shapes as constants');
      assert.fixture(learner ?? '', learned, 'the learner');
      assert.fixture(explore ?? '', explored, 'exploring');
    } finally {
      program.remove();
    }
  });
}

for (const [name, flags] of [
  ['SIMD', []],
  ['without SIMD', ['-mno-simd128']],
] as const) {
  test(`WebAssembly computes the golden run: ${name}`, async () => {
    const call = await textModule({ sources: [PROGRAM], flags });
    assert.fixture(call('golden_arena'), golden, 'shapes given at run time');
    assert.fixture(call('golden_fixed'), golden, 'shapes as constants');
    assert.fixture(call('golden_learner'), learned, 'the learner');
    assert.fixture(call('golden_explore'), explored, 'exploring');
  });
}

test.run();

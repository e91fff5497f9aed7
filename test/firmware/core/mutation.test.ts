/**
 * Every constant of the arithmetic matters: change any one, and the golden run must differ. This is
 * the test of the golden test.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Native } from '../../support/native.ts';

const golden = readFileSync('test/golden/core.txt', 'utf8');
const learned = readFileSync('test/golden/learner.txt', 'utf8');

/** [file in firmware/core, text that stands there once, what takes its place] */
const MUTANTS: readonly (readonly [string, string, string])[] = [
  ['rng.h', '0x9E3779B9u', '0x9E3779B8u'],
  ['rng.h', '0x243F6A88u', '0x243F6A89u'],
  ['rng.h', 'kWarmUp = 12', 'kWarmUp = 11'],
  ['rng.h', 'b_ >> 9', 'b_ >> 10'],
  ['rng.h', 'c_ << 3', 'c_ << 4'],
  ['rng.h', 'c_ << 21', 'c_ << 20'],
  ['rng.h', 'counter_ = 1', 'counter_ = 2'],
  ['activation.h', '0.96923323447634413', '0.9692332'],
  ['activation.h', 't * (1.0 - t * t)', '0.9 * t * (1.0 - t * t)'],
  ['activation.h', '2 * (knots', '(knots'],
  ['activation.h', '0x7FFF', '0x7FFE'],
  ['activation.h', '((value >> 16) & 1)', '0'],
  ['activation.h', '> 32767 ? 32767', '> 32766 ? 32766'],
  ['activation.h', 'half_tanh<20, 16384>', 'half_tanh<19, 16384>'],
  ['activation.h', 'half_tanh<19, 0>(sum))', 'half_tanh<18, 0>(sum))'],
  ['shape.h', 'kBiasLimit = kWeightBits + 2', 'kBiasLimit = kWeightBits + 1'],
  ['shape.h', 'limit = kWeightBits + 3', 'limit = kWeightBits + 2'],
  ['shape.h', 'first ? 120 : 60', 'first ? 120 : 29'],
  ['shape.h', 'first ? 120 : 60', 'first ? 60 : 60'],
  ['shape.h', 'int bits = 15', 'int bits = 14'],
  ['shape.h', 'int limit = 14', 'int limit = 9'],
  ['mlp_change.h', '<= std::uint64_t{1} << 32', '<= std::uint64_t{1} << 31'],
  [
    'mlp_change.h',
    '(spread * (inverse_root(inputs) >> 1)) >> 15',
    '(spread * (inverse_root(inputs) >> 1)) >> 14',
  ],
  ['mlp_change.h', 'inverse_root(inputs) >> 1', 'inverse_root(inputs) >> 2'],
  ['kernels.h', 'input - kUnitOne / 2', 'input - kUnitOne / 2 + 1'],
  [
    'backward.h',
    'const std::int32_t half = (std::int32_t{1} << shift) >> 1;\n  for',
    'const std::int32_t half = 0;\n  for',
  ],
  ['backward.h', '(y * (32768 - y)) >> 15', '(y * (32767 - y)) >> 15'],
  ['backward.h', '(std::int32_t{1} << 28) - activation', '(std::int32_t{1} << 27) - activation'],
  ['backward.h', 'multiply_add_high(256,', 'multiply_add_high(0,'],
  ['backward.h', '(slope)) >> 9', '(slope)) >> 10'],
  ['rprop.h', 'kInitialStep = 6710886', 'kInitialStep = 6710888'],
  ['rprop.h', 'kMaxStep = 13421773', 'kMaxStep = 13421775'],
  ['rprop.h', 'kMinStep = 128', 'kMinStep = 4096'],
  ['rprop.h', 'std::int32_t{1} << 28', 'std::int32_t{1} << 27'],
  ['rprop.h', '+ 0.5f', '+ 1.5f'],
  ['rprop.h', 'size + (size >> 2)', 'size + (size >> 3)'],
  ['rprop.h', '(size >> 1) & ~kRemembers', '(size >> 2) & ~kRemembers'],
  ['rprop.h', '? pack_rows<17> : pack_rows<16>', '? pack_rows<16> : pack_rows<16>'],
  ['rprop.h', '*biases >> 2', '*biases >> 3'],
  ['mlp_train.h', '(8 << gradient_shift_)', '(1 << gradient_shift_)'],
  ['mlp_train.h', 'range.first & ~kRemembers', 'range.first | kRemembers'],
];

/** The same of what an untaught network plays: the golden run of the learner must differ. */
const UNTAUGHT_MUTANTS: typeof MUTANTS = [
  ['mlp_liven.h', 'kLeastBiasBit = 13', 'kLeastBiasBit = 17'],
  ['mlp_liven.h', '? 0 : kUnitOne / 2', '? 0 : kUnitOne / 4'],
  ['mlp_liven.h', '(untaught_.at_bottom >> i) & 1', '(untaught_.at_bottom >> i) & 3'],
  ['mlp_liven.h', 'j < layer.inputs; ++j) row', 'j < layer.inputs - 1; ++j) row'],
  ['mlp_liven.h', '[i / 64] >>', '[i / 128] >>'],
  ['mlp_change.h', 'untaught_ = start.untaught;', 'untaught_ = {};'],
  ['mlp_liven.h', 'kLivelyDraw = {kUnitOne, kUnitOne,', 'kLivelyDraw = {kUnitOne + 40, kUnitOne,'],
  ['mlp_liven.h', 'kLivelyDraw = {kUnitOne, kUnitOne,', 'kLivelyDraw = {kUnitOne, kUnitOne + 40,'],
  ['mlp_liven.h', 'kUnitOne / 2}', 'kUnitOne / 2 + 40}'],
  ['mlp_liven.h', 'kUnitOne / 4, kUnitOne / 8', 'kUnitOne / 5, kUnitOne / 8'],
  ['mlp_liven.h', 'kUnitOne / 4, kUnitOne / 8', 'kUnitOne / 4, kUnitOne / 9'],
  ['mlp_liven.h', 'kLivelyDraws = 24', 'kLivelyDraws = 3'],
  ['mlp_liven.h', 'kLeastDeviation = 410', 'kLeastDeviation = 500'],
  ['mlp_liven.h', 'kLeastRange = 1434', 'kLeastRange = 1200'],
  ['mlp_liven.h', '0x6996966996696996', '0x6996966996696990'],
  ['mlp_liven.h', 'rng_ = first_', 'rng_ = after'],
];

/** The first line in which two texts differ, or nothing. */
function difference(got: string, expected: string): string | undefined {
  const lines = got.split('\n');
  const index = expected.split('\n').findIndex((line, at) => line !== lines[at]);
  return index < 0 ? undefined : `line ${index + 1}`;
}

/** Compiles the golden run against a copy of firmware/core with one text replaced, and compares. */
async function measure(
  [file, from, to]: (typeof MUTANTS)[number],
  untaught = false,
): Promise<string | undefined> {
  mkdirSync('out/mutants', { recursive: true });
  const folder = mkdtempSync('out/mutants/');
  try {
    cpSync('firmware/core', path.join(folder, 'core'), { recursive: true });
    const target = path.join(folder, 'core', file);
    const text = readFileSync(target, 'utf8');
    assert.is(text.split(from).length, 2, `${file} holds "${from}" once`);
    writeFileSync(target, text.replace(from, to));
    const program = await Native.compile({
      sources: ['test/firmware/core/golden_main.cc'],
      flags: ['-O1', `-DENS_GOLDEN_${untaught ? 'LEARNER' : 'ARENA'}_ONLY`],
      includes: [folder, 'test'],
    });
    try {
      const { code, stdout } = await program.run();
      return code === 0 ? difference(stdout, untaught ? learned : golden) : `exit ${code}`;
    } finally {
      program.remove();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('unchanged, the golden run holds', async () => {
  for (const untaught of [false, true]) {
    assert.is(await measure(['rng.h', 'kWarmUp = 12', 'kWarmUp = 12'], untaught), undefined);
  }
});

for (const mutant of [...MUTANTS, ...UNTAUGHT_MUTANTS]) {
  const [file, from, to] = mutant;
  test(`${file}: "${to}" for "${from}" is noticed`, async () => {
    const untaught = UNTAUGHT_MUTANTS.includes(mutant);
    assert.ok(await measure(mutant, untaught), 'the golden run did not change');
  });
}

test.run();

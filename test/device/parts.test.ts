/**
 * What a board does that the emulated one has no hardware for, on simulated parts that are stricter than real ones: first
 * sound, codec, watchdog, memory, what was taught, MIDI, buttons and light, and changes without a click.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertPassed, CTEST_NAMES, runCtest, testsIn } from '../support/ctest.ts';

/** Changes of voice space and of slots without a click; MIDI and its clock inside an instrument. */
const OTHERS = [
  'engines/interface_test',
  'engines/sound_checks_test',
  'instrument/clock_test',
  'instrument/play_test',
];
const names = [...CTEST_NAMES.filter((name) => name.startsWith('device/')), ...OTHERS];

const report = runCtest(names);

for (const name of names) test(name, () => assertPassed(report, name));

test('every test of a part ran', () => {
  assert.ok(names.length > 15, `${names.length} tests`);
  assert.equal(testsIn(report), names);
});

test.run();

/** Files of presets: read as they were written, and refused with a reason that a page can put into words. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { modeSpec } from '../../src/shared/instrument/mode-spec.ts';
import {
  PresetsFileError,
  type PresetsOwner,
  readPresets,
  writePresets,
} from '../../src/shared/presets-file.ts';

function ownerOf(modeId: string): PresetsOwner {
  const mode = MODES.find((one) => one.modeId === modeId);
  if (mode === undefined) throw new Error(`no mode ${modeId}`);
  return { modeId, shape: modeSpec(mode), voiceSpaces: mode.voiceSpaces.length };
}

const DRONE = ownerOf('drone');
const outputs = Array.from({ length: 10 }, (_, index) => 3_000 * index);
const PRESETS = [
  { name: 'By examples', voiceSpace: 2, taught: [{ inputs: [0, 1, 2, 32_768], outputs }] },
  { name: 'Whole', voiceSpace: 0, taught: Uint8Array.of(1, 2, 3) },
];
const text = writePresets(DRONE, PRESETS);

test('presets are read as they were written', () => {
  assert.equal(readPresets(DRONE, text), PRESETS);
  assert.equal(readPresets(DRONE, writePresets(DRONE, [])), []);
});

const REFUSED: readonly (readonly [what: string, text: string, fault: string, subject: string])[] =
  [
    ['no JSON', 'x', 'notPresets', ''],
    ['another file', '{"format":"x","version":1}', 'notPresets', ''],
    ['a later version', text.replace('"version": 1', '"version": 2'), 'newer', ''],
    ['a name of spaces', text.replace('"Whole"', '"  "'), 'damaged', 'presets.1.name'],
    ['a sound that is no text', text.replace(/"#taught=[^"]*"/, '5'), 'damaged', 'presets.0.sound'],
    ['presets of another mode', text.replace('"drone"', '"wanderer"'), 'otherMode', 'wanderer'],
    ['a sound of a later version', text.replace('=1.', '=4.'), 'sound newer', 'By examples'],
    ['a sound that is cut', text.replace(/(=1\..{20})[^"]*/, '$1'), 'sound damaged', 'By examples'],
  ];

for (const [what, file, fault, subject] of REFUSED) {
  test(`${what} is refused: ${fault}`, () => {
    let refusal: unknown;
    try {
      readPresets(DRONE, file);
    } catch (error) {
      refusal = error;
    }
    assert.instance(refusal, PresetsFileError);
    if (!(refusal instanceof PresetsFileError)) return;
    assert.equal([refusal.fault, refusal.subject], [fault, subject]);
  });
}

test('sounds of another instrument are refused, whatever the file says', () => {
  const theirs = text.replace('"drone"', '"wanderer"');
  assert.throws(
    () => readPresets(ownerOf('wanderer'), theirs),
    (error: unknown) => error instanceof PresetsFileError && error.fault === 'sound foreign',
  );
});

test.run();

/** Every preset, as the gallery plays it, is about as loud as the reference. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openWorkshop } from '../../../scripts/instrument/modes.ts';
import { take } from '../../../scripts/loudness/performance.ts';
import { presetsOf } from '../../../src/shared/instrument/presets.ts';

const { abi, modes } = await openWorkshop();

for (const mode of modes.filter(({ engineId }) => engineId !== 'sound_analysis')) {
  test(`${mode.modeId}: every preset plays within 2 LU of -20 LUFS`, () => {
    for (const preset of presetsOf(mode.modeId)) {
      const { integrated, peak } = take(abi, {
        mode,
        voiceSpace: preset.voiceSpace,
        preset,
        seconds: 6,
      });
      assert.ok(Math.abs(integrated + 20) <= 2, `${preset.name}: ${integrated}`);
      assert.ok(peak <= 10 ** (-1 / 20), `${preset.name}: ${peak}`);
    }
  });
}

test.run();

/** Every preset, played: none is silent or clips, those of a mode are about as loud, and a gesture moves each. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeInstrument } from '../../scripts/instrument/make-instrument.ts';
import { openWorkshop } from '../../scripts/instrument/modes.ts';
import { GESTURES } from '../../scripts/render/gesture.ts';
import { loudnessDb, peak, render } from '../../scripts/render/render.ts';
import { learnPreset } from '../../src/shared/instrument/learn-preset.ts';
import { presetsOf } from '../../src/shared/instrument/presets.ts';

const { abi, modes } = await openWorkshop();
const circle = GESTURES.get('circle');
/** A sound analyser sends MIDI instead. */
const SILENT = ['sound_analysis'];

for (const mode of modes) {
  test(`${mode.modeId}: every preset plays what it was taught, where it was taught`, () => {
    for (const preset of presetsOf(mode.modeId)) {
      const instrument = makeInstrument(abi, mode);
      learnPreset(instrument, preset);
      for (const { inputs, outputs } of preset.examples) {
        const answer = instrument.map([...inputs]);
        const worst = Math.max(...outputs.map((unit, at) => Math.abs(unit - (answer[at] ?? 0))));
        assert.ok(worst <= 655, `${preset.name} is ${worst} units off`);
      }
      instrument.destroy();
    }
  });

  test(`${mode.modeId}: every preset sounds, alike loud, and a gesture changes it`, () => {
    assert.ok(circle);
    const levels = presetsOf(mode.modeId).map((preset) => {
      const sound = render(abi, {
        mode,
        playsNotes: mode.playsNotes,
        voiceSpace: preset.voiceSpace,
        gesture: circle,
        seconds: 4,
        sampleRateHz: 24000,
        seed: 1,
        preset,
      });
      if (SILENT.includes(mode.modeId)) {
        assert.ok(sound.events.length > 100, preset.name);
        return 0;
      }
      const level = loudnessDb(sound);
      assert.ok(level > -40 && level < -8, `${preset.name}: ${level} dB`);
      assert.ok(peak(sound) < 1, `${preset.name} clips`);
      return level;
    });
    const range = Math.max(...levels) - Math.min(...levels);
    assert.ok(range < 14, `${range} dB between the presets of ${mode.modeId}`);
  });
}

test.run();

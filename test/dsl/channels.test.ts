/** The channels and the units that names may carry. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CHANNELS, channelNamed } from '../../dsl/channels.ts';
import { IDENTIFIER_PATTERN } from '../../dsl/schema/identifier.ts';
import { unitOf } from '../../dsl/units.ts';

test('the channels are those of the design, in this order, each once', () => {
  assert.equal(
    CHANNELS.map((channel) => channel.name).join(' '),
    'joy_x joy_y joy_z joy_w pad_x pad_y ' +
      'slider_0 slider_1 slider_2 slider_3 slider_4 slider_5 slider_6 slider_7 ' +
      'midi_note midi_velocity midi_bend midi_mod midi_pressure ' +
      'audio_pitch audio_aperiodicity audio_energy audio_attack audio_brightness ' +
      'cv_0 cv_1 cv_2 cv_3 cv_4 cv_5 cv_6 cv_7 wander_0 wander_1 wander_2 wander_3',
  );
});

test('every channel can be written in a mode and says what its ends mean', () => {
  for (const channel of CHANNELS) {
    assert.match(channel.name, IDENTIFIER_PATTERN);
    assert.ok(channel.label && channel.zero && channel.half && channel.one, channel.name);
    assert.is(channelNamed(channel.name), channel);
  }
  assert.is(channelNamed('joy'), undefined);
  assert.is(channelNamed('constructor'), undefined);
});

test('the unit is the last part of a name, from the fixed list', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['cutoff_hz', 'hz'],
    ['attack_ms', 'ms'],
    ['decay_s', 's'],
    ['drive_db', 'db'],
    ['detune_st', 'st'],
    ['fine_cents', 'cents'],
    ['tempo_bpm', 'bpm'],
    ['mix_pct', 'pct'],
    ['phase_deg', 'deg'],
    ['ratio_x', 'x'],
    ['hz', undefined],
    ['resonance', undefined],
    ['cutoffhz', undefined],
    ['a_constructor', undefined],
    ['toString', undefined],
  ];
  for (const [name, unit] of cases) assert.is(unitOf(name), unit, name);
});

test.run();

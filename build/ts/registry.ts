// @generated from modes/ by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from './mode.ts';
import { mode as channelStripMode } from './modes/channel_strip.ts';
import { mode as droneMode } from './modes/drone.ts';
import { mode as drumSequencerMode } from './modes/drum_sequencer.ts';
import { mode as echoBankMode } from './modes/echo_bank.ts';
import { mode as fmVoiceMode } from './modes/fm_voice.ts';
import { mode as granularMode } from './modes/granular.ts';
import { mode as pafSynthMode } from './modes/paf_synth.ts';
import { mode as polyrhythmMode } from './modes/polyrhythm.ts';
import { mode as soundAnalysisMode } from './modes/sound_analysis.ts';
import { mode as spaceReverbMode } from './modes/space_reverb.ts';
import { mode as stringsMode } from './modes/strings.ts';
import { mode as vocoderMode } from './modes/vocoder.ts';
import { mode as wandererMode } from './modes/wanderer.ts';
import { mode as wavetableMode } from './modes/wavetable.ts';

export const MODES = [
  channelStripMode,
  droneMode,
  drumSequencerMode,
  echoBankMode,
  fmVoiceMode,
  granularMode,
  pafSynthMode,
  polyrhythmMode,
  soundAnalysisMode,
  spaceReverbMode,
  stringsMode,
  vocoderMode,
  wandererMode,
  wavetableMode,
] as const satisfies readonly Mode[];

export type ModeId = (typeof MODES)[number]['modeId'];

/** Gives a mode by its id; undefined for an id that is none, whatever the text. */
export function modeNamed(modeId: string): Mode | undefined {
  return (MODES satisfies readonly Mode[]).find((mode: Mode) => mode.modeId === modeId);
}

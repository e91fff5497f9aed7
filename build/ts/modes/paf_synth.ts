// @generated from modes/paf_synth.json by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from '../mode.ts';

export const mode = {
  modeId: "paf_synth",
  engineId: "paf_synth",
  channels: ["joy_x", "joy_y", "joy_z", "joy_w"],
  layers: [4, 10, 10, 14, 33],
  defaultSpread: 0.7,
  groups: ["Pitch", "Formants", "Motion", "Colour", "Space"],
  params: [
    { name: "pitch_hz", label: "Pitch", group: "Pitch", unit: "Hz", min: 40, max: 880, default: 110, curve: "exp", isPitch: true },
    { name: "interval_2_st", label: "Second voice", group: "Pitch", unit: "st", min: -12, max: 12, default: 7, curve: "linear" },
    { name: "interval_3_st", label: "Third voice", group: "Pitch", unit: "st", min: -24, max: 24, default: 12, curve: "linear" },
    { name: "level_2_pct", label: "Second level", group: "Pitch", unit: "%", min: 0, max: 100, default: 50, curve: "linear" },
    { name: "level_3_pct", label: "Third level", group: "Pitch", unit: "%", min: 0, max: 100, default: 35, curve: "linear" },
    { name: "detune_cents", label: "Detune", group: "Pitch", unit: "ct", min: 0, max: 60, default: 8, curve: "square" },
    { name: "formant_1_hz", label: "Formant 1", group: "Formants", unit: "Hz", min: 150, max: 1200, default: 600, curve: "exp" },
    { name: "formant_2_hz", label: "Formant 2", group: "Formants", unit: "Hz", min: 400, max: 4000, default: 1100, curve: "exp" },
    { name: "formant_3_hz", label: "Formant 3", group: "Formants", unit: "Hz", min: 1000, max: 8000, default: 2600, curve: "exp" },
    { name: "bandwidth_1_hz", label: "Width 1", group: "Formants", unit: "Hz", min: 20, max: 1500, default: 100, curve: "exp" },
    { name: "bandwidth_2_hz", label: "Width 2", group: "Formants", unit: "Hz", min: 20, max: 2000, default: 120, curve: "exp" },
    { name: "bandwidth_3_hz", label: "Width 3", group: "Formants", unit: "Hz", min: 20, max: 2500, default: 200, curve: "exp" },
    { name: "gain_2_db", label: "Gain 2", group: "Formants", unit: "dB", min: -36, max: 6, default: -4, curve: "sqrt" },
    { name: "gain_3_db", label: "Gain 3", group: "Formants", unit: "dB", min: -36, max: 6, default: -12, curve: "sqrt" },
    { name: "skirt_pct", label: "Skirts", group: "Formants", unit: "%", min: 0, max: 100, default: 20, curve: "linear" },
    { name: "formant_shift_st", label: "Shift", group: "Formants", unit: "st", min: -12, max: 12, default: 0, curve: "linear" },
    { name: "vibrato_rate_hz", label: "Vibrato rate", group: "Motion", unit: "Hz", min: 0.1, max: 10, default: 5, curve: "exp" },
    { name: "vibrato_depth_cents", label: "Vibrato", group: "Motion", unit: "ct", min: 0, max: 150, default: 10, curve: "cubic" },
    { name: "tremor_cents", label: "Tremor", group: "Motion", unit: "ct", min: 0, max: 80, default: 5, curve: "square" },
    { name: "pulse_rate_hz", label: "Pulse rate", group: "Motion", unit: "Hz", min: 0.1, max: 24, default: 3, curve: "exp" },
    { name: "pulse_depth_pct", label: "Pulse", group: "Motion", unit: "%", min: 0, max: 100, default: 0, curve: "sigmoid" },
    { name: "sweep_rate_hz", label: "Sweep rate", group: "Motion", unit: "Hz", min: 0.03, max: 8, default: 0.4, curve: "exp" },
    { name: "sweep_depth_st", label: "Sweep", group: "Motion", unit: "st", min: 0, max: 24, default: 1, curve: "square" },
    { name: "breath_db", label: "Breath", group: "Colour", unit: "dB", min: -60, max: -10, default: -30, curve: "log" },
    { name: "breath_tone_hz", label: "Breath tone", group: "Colour", unit: "Hz", min: 80, max: 6000, default: 600, curve: "exp" },
    { name: "cutoff_hz", label: "Cutoff", group: "Colour", unit: "Hz", min: 60, max: 16000, default: 9000, curve: "exp" },
    { name: "resonance_pct", label: "Resonance", group: "Colour", unit: "%", min: 0, max: 100, default: 15, curve: "linear" },
    { name: "drive_db", label: "Drive", group: "Colour", unit: "dB", min: 0, max: 30, default: 3, curve: "linear" },
    { name: "width_pct", label: "Width", group: "Space", unit: "%", min: 0, max: 100, default: 60, curve: "linear" },
    { name: "echo_ms", label: "Echo time", group: "Space", unit: "ms", min: 20, max: 340, default: 280, curve: "linear" },
    { name: "echo_feedback_pct", label: "Echo repeats", group: "Space", unit: "%", min: 0, max: 92, default: 45, curve: "linear" },
    { name: "echo_mix_pct", label: "Echo", group: "Space", unit: "%", min: 0, max: 100, default: 16, curve: "square" },
    { name: "level_db", label: "Level", group: "Space", unit: "dB", min: -24, max: 0, default: -6, curve: "sqrt", setsLevel: true },
  ],
  voiceSpaces: [
    { name: "Choir", curves: ["exp", "linear", "linear", "linear", "linear", "square", "exp", "exp", "exp", "exp", "exp", "exp", "sqrt", "sqrt", "linear", "linear", "exp", "cubic", "square", "exp", "sigmoid", "exp", "square", "log", "exp", "exp", "linear", "linear", "linear", "linear", "linear", "square", "sqrt"], steps: { 1: 25, 2: 49 } },
    { name: "Throat", curves: ["exp", "linear", "linear", "linear", "linear", "square", "exp", "linear", "exp", "exp", "square", "exp", "sqrt", "sqrt", "linear", "linear", "exp", "cubic", "cubic", "exp", "sigmoid", "exp", "square", "log", "exp", "exp", "linear", "linear", "linear", "linear", "linear", "square", "sqrt"], steps: { 1: 25, 2: 49 } },
    { name: "Glass", curves: ["exp", "linear", "linear", "linear", "linear", "linear", "exp", "exp", "exp", "exp", "exp", "exp", "sqrt", "sqrt", "linear", "linear", "exp", "cubic", "square", "exp", "linear", "exp", "square", "log", "exp", "exp", "linear", "linear", "linear", "linear", "linear", "sqrt", "sqrt"], steps: {} },
    { name: "Growl", curves: ["exp", "linear", "linear", "linear", "linear", "square", "exp", "exp", "exp", "exp", "exp", "exp", "sqrt", "sqrt", "sqrt", "linear", "exp", "cubic", "square", "exp", "sigmoid", "exp", "square", "log", "exp", "square", "linear", "sqrt", "linear", "linear", "linear", "square", "sqrt"], steps: { 1: 25, 2: 49 } },
    { name: "Swarm", curves: ["exp", "linear", "linear", "linear", "linear", "exp", "exp", "exp", "exp", "exp", "exp", "exp", "sqrt", "sqrt", "linear", "linear", "exp", "cubic", "linear", "exp", "sigmoid", "exp", "linear", "sigmoid", "exp", "exp", "linear", "linear", "linear", "linear", "linear", "square", "sqrt"], steps: {} },
  ],
  microphone: false,
  listens: false,
  ui: { primaryInput: "joystick", showVoiceSpaceSelector: true, showSynthVisualizer: true },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];

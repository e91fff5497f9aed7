// @generated from modes/vocoder.json by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from '../mode.ts';

export const mode = {
  modeId: "vocoder",
  engineId: "vocoder",
  channels: ["pad_x", "pad_y", "slider_0"],
  layers: [3, 10, 14, 23],
  defaultSpread: 0.5,
  groups: ["Carrier", "Bend", "Voice", "Bands", "Levels"],
  params: [
    { name: "pitch_hz", label: "Pitch", group: "Carrier", unit: "Hz", min: 40, max: 640, default: 110, curve: "exp", isPitch: true },
    { name: "interval_2_st", label: "Interval 2", group: "Carrier", unit: "st", min: -12, max: 12, default: 7, curve: "linear" },
    { name: "interval_3_st", label: "Interval 3", group: "Carrier", unit: "st", min: -24, max: 24, default: 12, curve: "linear" },
    { name: "follow_pct", label: "Follow the voice", group: "Carrier", unit: "%", min: 0, max: 100, default: 0, curve: "linear" },
    { name: "glide_ms", label: "Glide", group: "Carrier", unit: "ms", min: 1, max: 1000, default: 25, curve: "exp" },
    { name: "detune_cents", label: "Detune", group: "Carrier", unit: "ct", min: 0, max: 50, default: 8, curve: "square" },
    { name: "noise_pct", label: "Breath", group: "Carrier", unit: "%", min: 0, max: 100, default: 4, curve: "square" },
    { name: "vibrato_rate_hz", label: "Vibrato rate", group: "Bend", unit: "Hz", min: 0.5, max: 9, default: 5, curve: "exp" },
    { name: "vibrato_depth_cents", label: "Vibrato depth", group: "Bend", unit: "ct", min: 0, max: 100, default: 3, curve: "cubic" },
    { name: "bend_range_st", label: "Bend range", group: "Bend", unit: "st", min: 0, max: 24, default: 2, curve: "square" },
    { name: "unvoiced_pct", label: "Unvoiced", group: "Voice", unit: "%", min: 0, max: 100, default: 80, curve: "linear" },
    { name: "sibilance_pct", label: "Sibilance", group: "Voice", unit: "%", min: 0, max: 100, default: 30, curve: "linear" },
    { name: "attack_ms", label: "Attack", group: "Voice", unit: "ms", min: 1, max: 100, default: 4, curve: "exp" },
    { name: "release_ms", label: "Release", group: "Voice", unit: "ms", min: 5, max: 2000, default: 45, curve: "exp" },
    { name: "gate_db", label: "Gate", group: "Voice", unit: "dB", min: -80, max: -20, default: -62, curve: "linear" },
    { name: "freeze_pct", label: "Freeze", group: "Voice", unit: "%", min: 0, max: 100, default: 0, curve: "cubic" },
    { name: "formant_st", label: "Formants", group: "Bands", unit: "st", min: -12, max: 12, default: 0, curve: "linear" },
    { name: "resonance_x", label: "Resonance", group: "Bands", unit: "×", min: 0.5, max: 4, default: 1, curve: "exp" },
    { name: "contrast_pct", label: "Contrast", group: "Bands", unit: "%", min: 0, max: 100, default: 15, curve: "linear" },
    { name: "tilt_db", label: "Tilt", group: "Bands", unit: "dB", min: -12, max: 12, default: 3, curve: "linear" },
    { name: "spread_pct", label: "Stereo spread", group: "Levels", unit: "%", min: 0, max: 100, default: 60, curve: "sqrt" },
    { name: "mix_pct", label: "Mix", group: "Levels", unit: "%", min: 0, max: 100, default: 95, curve: "sqrt" },
    { name: "output_db", label: "Output", group: "Levels", unit: "dB", min: -12, max: 12, default: 0, curve: "linear", setsLevel: true },
  ],
  voiceSpaces: [
    { name: "Robot", curves: ["exp", "linear", "linear", "linear", "exp", "square", "square", "exp", "cubic", "square", "linear", "linear", "exp", "exp", "linear", "cubic", "linear", "exp", "linear", "linear", "sqrt", "sqrt", "linear"], steps: { 1: 25, 2: 49 } },
    { name: "Choir", curves: ["exp", "linear", "linear", "linear", "exp", "linear", "square", "exp", "square", "square", "linear", "linear", "exp", "sqrt", "linear", "cubic", "linear", "exp", "linear", "linear", "sqrt", "sqrt", "linear"], steps: { 1: 25, 2: 49 } },
    { name: "Whisper", curves: ["exp", "linear", "linear", "linear", "exp", "square", "sqrt", "exp", "cubic", "square", "linear", "sqrt", "exp", "exp", "linear", "cubic", "linear", "exp", "linear", "linear", "sqrt", "sqrt", "linear"], steps: { 1: 25, 2: 49 } },
    { name: "Glass", curves: ["exp", "linear", "linear", "linear", "exp", "square", "square", "exp", "cubic", "square", "linear", "linear", "exp", "linear", "linear", "cubic", "linear", "square", "sqrt", "linear", "sqrt", "sqrt", "linear"], steps: { 1: 25, 2: 49 } },
    { name: "Mirror", curves: ["exp", "linear", "linear", "linear", "exp", "square", "square", "exp", "cubic", "square", "linear", "linear", "exp", "exp", "linear", "cubic", "sigmoid", "exp", "linear", "sigmoid", "sqrt", "sqrt", "linear"], steps: { 1: 25, 2: 49 } },
  ],
  microphone: false,
  listens: true,
  ui: { primaryInput: "xy_pad", showVoiceSpaceSelector: true, showSynthVisualizer: true },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];

// @generated from modes/wanderer.json by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from '../mode.ts';

export const mode = {
  modeId: "wanderer",
  engineId: "wanderer",
  channels: ["wander_0", "wander_1", "wander_2", "wander_3"],
  layers: [4, 10, 12, 25],
  defaultSpread: 0.5,
  groups: ["Music", "Pads", "Strings", "Chimes", "Space"],
  params: [
    { name: "tonic_hz", label: "Tonic", group: "Music", unit: "Hz", min: 49, max: 147, default: 55, curve: "exp", isPitch: true },
    { name: "tempo_bpm", label: "Tempo", group: "Music", unit: "BPM", min: 24, max: 140, default: 66, curve: "linear" },
    { name: "density_pct", label: "Density", group: "Music", unit: "%", min: 0, max: 100, default: 55, curve: "linear" },
    { name: "surprise_pct", label: "Surprise", group: "Music", unit: "%", min: 0, max: 100, default: 12, curve: "square" },
    { name: "swing_pct", label: "Swing", group: "Music", unit: "%", min: 0, max: 100, default: 25, curve: "linear" },
    { name: "range_st", label: "Melody range", group: "Music", unit: "st", min: 5, max: 36, default: 19, curve: "linear" },
    { name: "chord_s", label: "Time of a chord", group: "Music", unit: "s", min: 2, max: 60, default: 7.5, curve: "exp" },
    { name: "pad_db", label: "Pads", group: "Pads", unit: "dB", min: -40, max: 0, default: -12, curve: "sqrt" },
    { name: "pad_attack_ms", label: "Swell", group: "Pads", unit: "ms", min: 30, max: 8000, default: 1900, curve: "exp" },
    { name: "pad_brightness_pct", label: "Brightness", group: "Pads", unit: "%", min: 0, max: 100, default: 50, curve: "sigmoid" },
    { name: "drift_cents", label: "Drift", group: "Pads", unit: "ct", min: 0, max: 40, default: 7, curve: "cubic" },
    { name: "bass_db", label: "Bass", group: "Pads", unit: "dB", min: -40, max: 0, default: -13, curve: "sqrt" },
    { name: "pluck_db", label: "Strings", group: "Strings", unit: "dB", min: -40, max: 0, default: -9, curve: "sqrt" },
    { name: "pluck_decay_ms", label: "Ring", group: "Strings", unit: "ms", min: 120, max: 9000, default: 2900, curve: "exp" },
    { name: "pluck_tone_pct", label: "Tone", group: "Strings", unit: "%", min: 0, max: 100, default: 75, curve: "log" },
    { name: "pluck_place_pct", label: "Where plucked", group: "Strings", unit: "%", min: 3, max: 50, default: 22, curve: "linear" },
    { name: "chime_db", label: "Chimes", group: "Chimes", unit: "dB", min: -40, max: 0, default: -15, curve: "sqrt" },
    { name: "chime_decay_ms", label: "Decay", group: "Chimes", unit: "ms", min: 200, max: 12000, default: 3600, curve: "exp" },
    { name: "chime_ratio_x", label: "Ratio", group: "Chimes", unit: "×", min: 1, max: 9, default: 3.5, curve: "linear" },
    { name: "chime_index_x", label: "Metal", group: "Chimes", unit: "×", min: 0, max: 5, default: 1.8, curve: "square" },
    { name: "space_s", label: "Reverberation", group: "Space", unit: "s", min: 0.3, max: 20, default: 4, curve: "exp" },
    { name: "space_mix_pct", label: "Distance", group: "Space", unit: "%", min: 0, max: 100, default: 45, curve: "linear" },
    { name: "space_tone_hz", label: "Air", group: "Space", unit: "Hz", min: 600, max: 14000, default: 2600, curve: "exp" },
    { name: "width_pct", label: "Width", group: "Space", unit: "%", min: 0, max: 100, default: 75, curve: "linear" },
    { name: "level_db", label: "Level", group: "Space", unit: "dB", min: -18, max: 0, default: -4, curve: "sqrt", setsLevel: true },
  ],
  voiceSpaces: [
    { name: "Dawn", curves: ["exp", "linear", "linear", "square", "linear", "linear", "exp", "sqrt", "exp", "sigmoid", "cubic", "sqrt", "sqrt", "exp", "log", "linear", "sqrt", "exp", "linear", "square", "exp", "linear", "exp", "linear", "sqrt"], steps: { 5: 19 } },
    { name: "Dusk", curves: ["exp", "linear", "square", "square", "linear", "linear", "exp", "sqrt", "exp", "square", "cubic", "sqrt", "sqrt", "exp", "log", "linear", "sqrt", "exp", "linear", "square", "exp", "linear", "exp", "linear", "sqrt"], steps: { 5: 19 } },
    { name: "Rain", curves: ["exp", "linear", "sqrt", "square", "sigmoid", "linear", "exp", "sqrt", "exp", "sigmoid", "cubic", "sqrt", "sqrt", "square", "log", "linear", "sqrt", "exp", "linear", "square", "exp", "linear", "exp", "linear", "sqrt"], steps: { 5: 14 } },
    { name: "Gamelan", curves: ["exp", "linear", "linear", "square", "linear", "linear", "exp", "sqrt", "exp", "sigmoid", "cubic", "sqrt", "sqrt", "exp", "linear", "linear", "sqrt", "exp", "linear", "linear", "exp", "linear", "exp", "linear", "sqrt"], steps: { 5: 14 } },
    { name: "Deep", curves: ["exp", "square", "linear", "square", "linear", "linear", "exp", "sqrt", "exp", "sigmoid", "exp", "sqrt", "sqrt", "exp", "log", "linear", "sqrt", "exp", "linear", "square", "exp", "log", "exp", "linear", "sqrt"], steps: { 5: 19 } },
  ],
  microphone: false,
  listens: false,
  ui: { primaryInput: "none", showVoiceSpaceSelector: true, showSynthVisualizer: true },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];

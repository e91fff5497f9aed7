// @generated from modes/polyrhythm.json by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from '../mode.ts';

export const mode = {
  modeId: "polyrhythm",
  engineId: "polyrhythm",
  channels: ["pad_x", "pad_y", "slider_0"],
  layers: [3, 12, 16, 24],
  defaultSpread: 0.6,
  groups: ["Time", "Bass", "Middle", "High", "Notes", "Sound"],
  params: [
    { name: "tempo_bpm", label: "Tempo", group: "Time", unit: "BPM", min: 40, max: 220, default: 104, curve: "linear" },
    { name: "swing_pct", label: "Swing", group: "Time", unit: "%", min: 50, max: 75, default: 54, curve: "linear" },
    { name: "gate_pct", label: "Note length", group: "Time", unit: "%", min: 5, max: 100, default: 70, curve: "linear" },
    { name: "accent_pct", label: "Accents", group: "Time", unit: "%", min: 0, max: 100, default: 55, curve: "linear" },
    { name: "chance_pct", label: "Chance of a note", group: "Time", unit: "%", min: 25, max: 100, default: 94, curve: "sqrt" },
    { name: "ratchet_pct", label: "Ratchets", group: "Time", unit: "%", min: 0, max: 100, default: 6, curve: "square" },
    { name: "bass_steps", label: "Bass steps", group: "Bass", unit: "", min: 2, max: 16, default: 8, curve: "linear" },
    { name: "bass_rate_x", label: "Bass steps per beat", group: "Bass", unit: "×", min: 0.5, max: 8, default: 2, curve: "exp", stepValues: [0.5, 1, 1.5, 2, 3, 4, 6, 8] },
    { name: "bass_fill_pct", label: "Bass fill", group: "Bass", unit: "%", min: 0, max: 100, default: 38, curve: "linear" },
    { name: "middle_steps", label: "Middle steps", group: "Middle", unit: "", min: 2, max: 16, default: 5, curve: "linear" },
    { name: "middle_rate_x", label: "Middle steps per beat", group: "Middle", unit: "×", min: 0.5, max: 8, default: 4, curve: "exp", stepValues: [0.5, 1, 1.5, 2, 3, 4, 6, 8] },
    { name: "middle_fill_pct", label: "Middle fill", group: "Middle", unit: "%", min: 0, max: 100, default: 60, curve: "linear" },
    { name: "middle_turn_pct", label: "Middle rotation", group: "Middle", unit: "%", min: 0, max: 100, default: 0, curve: "linear" },
    { name: "high_steps", label: "High steps", group: "High", unit: "", min: 2, max: 16, default: 7, curve: "linear" },
    { name: "high_rate_x", label: "High steps per beat", group: "High", unit: "×", min: 0.5, max: 8, default: 4, curve: "exp", stepValues: [0.5, 1, 1.5, 2, 3, 4, 6, 8] },
    { name: "high_fill_pct", label: "High fill", group: "High", unit: "%", min: 0, max: 100, default: 57, curve: "linear" },
    { name: "high_turn_pct", label: "High rotation", group: "High", unit: "%", min: 0, max: 100, default: 30, curve: "linear" },
    { name: "root_key", label: "Root key", group: "Notes", unit: "", min: 33, max: 57, default: 45, curve: "linear" },
    { name: "range_st", label: "Melody range", group: "Notes", unit: "st", min: 3, max: 30, default: 14, curve: "linear" },
    { name: "cutoff_hz", label: "Cutoff (CC 74)", group: "Sound", unit: "Hz", min: 200, max: 10000, default: 5600, curve: "exp" },
    { name: "resonance_pct", label: "Resonance (CC 71)", group: "Sound", unit: "%", min: 0, max: 100, default: 15, curve: "linear" },
    { name: "decay_ms", label: "Decay (CC 75)", group: "Sound", unit: "ms", min: 80, max: 4000, default: 900, curve: "exp" },
    { name: "bite_pct", label: "Bite (CC 1)", group: "Sound", unit: "%", min: 0, max: 100, default: 50, curve: "linear" },
    { name: "level_db", label: "Level", group: "Sound", unit: "dB", min: -18, max: 0, default: -5, curve: "sqrt", setsLevel: true },
  ],
  voiceSpaces: [
    { name: "Mallets", curves: ["linear", "linear", "linear", "linear", "sqrt", "square", "linear", "exp", "linear", "linear", "exp", "linear", "linear", "linear", "exp", "linear", "linear", "linear", "linear", "exp", "linear", "exp", "linear", "sqrt"], steps: { 6: 15, 7: 8, 9: 15, 10: 8, 13: 15, 14: 8, 17: 25, 18: 17 } },
    { name: "Thumbs", curves: ["linear", "sigmoid", "linear", "linear", "sqrt", "square", "linear", "exp", "linear", "linear", "exp", "linear", "linear", "linear", "exp", "linear", "linear", "linear", "linear", "exp", "linear", "exp", "square", "sqrt"], steps: { 6: 15, 7: 8, 9: 15, 10: 8, 13: 15, 14: 8, 17: 25, 18: 13 } },
    { name: "Bronze", curves: ["exp", "linear", "linear", "linear", "sqrt", "square", "linear", "exp", "linear", "linear", "exp", "linear", "linear", "linear", "exp", "linear", "linear", "linear", "linear", "exp", "linear", "log", "linear", "sqrt"], steps: { 6: 15, 7: 8, 9: 15, 10: 8, 13: 15, 14: 8, 17: 25, 18: 13 } },
    { name: "Neon", curves: ["linear", "linear", "square", "linear", "sqrt", "linear", "linear", "exp", "linear", "linear", "exp", "linear", "linear", "linear", "exp", "linear", "linear", "linear", "linear", "exp", "sqrt", "exp", "linear", "sqrt"], steps: { 6: 15, 7: 8, 9: 15, 10: 8, 13: 15, 14: 8, 17: 25, 18: 17 } },
    { name: "Glass Harps", curves: ["linear", "linear", "linear", "linear", "linear", "square", "linear", "exp", "linear", "linear", "exp", "linear", "linear", "linear", "exp", "linear", "linear", "linear", "linear", "exp", "linear", "exp", "cubic", "sqrt"], steps: { 6: 15, 7: 8, 9: 15, 10: 8, 13: 15, 14: 8, 17: 25, 18: 17 } },
  ],
  microphone: false,
  listens: false,
  ui: { primaryInput: "xy_pad", showVoiceSpaceSelector: true, showSynthVisualizer: true },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];

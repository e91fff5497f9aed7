// @generated from modes/strings.json by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from '../mode.ts';

export const mode = {
  modeId: "strings",
  engineId: "strings",
  channels: ["midi_note", "midi_velocity", "midi_mod", "midi_pressure"],
  layers: [4, 12, 14, 19],
  defaultSpread: 0.3,
  groups: ["Pluck", "String", "Bow", "Motion", "Body"],
  params: [
    { name: "pluck_pct", label: "Pluck", group: "Pluck", unit: "%", min: 0, max: 100, default: 90, curve: "sqrt" },
    { name: "place_pct", label: "Place", group: "Pluck", unit: "%", min: 3, max: 50, default: 14, curve: "exp" },
    { name: "hardness_hz", label: "Hardness", group: "Pluck", unit: "Hz", min: 300, max: 12000, default: 3000, curve: "exp" },
    { name: "noise_pct", label: "Noise", group: "Pluck", unit: "%", min: 0, max: 100, default: 15, curve: "square" },
    { name: "velocity_tone_pct", label: "Velocity to tone", group: "Pluck", unit: "%", min: 0, max: 100, default: 50, curve: "linear" },
    { name: "decay_s", label: "Decay", group: "String", unit: "s", min: 0.2, max: 20, default: 5, curve: "exp" },
    { name: "treble_s", label: "Treble decay", group: "String", unit: "s", min: 0.03, max: 5, default: 0.6, curve: "exp" },
    { name: "release_ms", label: "Release", group: "String", unit: "ms", min: 30, max: 6000, default: 250, curve: "exp" },
    { name: "stiffness_pct", label: "Stiffness", group: "String", unit: "%", min: 0, max: 40, default: 0, curve: "square" },
    { name: "bow_pct", label: "Bow", group: "Bow", unit: "%", min: 0, max: 100, default: 0, curve: "square" },
    { name: "bow_tone_hz", label: "Bow tone", group: "Bow", unit: "Hz", min: 200, max: 4000, default: 1000, curve: "exp" },
    { name: "bow_attack_ms", label: "Bow attack", group: "Bow", unit: "ms", min: 5, max: 1500, default: 70, curve: "exp" },
    { name: "vibrato_rate_hz", label: "Vibrato rate", group: "Motion", unit: "Hz", min: 0.5, max: 9, default: 5.2, curve: "exp" },
    { name: "vibrato_depth_cents", label: "Vibrato", group: "Motion", unit: "ct", min: 0, max: 100, default: 3, curve: "cubic" },
    { name: "bend_range_st", label: "Bend range", group: "Motion", unit: "st", min: 0, max: 24, default: 2, curve: "square" },
    { name: "body_pct", label: "Body", group: "Body", unit: "%", min: 0, max: 100, default: 45, curve: "linear" },
    { name: "body_size_x", label: "Body size", group: "Body", unit: "×", min: 0.4, max: 2.5, default: 1, curve: "exp" },
    { name: "width_pct", label: "Width", group: "Body", unit: "%", min: 0, max: 100, default: 50, curve: "linear" },
    { name: "level_db", label: "Level", group: "Body", unit: "dB", min: -18, max: 0, default: -5, curve: "sqrt", setsLevel: true },
  ],
  voiceSpaces: [
    { name: "Guitar", curves: ["sqrt", "exp", "exp", "square", "linear", "exp", "exp", "exp", "square", "square", "exp", "exp", "exp", "cubic", "square", "linear", "exp", "linear", "sqrt"], steps: {} },
    { name: "Harp", curves: ["sqrt", "exp", "square", "cubic", "linear", "log", "exp", "exp", "square", "square", "exp", "exp", "exp", "cubic", "square", "linear", "exp", "linear", "sqrt"], steps: {} },
    { name: "Fiddle", curves: ["sqrt", "exp", "exp", "square", "linear", "exp", "exp", "exp", "square", "linear", "sigmoid", "exp", "exp", "square", "square", "linear", "exp", "linear", "sqrt"], steps: {} },
    { name: "Dulcimer", curves: ["sqrt", "log", "log", "square", "linear", "exp", "exp", "exp", "linear", "square", "exp", "exp", "exp", "cubic", "square", "linear", "exp", "linear", "sqrt"], steps: {} },
    { name: "Bowl", curves: ["sqrt", "exp", "exp", "square", "linear", "sigmoid", "sigmoid", "exp", "square", "square", "exp", "exp", "exp", "cubic", "square", "sqrt", "exp", "linear", "sqrt"], steps: {} },
  ],
  microphone: false,
  listens: false,
  ui: { primaryInput: "midi_in", showVoiceSpaceSelector: true, showSynthVisualizer: true },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];

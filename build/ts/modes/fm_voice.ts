// @generated from modes/fm_voice.json by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from '../mode.ts';

export const mode = {
  modeId: "fm_voice",
  engineId: "fm_voice",
  channels: ["midi_note", "midi_velocity", "midi_bend", "midi_mod", "midi_pressure"],
  layers: [5, 12, 14, 22],
  defaultSpread: 0.4,
  groups: ["Ratios", "Brightness", "Loudness", "Motion"],
  params: [
    { name: "ratio_b_x", label: "Ratio B", group: "Ratios", unit: "×", min: 0.25, max: 14, default: 1, curve: "exp" },
    { name: "ratio_c_x", label: "Ratio C", group: "Ratios", unit: "×", min: 0.25, max: 14, default: 1, curve: "exp" },
    { name: "ratio_d_x", label: "Ratio D", group: "Ratios", unit: "×", min: 0.25, max: 14, default: 2, curve: "exp" },
    { name: "ratio_snap_pct", label: "Snap to whole", group: "Ratios", unit: "%", min: 0, max: 100, default: 100, curve: "sqrt" },
    { name: "detune_cents", label: "Detune", group: "Ratios", unit: "ct", min: 0, max: 40, default: 2.5, curve: "square" },
    { name: "index_b_x", label: "Index B", group: "Brightness", unit: "×", min: 0, max: 9, default: 2.2, curve: "square" },
    { name: "index_c_x", label: "Index C", group: "Brightness", unit: "×", min: 0, max: 9, default: 0.8, curve: "square" },
    { name: "index_d_x", label: "Index D", group: "Brightness", unit: "×", min: 0, max: 9, default: 0.8, curve: "square" },
    { name: "feedback_pct", label: "Feedback", group: "Brightness", unit: "%", min: 0, max: 100, default: 20, curve: "linear" },
    { name: "index_decay_ms", label: "Index decay", group: "Brightness", unit: "ms", min: 20, max: 8000, default: 1000, curve: "exp" },
    { name: "index_sustain_pct", label: "Index sustain", group: "Brightness", unit: "%", min: 0, max: 100, default: 40, curve: "linear" },
    { name: "velocity_tone_pct", label: "Velocity to tone", group: "Brightness", unit: "%", min: 0, max: 100, default: 60, curve: "linear" },
    { name: "attack_ms", label: "Attack", group: "Loudness", unit: "ms", min: 1, max: 1000, default: 3, curve: "exp" },
    { name: "decay_ms", label: "Decay", group: "Loudness", unit: "ms", min: 30, max: 12000, default: 3500, curve: "exp" },
    { name: "sustain_pct", label: "Sustain", group: "Loudness", unit: "%", min: 0, max: 100, default: 30, curve: "linear" },
    { name: "release_ms", label: "Release", group: "Loudness", unit: "ms", min: 20, max: 8000, default: 600, curve: "exp" },
    { name: "level_db", label: "Level", group: "Loudness", unit: "dB", min: -18, max: 0, default: -5, curve: "sqrt", setsLevel: true },
    { name: "vibrato_rate_hz", label: "Vibrato rate", group: "Motion", unit: "Hz", min: 0.2, max: 12, default: 5, curve: "exp" },
    { name: "vibrato_depth_cents", label: "Vibrato", group: "Motion", unit: "ct", min: 0, max: 120, default: 0, curve: "cubic" },
    { name: "tremolo_pct", label: "Tremolo", group: "Motion", unit: "%", min: 0, max: 100, default: 0, curve: "square" },
    { name: "glide_ms", label: "Glide", group: "Motion", unit: "ms", min: 0, max: 600, default: 0, curve: "cubic" },
    { name: "width_pct", label: "Width", group: "Motion", unit: "%", min: 0, max: 100, default: 50, curve: "linear" },
  ],
  voiceSpaces: [
    { name: "Tines", curves: ["exp", "exp", "exp", "sqrt", "square", "square", "square", "square", "linear", "exp", "linear", "linear", "exp", "exp", "linear", "exp", "sqrt", "exp", "cubic", "square", "cubic", "linear"], steps: {} },
    { name: "Bells", curves: ["linear", "linear", "exp", "sqrt", "square", "square", "square", "square", "linear", "exp", "linear", "linear", "exp", "log", "linear", "exp", "sqrt", "exp", "cubic", "square", "cubic", "linear"], steps: {} },
    { name: "Brass", curves: ["exp", "exp", "exp", "sqrt", "square", "sigmoid", "square", "square", "linear", "exp", "linear", "linear", "square", "exp", "linear", "exp", "sqrt", "exp", "square", "square", "cubic", "linear"], steps: {} },
    { name: "Bass", curves: ["exp", "exp", "exp", "sqrt", "square", "linear", "square", "square", "sqrt", "exp", "linear", "linear", "exp", "square", "linear", "exp", "sqrt", "exp", "cubic", "square", "cubic", "linear"], steps: {} },
    { name: "Organ", curves: ["exp", "exp", "exp", "sqrt", "square", "linear", "linear", "linear", "linear", "exp", "linear", "linear", "exp", "exp", "linear", "exp", "sqrt", "exp", "cubic", "square", "cubic", "linear"], steps: {} },
  ],
  microphone: false,
  listens: false,
  ui: { primaryInput: "midi_in", showVoiceSpaceSelector: true, showSynthVisualizer: true },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];

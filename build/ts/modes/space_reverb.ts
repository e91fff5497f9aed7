// @generated from modes/space_reverb.json by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from '../mode.ts';

export const mode = {
  modeId: "space_reverb",
  engineId: "space_reverb",
  channels: ["pad_x", "pad_y", "cv_0"],
  layers: [3, 10, 14, 18],
  defaultSpread: 0.6,
  groups: ["Space", "Decay", "Movement", "Levels", "Tone"],
  params: [
    { name: "predelay_ms", label: "Pre-delay", group: "Space", unit: "ms", min: 0, max: 120, default: 15, curve: "square" },
    { name: "size_pct", label: "Size", group: "Space", unit: "%", min: 25, max: 100, default: 75, curve: "linear" },
    { name: "diffusion_pct", label: "Diffusion", group: "Space", unit: "%", min: 0, max: 100, default: 85, curve: "sqrt" },
    { name: "decay_s", label: "Decay", group: "Decay", unit: "s", min: 0.2, max: 30, default: 2.2, curve: "exp" },
    { name: "bass_x", label: "Bass decay", group: "Decay", unit: "×", min: 0.4, max: 1.6, default: 1, curve: "linear" },
    { name: "treble_x", label: "Treble decay", group: "Decay", unit: "×", min: 0.1, max: 1, default: 0.5, curve: "log" },
    { name: "damping_hz", label: "Damping from", group: "Decay", unit: "Hz", min: 1000, max: 12000, default: 4500, curve: "exp" },
    { name: "freeze_pct", label: "Freeze", group: "Decay", unit: "%", min: 0, max: 100, default: 0, curve: "cubic" },
    { name: "mod_rate_hz", label: "Drift rate", group: "Movement", unit: "Hz", min: 0.05, max: 4, default: 0.5, curve: "cubic" },
    { name: "mod_depth_ms", label: "Drift depth", group: "Movement", unit: "ms", min: 0, max: 2, default: 0.4, curve: "square" },
    { name: "early_db", label: "Early reflections", group: "Levels", unit: "dB", min: -40, max: 6, default: -9, curve: "log" },
    { name: "late_db", label: "Reverberation", group: "Levels", unit: "dB", min: -40, max: 6, default: 0, curve: "log" },
    { name: "low_cut_hz", label: "Low cut", group: "Tone", unit: "Hz", min: 20, max: 1000, default: 60, curve: "exp" },
    { name: "high_cut_hz", label: "High cut", group: "Tone", unit: "Hz", min: 1000, max: 20000, default: 14000, curve: "exp" },
    { name: "duck_db", label: "Ducking", group: "Levels", unit: "dB", min: 0, max: 24, default: 0, curve: "cubic" },
    { name: "width_pct", label: "Width", group: "Levels", unit: "%", min: 0, max: 150, default: 100, curve: "linear" },
    { name: "mix_pct", label: "Mix", group: "Levels", unit: "%", min: 0, max: 100, default: 35, curve: "linear" },
    { name: "output_db", label: "Output", group: "Levels", unit: "dB", min: -12, max: 12, default: 0, curve: "linear", setsLevel: true },
  ],
  voiceSpaces: [
    { name: "Chamber", curves: ["square", "linear", "sqrt", "exp", "linear", "log", "exp", "cubic", "cubic", "square", "log", "log", "exp", "exp", "cubic", "linear", "linear", "linear"], steps: {} },
    { name: "Plate", curves: ["cubic", "linear", "sqrt", "cubic", "linear", "sqrt", "log", "cubic", "cubic", "square", "log", "log", "exp", "exp", "cubic", "linear", "linear", "linear"], steps: {} },
    { name: "Hall", curves: ["square", "sqrt", "sqrt", "square", "linear", "log", "exp", "cubic", "cubic", "linear", "log", "log", "exp", "exp", "cubic", "linear", "linear", "linear"], steps: {} },
    { name: "Cathedral", curves: ["linear", "sqrt", "sqrt", "linear", "sigmoid", "log", "exp", "cubic", "cubic", "square", "log", "log", "exp", "exp", "cubic", "linear", "linear", "linear"], steps: {} },
    { name: "Nebula", curves: ["square", "linear", "log", "sigmoid", "linear", "log", "exp", "cubic", "square", "linear", "log", "log", "exp", "exp", "cubic", "linear", "linear", "linear"], steps: {} },
  ],
  microphone: false,
  listens: true,
  ui: { primaryInput: "xy_pad", showVoiceSpaceSelector: true, showSynthVisualizer: true },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];

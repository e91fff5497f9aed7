// @generated from modes/granular.json by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from '../mode.ts';

export const mode = {
  modeId: "granular",
  engineId: "granular",
  channels: ["pad_x", "pad_y", "slider_0"],
  layers: [3, 10, 14, 19],
  defaultSpread: 0.6,
  groups: ["Place", "Grains", "Pitch", "Loop", "Levels"],
  params: [
    { name: "position_pct", label: "Position", group: "Place", unit: "%", min: 0, max: 100, default: 12, curve: "linear" },
    { name: "memory_ms", label: "Memory", group: "Place", unit: "ms", min: 200, max: 4000, default: 2000, curve: "exp" },
    { name: "scan_pct", label: "Scan", group: "Place", unit: "%", min: -100, max: 200, default: 100, curve: "linear" },
    { name: "spray_ms", label: "Spray", group: "Place", unit: "ms", min: 0, max: 1000, default: 60, curve: "square" },
    { name: "grain_ms", label: "Grain size", group: "Grains", unit: "ms", min: 5, max: 500, default: 140, curve: "exp" },
    { name: "density_hz", label: "Density", group: "Grains", unit: "Hz", min: 1, max: 100, default: 18, curve: "exp" },
    { name: "jitter_pct", label: "Jitter", group: "Grains", unit: "%", min: 0, max: 100, default: 60, curve: "linear" },
    { name: "peak_pct", label: "Window peak", group: "Grains", unit: "%", min: 0, max: 100, default: 50, curve: "linear" },
    { name: "pitch_st", label: "Pitch", group: "Pitch", unit: "st", min: -24, max: 24, default: 0, curve: "linear" },
    { name: "scatter_st", label: "Pitch scatter", group: "Pitch", unit: "st", min: 0, max: 12, default: 0.08, curve: "cubic" },
    { name: "harmony_pct", label: "Harmony", group: "Pitch", unit: "%", min: 0, max: 100, default: 15, curve: "linear" },
    { name: "reverse_pct", label: "Reverse", group: "Pitch", unit: "%", min: 0, max: 100, default: 10, curve: "linear" },
    { name: "freeze_pct", label: "Freeze", group: "Loop", unit: "%", min: 0, max: 100, default: 0, curve: "cubic" },
    { name: "feedback_pct", label: "Feedback", group: "Loop", unit: "%", min: 0, max: 100, default: 25, curve: "linear" },
    { name: "low_cut_hz", label: "Low cut", group: "Loop", unit: "Hz", min: 20, max: 1000, default: 60, curve: "exp" },
    { name: "damping_hz", label: "Damping", group: "Loop", unit: "Hz", min: 500, max: 11000, default: 9000, curve: "exp" },
    { name: "spread_pct", label: "Stereo spread", group: "Levels", unit: "%", min: 0, max: 100, default: 75, curve: "sqrt" },
    { name: "mix_pct", label: "Mix", group: "Levels", unit: "%", min: 0, max: 100, default: 60, curve: "linear" },
    { name: "output_db", label: "Output", group: "Levels", unit: "dB", min: -12, max: 12, default: 0, curve: "linear", setsLevel: true },
  ],
  voiceSpaces: [
    { name: "Cloud", curves: ["linear", "exp", "linear", "square", "exp", "exp", "linear", "linear", "linear", "cubic", "linear", "linear", "cubic", "linear", "exp", "exp", "sqrt", "linear", "linear"], steps: {} },
    { name: "Stutter", curves: ["linear", "exp", "linear", "square", "square", "square", "cubic", "linear", "linear", "cubic", "linear", "linear", "cubic", "linear", "exp", "exp", "sqrt", "linear", "linear"], steps: {} },
    { name: "Stretch", curves: ["linear", "exp", "linear", "cubic", "sqrt", "linear", "linear", "linear", "linear", "cubic", "linear", "linear", "cubic", "linear", "exp", "exp", "sqrt", "linear", "linear"], steps: {} },
    { name: "Shimmer", curves: ["linear", "exp", "linear", "square", "linear", "exp", "linear", "linear", "linear", "cubic", "sqrt", "linear", "cubic", "sqrt", "exp", "exp", "sqrt", "linear", "linear"], steps: {} },
    { name: "Rewind", curves: ["linear", "exp", "sigmoid", "square", "exp", "exp", "linear", "linear", "linear", "cubic", "linear", "square", "cubic", "linear", "exp", "exp", "sqrt", "linear", "linear"], steps: {} },
  ],
  microphone: false,
  listens: true,
  ui: { primaryInput: "xy_pad", showVoiceSpaceSelector: true, showSynthVisualizer: true },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];

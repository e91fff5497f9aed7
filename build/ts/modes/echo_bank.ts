// @generated from modes/echo_bank.json by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from '../mode.ts';

export const mode = {
  modeId: "echo_bank",
  engineId: "echo_bank",
  channels: ["pad_x", "pad_y", "slider_0"],
  layers: [3, 10, 14, 23],
  defaultSpread: 0.6,
  groups: ["Rhythm", "Repeats", "Movement", "Filter bank", "Levels"],
  params: [
    { name: "loop_beats", label: "Loop, in beats", group: "Rhythm", unit: "", min: 0.25, max: 4, default: 1.5, curve: "exp", stepValues: [0.25, 0.3333333432674408, 0.375, 0.5, 0.6666666865348816, 0.75, 1, 1.3333333730697632, 1.5, 2, 3, 4] },
    { name: "tempo_bpm", label: "Tempo", group: "Rhythm", unit: "BPM", min: 60, max: 200, default: 112, curve: "linear" },
    { name: "density_pct", label: "Density", group: "Rhythm", unit: "%", min: 0, max: 100, default: 45, curve: "linear" },
    { name: "swell_db", label: "Swell", group: "Rhythm", unit: "dB", min: -24, max: 24, default: -6, curve: "linear" },
    { name: "rush_pct", label: "Rush", group: "Rhythm", unit: "%", min: -100, max: 100, default: 0, curve: "linear" },
    { name: "hold_pct", label: "Freeze", group: "Repeats", unit: "%", min: 0, max: 100, default: 0, curve: "cubic" },
    { name: "feedback_pct", label: "Feedback", group: "Repeats", unit: "%", min: 0, max: 100, default: 45, curve: "linear" },
    { name: "cross_pct", label: "Ping-pong", group: "Repeats", unit: "%", min: 0, max: 100, default: 50, curve: "linear" },
    { name: "low_cut_hz", label: "Low cut", group: "Repeats", unit: "Hz", min: 20, max: 800, default: 70, curve: "exp" },
    { name: "damping_hz", label: "Damping", group: "Repeats", unit: "Hz", min: 800, max: 16000, default: 6000, curve: "exp" },
    { name: "drive_db", label: "Tape drive", group: "Repeats", unit: "dB", min: 0, max: 18, default: 3, curve: "linear" },
    { name: "wow_depth_ms", label: "Wow depth", group: "Movement", unit: "ms", min: 0, max: 5, default: 0.3, curve: "cubic" },
    { name: "wow_rate_hz", label: "Wow rate", group: "Movement", unit: "Hz", min: 0.1, max: 6, default: 0.6, curve: "exp" },
    { name: "sweep_depth_st", label: "Sweep depth", group: "Movement", unit: "st", min: 0, max: 24, default: 3, curve: "square" },
    { name: "sweep_rate_hz", label: "Sweep rate", group: "Movement", unit: "Hz", min: 0.03, max: 6, default: 0.2, curve: "exp" },
    { name: "center_hz", label: "Centre", group: "Filter bank", unit: "Hz", min: 150, max: 2500, default: 700, curve: "exp" },
    { name: "bank_pct", label: "Bank", group: "Filter bank", unit: "%", min: 0, max: 100, default: 70, curve: "linear" },
    { name: "resonance_x", label: "Resonance", group: "Filter bank", unit: "×", min: 0.7, max: 12, default: 2, curve: "exp" },
    { name: "span_st", label: "Span", group: "Filter bank", unit: "st", min: -72, max: 72, default: 40, curve: "linear" },
    { name: "width_pct", label: "Width", group: "Levels", unit: "%", min: 0, max: 100, default: 80, curve: "sqrt" },
    { name: "output_db", label: "Output", group: "Levels", unit: "dB", min: -12, max: 12, default: 0, curve: "linear", setsLevel: true },
    { name: "mix_pct", label: "Mix", group: "Levels", unit: "%", min: 0, max: 100, default: 45, curve: "linear" },
    { name: "duck_db", label: "Ducking", group: "Levels", unit: "dB", min: 0, max: 24, default: 0, curve: "cubic" },
  ],
  voiceSpaces: [
    { name: "Tape", curves: ["exp", "linear", "linear", "linear", "linear", "cubic", "linear", "linear", "exp", "exp", "linear", "cubic", "exp", "square", "exp", "exp", "linear", "exp", "linear", "sqrt", "linear", "linear", "cubic"], steps: { 0: 12 } },
    { name: "Glass", curves: ["exp", "linear", "linear", "linear", "linear", "cubic", "linear", "linear", "exp", "exp", "cubic", "cubic", "exp", "square", "exp", "exp", "sqrt", "square", "linear", "sqrt", "linear", "linear", "cubic"], steps: { 0: 12 } },
    { name: "Reverse", curves: ["exp", "linear", "square", "linear", "linear", "cubic", "sigmoid", "linear", "exp", "exp", "linear", "square", "exp", "square", "exp", "exp", "linear", "exp", "linear", "sqrt", "linear", "linear", "cubic"], steps: { 0: 12 } },
    { name: "Dub", curves: ["exp", "linear", "square", "linear", "linear", "cubic", "sqrt", "linear", "exp", "exp", "sqrt", "cubic", "exp", "square", "exp", "exp", "linear", "exp", "linear", "sqrt", "linear", "linear", "cubic"], steps: { 0: 12 } },
    { name: "Ascent", curves: ["exp", "linear", "linear", "linear", "linear", "cubic", "sigmoid", "linear", "exp", "exp", "linear", "cubic", "exp", "linear", "exp", "exp", "linear", "exp", "sigmoid", "sqrt", "linear", "linear", "cubic"], steps: { 0: 12 } },
  ],
  microphone: false,
  listens: true,
  ui: { primaryInput: "xy_pad", showVoiceSpaceSelector: true, showSynthVisualizer: true },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];

// @generated from modes/drone.json by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from '../mode.ts';

export const mode = {
  modeId: "drone",
  engineId: "paf_synth",
  channels: ["cv_0", "cv_1", "cv_2", "cv_3"],
  layers: [4, 8, 8, 10],
  defaultSpread: 0.5,
  groups: ["Tone", "Motion", "Space"],
  params: [
    { name: "pitch_hz", label: "Root", group: "Tone", unit: "Hz", min: 40, max: 880, default: 110, curve: "exp", isPitch: true },
    { name: "interval_2_st", label: "Interval", group: "Tone", unit: "st", min: -12, max: 12, default: 7, curve: "linear" },
    { name: "formant_shift_st", label: "Vowel", group: "Tone", unit: "st", min: -12, max: 12, default: 0, curve: "linear" },
    { name: "bandwidth_1_hz", label: "Focus", group: "Tone", unit: "Hz", min: 20, max: 1500, default: 100, curve: "exp" },
    { name: "pulse_rate_hz", label: "Pulse rate", group: "Motion", unit: "Hz", min: 0.1, max: 24, default: 3, curve: "exp" },
    { name: "pulse_depth_pct", label: "Pulse", group: "Motion", unit: "%", min: 0, max: 100, default: 0, curve: "sigmoid" },
    { name: "sweep_depth_st", label: "Drift", group: "Motion", unit: "st", min: 0, max: 24, default: 1, curve: "square" },
    { name: "cutoff_hz", label: "Cutoff", group: "Space", unit: "Hz", min: 60, max: 16000, default: 9000, curve: "exp" },
    { name: "drive_db", label: "Weight", group: "Space", unit: "dB", min: 0, max: 30, default: 3, curve: "linear" },
    { name: "echo_mix_pct", label: "Distance", group: "Space", unit: "%", min: 0, max: 100, default: 16, curve: "square" },
  ],
  voiceSpaces: [
    { name: "Choir", curves: ["exp", "linear", "linear", "exp", "exp", "sigmoid", "square", "exp", "linear", "square"], steps: { 1: 25 } },
    { name: "Throat", curves: ["exp", "linear", "linear", "exp", "exp", "sigmoid", "square", "exp", "linear", "square"], steps: { 1: 25 } },
    { name: "Glass", curves: ["exp", "linear", "linear", "exp", "exp", "linear", "square", "exp", "linear", "sqrt"], steps: {} },
    { name: "Growl", curves: ["exp", "linear", "linear", "exp", "exp", "sigmoid", "square", "square", "sqrt", "square"], steps: { 1: 25 } },
  ],
  microphone: false,
  listens: false,
  ui: { primaryInput: "sliders", showVoiceSpaceSelector: true, showSynthVisualizer: false },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];

// @generated from modes/channel_strip.json by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from '../mode.ts';

export const mode = {
  modeId: "channel_strip",
  engineId: "channel_strip",
  channels: ["slider_0", "slider_1", "slider_2", "slider_3"],
  layers: [4, 12, 16, 23],
  defaultSpread: 0.6,
  groups: ["Input", "Filters", "Equaliser", "Compressor", "Colour", "Output"],
  params: [
    { name: "input_db", label: "Input", group: "Input", unit: "dB", min: -12, max: 12, default: 0, curve: "linear" },
    { name: "high_pass_hz", label: "High-pass", group: "Filters", unit: "Hz", min: 20, max: 500, default: 20, curve: "exp" },
    { name: "low_pass_hz", label: "Low-pass", group: "Filters", unit: "Hz", min: 2000, max: 20000, default: 20000, curve: "exp" },
    { name: "low_hz", label: "Low frequency", group: "Equaliser", unit: "Hz", min: 30, max: 450, default: 100, curve: "exp" },
    { name: "low_db", label: "Low gain", group: "Equaliser", unit: "dB", min: -15, max: 15, default: 0, curve: "linear" },
    { name: "low_mid_hz", label: "Low-mid frequency", group: "Equaliser", unit: "Hz", min: 200, max: 2500, default: 500, curve: "exp" },
    { name: "low_mid_db", label: "Low-mid gain", group: "Equaliser", unit: "dB", min: -15, max: 15, default: 0, curve: "linear" },
    { name: "low_mid_q", label: "Low-mid Q", group: "Equaliser", unit: "", min: 0.3, max: 5, default: 0.9, curve: "square" },
    { name: "high_mid_hz", label: "High-mid frequency", group: "Equaliser", unit: "Hz", min: 600, max: 7000, default: 2500, curve: "exp" },
    { name: "high_mid_db", label: "High-mid gain", group: "Equaliser", unit: "dB", min: -15, max: 15, default: 0, curve: "linear" },
    { name: "high_mid_q", label: "High-mid Q", group: "Equaliser", unit: "", min: 0.3, max: 5, default: 0.9, curve: "square" },
    { name: "high_hz", label: "High frequency", group: "Equaliser", unit: "Hz", min: 1500, max: 16000, default: 8000, curve: "exp" },
    { name: "high_db", label: "High gain", group: "Equaliser", unit: "dB", min: -15, max: 15, default: 0, curve: "linear" },
    { name: "threshold_db", label: "Threshold", group: "Compressor", unit: "dB", min: -50, max: 0, default: -18, curve: "linear" },
    { name: "ratio_x", label: "Ratio", group: "Compressor", unit: "×", min: 1, max: 20, default: 3, curve: "cubic" },
    { name: "attack_ms", label: "Attack", group: "Compressor", unit: "ms", min: 0.1, max: 100, default: 10, curve: "exp" },
    { name: "release_ms", label: "Release", group: "Compressor", unit: "ms", min: 20, max: 2000, default: 150, curve: "exp" },
    { name: "key_hz", label: "Key high-pass", group: "Compressor", unit: "Hz", min: 20, max: 400, default: 60, curve: "square" },
    { name: "makeup_db", label: "Make-up", group: "Compressor", unit: "dB", min: 0, max: 18, default: 3, curve: "square" },
    { name: "mix_pct", label: "Blend", group: "Compressor", unit: "%", min: 0, max: 100, default: 100, curve: "linear" },
    { name: "drive_db", label: "Drive", group: "Colour", unit: "dB", min: 0, max: 24, default: 3, curve: "square" },
    { name: "width_pct", label: "Width", group: "Output", unit: "%", min: 0, max: 200, default: 100, curve: "sigmoid" },
    { name: "output_db", label: "Output", group: "Output", unit: "dB", min: -12, max: 12, default: 0, curve: "linear", setsLevel: true },
  ],
  voiceSpaces: [
    { name: "SSL 4K G-ist", curves: ["linear", "exp", "exp", "exp", "linear", "exp", "linear", "square", "exp", "linear", "square", "exp", "linear", "linear", "cubic", "exp", "exp", "square", "square", "linear", "square", "sigmoid", "linear"], steps: {} },
    { name: "80", curves: ["linear", "exp", "exp", "exp", "linear", "exp", "linear", "square", "exp", "linear", "square", "exp", "linear", "linear", "square", "square", "exp", "square", "square", "linear", "linear", "sigmoid", "linear"], steps: {} },
    { name: "550 Punch", curves: ["linear", "exp", "exp", "exp", "sigmoid", "exp", "sigmoid", "square", "exp", "sigmoid", "square", "exp", "sigmoid", "linear", "cubic", "cubic", "exp", "square", "square", "linear", "square", "sigmoid", "linear"], steps: {} },
    { name: "Opto Valve", curves: ["linear", "exp", "exp", "exp", "linear", "exp", "linear", "square", "exp", "linear", "square", "exp", "linear", "sqrt", "square", "exp", "square", "square", "square", "linear", "linear", "sigmoid", "linear"], steps: {} },
    { name: "Clean", curves: ["linear", "exp", "exp", "exp", "linear", "exp", "linear", "square", "exp", "linear", "square", "exp", "linear", "linear", "exp", "exp", "exp", "square", "square", "sqrt", "square", "linear", "linear"], steps: {} },
  ],
  microphone: false,
  listens: true,
  ui: { primaryInput: "sliders", showVoiceSpaceSelector: true, showSynthVisualizer: true },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];

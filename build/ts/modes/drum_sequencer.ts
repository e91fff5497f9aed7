// @generated from modes/drum_sequencer.json by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from '../mode.ts';

export const mode = {
  modeId: "drum_sequencer",
  engineId: "drum_sequencer",
  channels: ["pad_x", "pad_y"],
  layers: [2, 12, 20, 30],
  defaultSpread: 0.7,
  groups: ["Pattern", "Kick", "Snare", "Hats", "Percussion", "Mix"],
  params: [
    { name: "tempo_bpm", label: "Tempo", group: "Pattern", unit: "BPM", min: 60, max: 200, default: 120, curve: "linear" },
    { name: "swing_pct", label: "Swing", group: "Pattern", unit: "%", min: 50, max: 75, default: 54, curve: "linear" },
    { name: "kick_density_pct", label: "Kick density", group: "Pattern", unit: "%", min: 0, max: 100, default: 40, curve: "linear" },
    { name: "snare_density_pct", label: "Snare density", group: "Pattern", unit: "%", min: 0, max: 100, default: 30, curve: "linear" },
    { name: "hat_density_pct", label: "Hat density", group: "Pattern", unit: "%", min: 0, max: 100, default: 65, curve: "linear" },
    { name: "perc_density_pct", label: "Percussion density", group: "Pattern", unit: "%", min: 0, max: 100, default: 25, curve: "linear" },
    { name: "syncopation_pct", label: "Syncopation", group: "Pattern", unit: "%", min: 0, max: 100, default: 4, curve: "square" },
    { name: "variation_pct", label: "Variation", group: "Pattern", unit: "%", min: 0, max: 100, default: 25, curve: "linear" },
    { name: "fill_pct", label: "Fills", group: "Pattern", unit: "%", min: 0, max: 100, default: 50, curve: "linear" },
    { name: "accent_db", label: "Accents", group: "Pattern", unit: "dB", min: 0, max: 24, default: 12, curve: "linear" },
    { name: "open_pct", label: "Open hats", group: "Pattern", unit: "%", min: 0, max: 100, default: 30, curve: "linear" },
    { name: "kick_hz", label: "Kick pitch", group: "Kick", unit: "Hz", min: 35, max: 110, default: 48, curve: "exp", isPitch: true },
    { name: "kick_sweep_st", label: "Kick sweep", group: "Kick", unit: "st", min: 0, max: 48, default: 26, curve: "linear" },
    { name: "kick_decay_ms", label: "Kick decay", group: "Kick", unit: "ms", min: 80, max: 1500, default: 320, curve: "exp" },
    { name: "kick_drive_db", label: "Kick drive", group: "Kick", unit: "dB", min: 0, max: 24, default: 7, curve: "linear" },
    { name: "snare_hz", label: "Snare pitch", group: "Snare", unit: "Hz", min: 110, max: 340, default: 170, curve: "exp", isPitch: true },
    { name: "snare_decay_ms", label: "Snare decay", group: "Snare", unit: "ms", min: 50, max: 800, default: 180, curve: "exp" },
    { name: "snare_noise_pct", label: "Snare rattle", group: "Snare", unit: "%", min: 0, max: 100, default: 60, curve: "sigmoid" },
    { name: "hat_hz", label: "Hat tone", group: "Hats", unit: "Hz", min: 3000, max: 11000, default: 7000, curve: "linear" },
    { name: "hat_decay_ms", label: "Hat decay", group: "Hats", unit: "ms", min: 20, max: 400, default: 55, curve: "exp" },
    { name: "clap_decay_ms", label: "Clap decay", group: "Percussion", unit: "ms", min: 60, max: 900, default: 190, curve: "exp" },
    { name: "tom_hz", label: "Tom pitch", group: "Percussion", unit: "Hz", min: 60, max: 280, default: 100, curve: "exp", isPitch: true },
    { name: "perc_hz", label: "Percussion pitch", group: "Percussion", unit: "Hz", min: 250, max: 2500, default: 600, curve: "exp", isPitch: true },
    { name: "perc_decay_ms", label: "Percussion decay", group: "Percussion", unit: "ms", min: 30, max: 900, default: 110, curve: "exp" },
    { name: "kick_db", label: "Kick level", group: "Mix", unit: "dB", min: -36, max: 6, default: -2, curve: "sqrt" },
    { name: "snare_db", label: "Snare level", group: "Mix", unit: "dB", min: -36, max: 6, default: -5, curve: "sqrt" },
    { name: "hat_db", label: "Hat level", group: "Mix", unit: "dB", min: -36, max: 6, default: -8, curve: "sqrt" },
    { name: "perc_db", label: "Percussion level", group: "Mix", unit: "dB", min: -36, max: 6, default: -6, curve: "sqrt" },
    { name: "drive_db", label: "Drive", group: "Mix", unit: "dB", min: 0, max: 18, default: 2, curve: "square" },
    { name: "output_db", label: "Output", group: "Mix", unit: "dB", min: -36, max: 6, default: 0, curve: "sqrt", setsLevel: true },
  ],
  voiceSpaces: [
    { name: "Eight-O", curves: ["linear", "linear", "linear", "linear", "linear", "linear", "square", "linear", "linear", "linear", "linear", "exp", "linear", "exp", "linear", "exp", "exp", "sigmoid", "linear", "exp", "exp", "exp", "exp", "exp", "sqrt", "sqrt", "sqrt", "sqrt", "square", "sqrt"], steps: {} },
    { name: "Nine-O", curves: ["linear", "linear", "linear", "linear", "linear", "linear", "square", "linear", "linear", "linear", "linear", "exp", "linear", "square", "linear", "exp", "exp", "linear", "sqrt", "exp", "exp", "exp", "exp", "exp", "sqrt", "sqrt", "sqrt", "sqrt", "square", "sqrt"], steps: {} },
    { name: "Studio", curves: ["linear", "linear", "linear", "linear", "linear", "linear", "cubic", "linear", "linear", "linear", "linear", "exp", "linear", "exp", "linear", "exp", "square", "sigmoid", "linear", "exp", "exp", "linear", "exp", "exp", "sqrt", "sqrt", "sqrt", "sqrt", "square", "sqrt"], steps: {} },
    { name: "Breaks", curves: ["sqrt", "linear", "linear", "linear", "linear", "linear", "square", "linear", "sqrt", "linear", "linear", "exp", "square", "exp", "linear", "exp", "exp", "sigmoid", "linear", "exp", "exp", "exp", "exp", "exp", "sqrt", "sqrt", "sqrt", "sqrt", "square", "sqrt"], steps: {} },
    { name: "Circuit", curves: ["linear", "linear", "linear", "linear", "linear", "linear", "linear", "log", "linear", "linear", "linear", "exp", "linear", "exp", "linear", "exp", "exp", "sigmoid", "linear", "exp", "exp", "exp", "linear", "cubic", "sqrt", "sqrt", "sqrt", "sqrt", "square", "sqrt"], steps: {} },
  ],
  microphone: false,
  listens: false,
  ui: { primaryInput: "xy_pad", showVoiceSpaceSelector: true, showSynthVisualizer: true },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];

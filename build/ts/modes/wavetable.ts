// @generated from modes/wavetable.json by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from '../mode.ts';

export const mode = {
  modeId: "wavetable",
  engineId: "wavetable",
  channels: ["midi_note", "midi_velocity", "midi_mod", "midi_pressure"],
  layers: [4, 12, 14, 23],
  defaultSpread: 0.3,
  groups: ["Wave", "Filter", "Envelope", "Motion", "Voice"],
  params: [
    { name: "position_pct", label: "Position", group: "Wave", unit: "%", min: 0, max: 100, default: 35, curve: "linear" },
    { name: "position_envelope_pct", label: "Position envelope", group: "Wave", unit: "%", min: -100, max: 100, default: 0, curve: "linear" },
    { name: "sweep_rate_hz", label: "Sweep rate", group: "Wave", unit: "Hz", min: 0.03, max: 12, default: 0.3, curve: "exp" },
    { name: "sweep_depth_pct", label: "Sweep", group: "Wave", unit: "%", min: 0, max: 100, default: 8, curve: "square" },
    { name: "formant_st", label: "Formants", group: "Wave", unit: "st", min: -12, max: 12, default: 0, curve: "linear" },
    { name: "hollow_pct", label: "Hollow", group: "Wave", unit: "%", min: 0, max: 100, default: 0, curve: "linear" },
    { name: "cutoff_hz", label: "Cutoff", group: "Filter", unit: "Hz", min: 80, max: 16000, default: 2000, curve: "exp" },
    { name: "resonance_pct", label: "Resonance", group: "Filter", unit: "%", min: 0, max: 100, default: 15, curve: "linear" },
    { name: "cutoff_envelope_st", label: "Cutoff envelope", group: "Filter", unit: "st", min: 0, max: 72, default: 24, curve: "linear" },
    { name: "key_follow_pct", label: "Key follow", group: "Filter", unit: "%", min: 0, max: 100, default: 50, curve: "linear" },
    { name: "velocity_tone_pct", label: "Velocity to tone", group: "Filter", unit: "%", min: 0, max: 100, default: 40, curve: "linear" },
    { name: "tone_decay_ms", label: "Tone decay", group: "Filter", unit: "ms", min: 20, max: 8000, default: 900, curve: "exp" },
    { name: "attack_ms", label: "Attack", group: "Envelope", unit: "ms", min: 1, max: 3000, default: 6, curve: "exp" },
    { name: "decay_ms", label: "Decay", group: "Envelope", unit: "ms", min: 40, max: 12000, default: 4000, curve: "exp" },
    { name: "sustain_pct", label: "Sustain", group: "Envelope", unit: "%", min: 0, max: 100, default: 60, curve: "sqrt" },
    { name: "release_ms", label: "Release", group: "Envelope", unit: "ms", min: 10, max: 8000, default: 400, curve: "exp" },
    { name: "vibrato_rate_hz", label: "Vibrato rate", group: "Motion", unit: "Hz", min: 0.5, max: 9, default: 5, curve: "exp" },
    { name: "vibrato_depth_cents", label: "Vibrato", group: "Motion", unit: "ct", min: 0, max: 100, default: 2, curve: "cubic" },
    { name: "bend_range_st", label: "Bend range", group: "Motion", unit: "st", min: 0, max: 24, default: 2, curve: "square" },
    { name: "detune_cents", label: "Detune", group: "Voice", unit: "ct", min: 0, max: 40, default: 7, curve: "square" },
    { name: "sub_pct", label: "Sub", group: "Voice", unit: "%", min: 0, max: 100, default: 0, curve: "square" },
    { name: "width_pct", label: "Width", group: "Voice", unit: "%", min: 0, max: 100, default: 60, curve: "linear" },
    { name: "level_db", label: "Level", group: "Voice", unit: "dB", min: -18, max: 0, default: -5, curve: "sqrt", setsLevel: true },
  ],
  voiceSpaces: [
    { name: "Analogue", curves: ["linear", "linear", "exp", "square", "linear", "linear", "exp", "linear", "linear", "linear", "linear", "exp", "exp", "exp", "sqrt", "exp", "exp", "cubic", "square", "square", "square", "linear", "sqrt"], steps: {} },
    { name: "Vowels", curves: ["linear", "linear", "exp", "linear", "linear", "linear", "exp", "square", "linear", "linear", "linear", "exp", "exp", "exp", "sqrt", "exp", "exp", "cubic", "square", "square", "square", "linear", "sqrt"], steps: {} },
    { name: "Pipes", curves: ["linear", "linear", "exp", "square", "linear", "linear", "exp", "linear", "square", "linear", "linear", "exp", "exp", "exp", "sigmoid", "exp", "exp", "cubic", "square", "square", "square", "linear", "sqrt"], steps: {} },
    { name: "Glass", curves: ["linear", "linear", "exp", "square", "linear", "linear", "exp", "linear", "linear", "linear", "linear", "exp", "exp", "log", "sqrt", "log", "exp", "cubic", "square", "cubic", "square", "linear", "sqrt"], steps: {} },
    { name: "Sync", curves: ["sigmoid", "linear", "exp", "square", "linear", "linear", "exp", "linear", "linear", "linear", "linear", "exp", "exp", "exp", "sqrt", "exp", "exp", "cubic", "square", "square", "linear", "linear", "sqrt"], steps: {} },
  ],
  microphone: false,
  listens: false,
  ui: { primaryInput: "midi_in", showVoiceSpaceSelector: true, showSynthVisualizer: true },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];

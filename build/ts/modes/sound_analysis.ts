// @generated from modes/sound_analysis.json by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from '../mode.ts';

export const mode = {
  modeId: "sound_analysis",
  engineId: "sound_analysis",
  channels: ["audio_pitch", "audio_aperiodicity", "audio_energy", "audio_attack", "audio_brightness"],
  layers: [5, 10, 12, 14],
  defaultSpread: 0.5,
  groups: ["Expression", "Sound", "Effects"],
  params: [
    { name: "mod_wheel", label: "Modulation (CC 1)", group: "Expression", unit: "", min: 0, max: 127, default: 0, curve: "linear" },
    { name: "breath", label: "Breath (CC 2)", group: "Expression", unit: "", min: 0, max: 127, default: 0, curve: "sqrt" },
    { name: "volume", label: "Volume (CC 7)", group: "Expression", unit: "", min: 0, max: 127, default: 100, curve: "sqrt" },
    { name: "expression", label: "Expression (CC 11)", group: "Expression", unit: "", min: 0, max: 127, default: 127, curve: "log" },
    { name: "pan", label: "Pan (CC 10)", group: "Expression", unit: "", min: 0, max: 127, default: 64, curve: "linear" },
    { name: "cutoff", label: "Cutoff (CC 74)", group: "Sound", unit: "", min: 0, max: 127, default: 127, curve: "linear" },
    { name: "resonance", label: "Resonance (CC 71)", group: "Sound", unit: "", min: 0, max: 127, default: 0, curve: "square" },
    { name: "attack", label: "Attack (CC 73)", group: "Sound", unit: "", min: 0, max: 127, default: 0, curve: "square" },
    { name: "release", label: "Release (CC 72)", group: "Sound", unit: "", min: 0, max: 127, default: 64, curve: "linear" },
    { name: "vibrato", label: "Vibrato (CC 77)", group: "Sound", unit: "", min: 0, max: 127, default: 0, curve: "cubic" },
    { name: "variation", label: "Variation (CC 70)", group: "Sound", unit: "", min: 0, max: 127, default: 64, curve: "sigmoid" },
    { name: "effect_1", label: "Effect 1 (CC 12)", group: "Effects", unit: "", min: 0, max: 127, default: 0, curve: "linear" },
    { name: "effect_2", label: "Effect 2 (CC 13)", group: "Effects", unit: "", min: 0, max: 127, default: 0, curve: "linear" },
    { name: "reverb", label: "Reverb (CC 91)", group: "Effects", unit: "", min: 0, max: 127, default: 32, curve: "linear" },
  ],
  voiceSpaces: [
    { name: "", curves: ["linear", "sqrt", "sqrt", "log", "linear", "linear", "square", "square", "linear", "cubic", "sigmoid", "linear", "linear", "linear"], steps: { 0: 128, 1: 128, 2: 128, 3: 128, 4: 128, 5: 128, 6: 128, 7: 128, 8: 128, 9: 128, 10: 128, 11: 128, 12: 128, 13: 128 } },
  ],
  microphone: true,
  listens: true,
  ui: { primaryInput: "audio_in", showVoiceSpaceSelector: false, showSynthVisualizer: true },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];

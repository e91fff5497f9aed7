/** Every word of an instrument, wherever it is: on a site, in the player, in the editor's panel. */
import { counted } from '../../shared/humanize.ts';

const passes = (count: number) => counted(count, 'pass', 'passes');

/** A sentence for each status code of an instrument that a person can cause. */
const ERRORS: Readonly<Record<string, string>> = {
  no_examples: 'Teach at least one sound first.',
  examples_full: 'You have taught as many sounds as fit. Forget one first.',
  bad_config:
    'Learning rate must be above 0 and up to 100, max iterations 1 to 1,000,000, target error 0 to 1.',
  training: 'Wait until training ends, or stop it.',
  nothing_to_undo: 'Nothing to undo.',
  file_foreign: 'This is not a .taught file.',
  file_damaged: 'This file is damaged.',
  file_newer: 'This file was saved by a newer version of Ensemble.',
  file_mismatch: 'This file belongs to another instrument.',
};

export const SOUND_MODE_TEXT = {
  element: {
    modeMissing: (modes: string) => `Give <sound-mode> a mode attribute: one of ${modes}.`,
    modeUnknown: (mode: string, modes: string) =>
      `Unknown instrument “${mode}”. Available instruments: ${modes}.`,
    failed: (reason: string) => `This instrument can’t be loaded: ${reason}`,
    taughtFailed: (reason: string) => `What this instrument learned can’t be loaded: ${reason}`,
  },
  error: (code: string) => ERRORS[code] ?? `The instrument reported an error (${code}).`,
  sound: {
    play: 'Play',
    pause: 'Pause',
    failed: (reason: string) => `The sound can’t be started: ${reason}`,
    unsupported: 'This browser does not support Web Audio.',
    insecure: 'Browsers allow sound only on secure pages. Open this page over https.',
    volume: 'Volume',
    voiceSpace: 'Voice space',
    allParameters: 'All parameters',
    openPlayer: 'Open in player',
    waveform: 'Waveform',
    waveformLabel: 'Waveform of the sound',
    spectrum: 'Spectrum',
    spectrumLabel: 'Spectrum of the sound',
  },
  presets: { label: 'Preset', custom: 'Custom', own: 'My presets' },
  file: {
    record: 'Record',
    recordHint: 'Record the sound to a WAV file',
    stopRecording: 'Stop recording',
    playFirst: 'Press Play before you record.',
    save: 'Save to file',
    saveHint: 'Download what this instrument learned',
    load: 'Load from file',
    loadHint: 'Load a .taught file',
    loaded: (name: string) => `Loaded ${name}.`,
  },
  input: {
    source: 'Sound source',
    loop: 'Plucked strings',
    file: 'Audio file',
    microphone: 'Microphone',
    level: 'Input level',
    headphones: 'Use headphones with the microphone to avoid feedback.',
    playFirst: 'Press Play to hear it.',
    microphoneDenied:
      'Microphone access was denied. Allow it in your browser, or choose another source.',
    fileUnreadable: 'This browser can’t play this file.',
  },
  teach: {
    random: 'Surprise me',
    randomHint: 'Pick a random sound',
    default: 'Default sound',
    defaultHint: 'Pick the instrument’s default sound',
    teach: 'Teach here',
    teachHint: 'Save this sound at this spot',
    release: 'Release',
    releaseHint: 'Let the controls shape the sound again',
    train: 'Train',
    stop: 'Stop',
    trainHint: 'Train for more passes over the sounds you taught; changes what lies between them',
    forget: 'Forget nearest',
    forgetHint: 'Forget the nearest sound you taught',
    forgetAll: 'Forget all',
    forgetAllHint: 'Forget every sound you taught',
    explore: 'Explore',
    exploreHint: 'Vary the sound everywhere a little',
    undo: 'Undo',
    undoHint:
      'Undo forgetting or a preset, or the last training or exploring; press again to redo those',
    count: (sounds: number) => `${counted(sounds, 'sound')} taught`,
    holding: 'Move to where this sound belongs, then press Teach here.',
    start: 'Pick a sound, move to a spot and press Teach here. Teach another one elsewhere.',
    ready: 'Play between your places, or teach more. Train changes what lies between them.',
    forgotten: (sounds: number) =>
      `Forgot ${counted(sounds, 'sound')}. Undo brings back what you forgot.`,
    replaced: 'This replaces the sound you taught here before.',
    plot: 'Training error over time',
    progress: (count: number, error: string) => `${passes(count)}, error ${error}`,
    learned: (count: number) => `Learned in ${passes(count)}.`,
    nothingToTrain: 'There is nothing left to train.',
    notLearned: (count: number) =>
      `Stopped after ${passes(count)}, above the target error. Each sound still plays at its place; press Train to continue.`,
    worst: (number: number) => `Sound ${number} differs most from what is around it.`,
  },
  advanced: {
    title: 'Advanced',
    learning_rate: 'Learning rate (0.03 to 3 works best)',
    max_iterations: 'Max iterations',
    min_error: 'Target error',
    spread: 'Range of the untrained sound (0 wild, 1 calm)',
    reset: 'Start over',
    resetHint:
      'Make a new network. The sounds you taught stay at their places; what lies between them changes',
  },
  midi: {
    connect: 'Connect MIDI',
    connectHint: 'Play from MIDI keyboards and controllers, and send MIDI out',
    denied: 'MIDI access was denied. Allow it in your browser and try again.',
    noInput: 'No MIDI input found. Plug one in.',
    connected: (names: string) => `Connected to ${names}.`,
    output: 'MIDI output',
    none: 'None',
    target: 'Map a controller to',
    learn: 'MIDI learn',
    learnHint: 'The next controller you move is mapped',
    move: 'Move a controller on your MIDI device.',
    controls: 'Controls',
    mapping: (controller: number, target: string) => `CC ${controller} controls ${target}`,
    remove: 'Remove',
    removeMapping: (controller: number) => `Remove CC ${controller}`,
    unnamedInput: 'MIDI input',
    unnamedOutput: 'MIDI output',
    sending: (values: string) => `Sending ${values}`,
  },
  wheels: { bend: 'Pitch bend', modulation: 'Modulation', pressure: 'Pressure' },
  keyboard: {
    label: 'Keyboard',
    octaveDown: 'Octave down',
    octaveUp: 'Octave up',
    range: (lowest: string, highest: string) => `${lowest} to ${highest}`,
    /** Spelled out, for screen readers. */
    notes: [
      'C',
      'C sharp',
      'D',
      'D sharp',
      'E',
      'F',
      'F sharp',
      'G',
      'G sharp',
      'A',
      'A sharp',
      'B',
    ],
  },
  pad: (across: string, up: string) => `${across} and ${up}`,
} as const;

/** What the errors of the ES module and the element say to developers. */
export const MODULE_TEXT = {
  unknown: (what: string, name: string, known: readonly string[]) =>
    `Unknown ${what} “${name}”. Available: ${known.join(', ')}.`,
  outOfRange: (name: string, value: number) => `“${name}” must be between 0 and 1, got ${value}.`,
  notMidiByte: (byte: number) => `A key or velocity must be 0 to 127, got ${byte}.`,
  notMidi: (bytes: readonly number[]) => `Not a MIDI channel message: ${bytes.join(' ')}.`,
} as const;

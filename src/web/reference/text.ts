/** Every word a person reads on a reference card. */
export const REFERENCE_TEXT = {
  title: (instrument: string) => `${instrument} · Reference card · Ensemble`,
  unknown: (mode: string) => `There is no instrument “${mode}”.`,
  scriptMissing: 'The instrument could not be loaded. Reload the page.',
  lead: 'What each parameter does to the sound that is chosen here. Choose another preset or voice space, and the pictures are drawn again.',
  heard:
    'Across each picture the parameter goes from its lowest to its highest value; low frequencies are at the bottom, and the stronger they are, the deeper their colour.',
  phrase: 'Each sound plays the same few notes.',
  line: 'Each sound hears the same plucked strings.',
  silent: 'This instrument makes no sound of its own: it sends MIDI controllers.',
  player: 'Play and teach it',
  inputs: 'Inputs',
  voiceSpaces: 'Voice spaces',
  ownCurves: (count: number) => (count === 0 ? 'the curves below' : `${count} curves of its own`),
  range: 'Range',
  to: (from: string, to: string) => `${from} to ${to}`,
  starts: 'Starts at',
  curve: 'Curve',
  only: (space: string) => `in ${space}`,
  steps: (count: number) => `${count} steps`,
  picture: (param: string) => `Spectrum from the lowest to the highest ${param.toLowerCase()}`,
  drawing: 'Listening…',
  level: 'Level',
  lufs: (value: number) => (Number.isFinite(value) ? `${decimal(value)} LUFS` : 'silent'),
  centroid: 'Brightness',
  hz: (value: number) => (Number.isFinite(value) ? `${Math.round(value)} Hz` : 'silent'),
  hear: 'Hear it',
  hearLabel: (param: string) =>
    `Hear it: ${param.toLowerCase()} from its lowest to its highest value`,
  stop: 'Stop',
  stopLabel: (param: string) => `Stop ${param.toLowerCase()}`,
} as const;

/** With a minus sign instead of a hyphen. */
const decimal = (value: number): string => value.toFixed(1).replace('-', '−');

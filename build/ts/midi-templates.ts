// @generated from modes/templates/ by `npm run gen`.
// Do not edit: change the source and generate again.

/** A synth, and its number for each controller that engines send; it is sent no other. */
export interface MidiTemplate {
  readonly id: string;
  readonly name: string;
  readonly controllers: readonly (readonly [from: number, to: number])[];
}

export const MIDI_TEMPLATES: readonly MidiTemplate[] = [
  { id: "arturia_microfreak", name: "Arturia MicroFreak", controllers: [[1, 12], [70, 13], [71, 83], [73, 105], [74, 23], [75, 106]] },
  { id: "behringer_deepmind_12", name: "Behringer DeepMind 12", controllers: [[1, 1], [2, 2], [7, 7], [10, 10], [11, 11], [71, 30], [72, 41], [73, 37], [74, 29], [75, 39]] },
  { id: "korg_minilogue", name: "Korg minilogue", controllers: [[1, 41], [71, 44], [72, 19], [73, 16], [74, 43], [75, 17], [77, 26]] },
  { id: "moog_subsequent_37", name: "Moog Subsequent 37", controllers: [[1, 1], [70, 18], [71, 21], [72, 31], [73, 28], [74, 19], [75, 29]] },
  { id: "novation_bass_station_2", name: "Novation Bass Station II", controllers: [[1, 1], [7, 7], [70, 114], [71, 82], [72, 93], [73, 90], [74, 16], [75, 91]] },
  { id: "sequential_prophet_rev2", name: "Sequential Prophet Rev2", controllers: [[1, 1], [7, 7], [70, 106], [71, 103], [72, 76], [73, 118], [74, 102], [75, 119]] },
  { id: "yamaha_reface_cs", name: "Yamaha reface CS", controllers: [[1, 82], [7, 7], [11, 11], [70, 81], [71, 71], [72, 72], [73, 73], [74, 74], [75, 75], [77, 77]] },
];

/**
 * What the compiled engines say of themselves: which there are, their slots and their voice spaces.
 *
 * The catalogue is read from the wasm at every generation, never written down in TypeScript. It holds no
 * curves: those are measured (measure.ts).
 */
import * as v from 'valibot';

const name = v.pipe(v.string(), v.nonEmpty());

/** One thing the network can move: its range in real units, and where it rests when no mode lists it. */
const SlotSchema = v.strictObject({
  name,
  min: v.pipe(v.number(), v.finite()),
  max: v.pipe(v.number(), v.finite()),
  /** Unit value at rest, 0…32768 = 0…1. */
  default: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(32768)),
  /** How many steps each voice space has for it, 0 where it reads any value; absent where all of them read any. */
  steps: v.exactOptional(v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)))),
  /** The values of its steps where they do not lie evenly in its range. */
  step_values: v.exactOptional(v.array(v.pipe(v.number(), v.finite()))),
  /** Set where it is a pitch, which settles on the player's scale. */
  pitch: v.exactOptional(v.literal(true)),
  /**
   * Its purpose where it is meant to change the loudness: the level of the whole instrument; the level or the share of a
   * part, a stage or an effect; the corner of a filter that can take away most of the sound.
   */
  role: v.exactOptional(v.picklist(['level', 'mix', 'cutoff'])),
});

/** What the engine asks of the audio hardware when it starts. */
const DriverSchema = v.strictObject({
  input: v.picklist(['none', 'line', 'microphone']),
  /** Input level, 0…15. */
  line_level: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15)),
  /** Gain of the microphone in dB, 0…52. */
  microphone_gain_db: v.pipe(v.number(), v.minValue(0), v.maxValue(52)),
  /** Output volume, a ratio 0…1. */
  output_volume: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /** In Hz; a rate the hardware cannot run has fallen back to 48000 already. */
  sample_rate_hz: v.picklist([24000, 32000, 44100, 48000]),
});

const EngineSchema = v.strictObject({
  engine_id: name,
  slots: v.pipe(v.array(SlotSchema), v.minLength(1)),
  /** Names in the order of the enumeration; empty: the engine has one space without a name. */
  voice_spaces: v.array(v.string()),
  /** Whether the engine answers to note on and note off. */
  notes: v.exactOptional(v.boolean()),
  /** Whether an engine that answers to notes sounds by itself until the first. */
  drones: v.exactOptional(v.boolean()),
  /** Whether the engine sends MIDI messages. */
  sends: v.exactOptional(v.boolean()),
  /** The smoothed values the engine lets be watched, by name. */
  state_fields: v.exactOptional(v.array(name)),
  driver: v.exactOptional(DriverSchema),
});

export const CatalogueSchema = v.strictObject({ engines: v.array(EngineSchema) });

export type Slot = v.InferOutput<typeof SlotSchema>;
export type Engine = v.InferOutput<typeof EngineSchema>;
export type Catalogue = v.InferOutput<typeof CatalogueSchema>;

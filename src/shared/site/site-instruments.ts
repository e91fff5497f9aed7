/**
 * The instruments of a site: read from its document, written, and taught.
 *
 * An instrument is taught by examples, which everyone shares: src/shared/site/examples.ts. Its network follows from them;
 * where somebody trained it further or explored, the document has its taught file too, which counts as long as the
 * examples are still those that it was made from. One that was stored before examples were shared is its taught file.
 */
import type * as Y from 'yjs';
import {
  byExampleKey,
  EXAMPLE_COUNT,
  EXAMPLES,
  examplesInFile,
  examplesSum,
  nextKey,
  readExamples,
  type SiteExample,
  sameBytes,
  sameList,
  without,
  writeExamples,
} from './examples.ts';
import { byKey, field } from './map-values.ts';

export const TAUGHT_BYTES = 1_048_576;
const INSTRUMENT_COUNT = 16;
/** Highest ordinal of a voice space: boards count them in a byte. */
export const MAX_VOICE_SPACE = 255;
/** Highest sum of examples. */
export const MAX_SUM = 0x7fffffff;

const INSTRUMENT_ID = /^[a-z][a-z0-9_-]{0,63}$/;
const NOTHING = new Uint8Array();

/** An instrument on a site. */
export interface SiteInstrument {
  readonly id: string;
  readonly mode: string;
  /** What it learned, as a taught file; empty where nothing yet, or where that follows from the examples. */
  readonly taught: Uint8Array;
  /** Ordinal of the voice space it plays in; 0 where the document names none. */
  readonly voiceSpace: number;
  /** What everyone taught it, in order; undefined where it is only a taught file from before examples were shared. */
  readonly examples?: readonly SiteExample[];
}

export const isInstrumentId = (id: string): boolean => INSTRUMENT_ID.test(id);

const isVoiceSpace = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_VOICE_SPACE;

/** An entry of the document, with the examples of its id; undefined where it breaks a rule. */
function readInstrument(
  id: string,
  value: unknown,
  examples: readonly SiteExample[],
): SiteInstrument | undefined {
  const mode = field(value, 'mode');
  const taught = field(value, 'taught') ?? NOTHING;
  const voiceSpace = field(value, 'voiceSpace') ?? 0;
  const sum = field(value, 'examples');
  if (!INSTRUMENT_ID.test(id) || typeof mode !== 'string' || mode.length > 64) return undefined;
  if (!(taught instanceof Uint8Array) || taught.length > TAUGHT_BYTES) return undefined;
  if (!isVoiceSpace(voiceSpace)) return undefined;
  // One that was written before examples were shared, by somebody who had not seen them.
  if (sum === undefined && examples.length === 0) return { id, mode, taught, voiceSpace };
  const current = taught.length > 0 && sum === examplesSum(examples);
  return { id, mode, taught: current ? taught : NOTHING, voiceSpace, examples };
}

/** The site's instruments by id, without those that break a rule. */
export function readInstruments(doc: Y.Doc): SiteInstrument[] {
  const examples = readExamples(doc);
  return [...doc.getMap('instruments')]
    .sort(byKey)
    .map(([id, value]) => readInstrument(id, value, examples.get(id) ?? []))
    .filter((one) => one !== undefined)
    .slice(0, INSTRUMENT_COUNT);
}

/** An instrument as the document stores it, without what is as it was before there were voice spaces and examples. */
function stored({ mode, taught, voiceSpace, examples }: SiteInstrument) {
  return {
    mode,
    taught,
    ...(voiceSpace !== 0 && { voiceSpace }),
    ...(examples !== undefined && { examples: examplesSum(examples) }),
  };
}

/** Throws a `RangeError` with a sentence where an instrument may not be added. */
function checkInstrument(doc: Y.Doc, { id, taught, voiceSpace }: SiteInstrument): void {
  if (!INSTRUMENT_ID.test(id)) {
    throw new RangeError('Name the instrument with a-z, 0-9, _ and -, a letter first.');
  }
  if (taught.length > TAUGHT_BYTES) {
    throw new RangeError(`What ${id} learned is over the limit of ${TAUGHT_BYTES} bytes.`);
  }
  if (!isVoiceSpace(voiceSpace)) {
    throw new RangeError(
      `The voice space of ${id} must be a whole number from 0 to ${MAX_VOICE_SPACE}.`,
    );
  }
  const others = readInstruments(doc).filter((other) => other.id !== id);
  if (others.length >= INSTRUMENT_COUNT) {
    throw new RangeError(`A site holds ${INSTRUMENT_COUNT} instruments; remove one first.`);
  }
}

/** Adds or replaces an instrument. Throws a `RangeError` with a sentence where it may not be added. */
export function setInstrument(doc: Y.Doc, instrument: SiteInstrument): void {
  checkInstrument(doc, instrument);
  doc.transact(() => write(doc, instrument));
}

function write(doc: Y.Doc, instrument: SiteInstrument): void {
  writeExamples(doc, instrument.id, instrument.examples ?? []);
  doc.getMap('instruments').set(instrument.id, stored(instrument));
}

const sameExamples = (
  a: readonly SiteExample[] | undefined,
  b: readonly SiteExample[] | undefined,
): boolean =>
  (a === undefined) === (b === undefined) &&
  a?.length === b?.length &&
  (a ?? []).every(({ key, bytes }, at) => {
    const other = b?.[at];
    return other?.key === key && sameBytes(other.bytes, bytes);
  });

const sameInstrument = (a: SiteInstrument | undefined, b: SiteInstrument): boolean =>
  a?.mode === b.mode &&
  a.voiceSpace === b.voiceSpace &&
  sameBytes(a.taught, b.taught) &&
  sameExamples(a.examples, b.examples);

/** Makes the document hold exactly these instruments, touching only what differs. */
export function writeInstruments(doc: Y.Doc, wanted: readonly SiteInstrument[]): void {
  const map = doc.getMap('instruments');
  const now = new Map(readInstruments(doc).map((one) => [one.id, one]));
  const ids = new Set(wanted.map(({ id }) => id));
  for (const id of [...map.keys()]) if (!ids.has(id)) map.delete(id);
  const entries = doc.getMap(EXAMPLES);
  for (const key of [...entries.keys()]) {
    if (!ids.has(key.slice(0, Math.max(0, key.indexOf('/'))))) entries.delete(key);
  }
  for (const one of wanted) if (!sameInstrument(now.get(one.id), one)) write(doc, one);
}

/** What one person's instrument has learned. */
export interface TaughtState {
  /** The bytes of its examples, in its order. */
  readonly examples: readonly Uint8Array[];
  /** Its taught file, where its network does not follow from the examples alone; otherwise empty. */
  readonly taught: Uint8Array;
  readonly voiceSpace: number;
}

/** What somebody taught an instrument: from what it had learned to what it has learned now. */
export interface Lesson {
  readonly id: string;
  readonly mode: string;
  readonly before: TaughtState;
  readonly after: TaughtState;
  /** Examples that were there once: what is taught again gets its old place. */
  readonly known?: readonly SiteExample[];
}

/** The lesson that takes this one back. */
export const inverse = ({ before, after, ...rest }: Lesson): Lesson => ({
  ...rest,
  before: after,
  after: before,
});

/** Whether somebody who has learned one has learned the other, to the bit. */
export const sameState = (a: TaughtState, b: TaughtState): boolean =>
  a.voiceSpace === b.voiceSpace &&
  sameBytes(a.taught, b.taught) &&
  sameList(a.examples, b.examples);

const bytesOf = (examples: readonly SiteExample[]): Uint8Array[] =>
  examples.map(({ bytes }) => bytes);

/** What everyone's instrument has learned that follows this one of a site. */
export function stateOf(instrument: SiteInstrument | undefined): TaughtState {
  const { examples = [], taught = NOTHING, voiceSpace = 0 } = instrument ?? {};
  return { examples: bytesOf(examples), taught, voiceSpace };
}

/** Examples after a lesson: those that were taken away are gone, new ones follow, others' stay. */
function afterLesson(
  examples: readonly SiteExample[],
  { id, before, after, known = [] }: Lesson,
): SiteExample[] {
  const union = [...examples];
  for (const gone of without(before.examples, after.examples)) {
    const at = union.findIndex(({ bytes }) => sameBytes(bytes, gone));
    if (at >= 0) union.splice(at, 1);
  }
  const added = without(after.examples, before.examples);
  if (added.length > 0 && union.length + added.length > EXAMPLE_COUNT) {
    throw new RangeError(`${id} has ${EXAMPLE_COUNT} sounds; forget one first.`);
  }
  for (const bytes of added) {
    const isFree = ({ key }: SiteExample) => union.every((one) => one.key !== key);
    const old = known.find((one) => sameBytes(one.bytes, bytes) && isFree(one));
    union.push(old ?? { key: nextKey(union), bytes });
  }
  return union.sort(byExampleKey);
}

/** The taught file that counts after a lesson. */
function fileAfter({ before, after }: Lesson, union: readonly SiteExample[], now: Uint8Array) {
  const same = sameBytes(before.taught, after.taught) && sameList(before.examples, after.examples);
  if (same) return now;
  return sameList(after.examples, bytesOf(union)) ? after.taught : NOTHING;
}

/**
 * Teaches an instrument of the site: adds to the document what the lesson added and takes away what it took away, so that
 * what others taught meanwhile stays.
 *
 * @throws RangeError with a sentence where that is not possible; then nothing changes
 */
export function teachInstrument(doc: Y.Doc, lesson: Lesson): void {
  const { id, mode, before, after } = lesson;
  const found = readInstruments(doc).find((one) => one.id === id);
  const now = found?.mode === mode ? found : { id, mode, taught: NOTHING, voiceSpace: 0 };
  const voiceSpace = after.voiceSpace === before.voiceSpace ? now.voiceSpace : after.voiceSpace;
  const examples = afterLesson(now.examples ?? examplesInFile(now.taught), lesson);
  const taught = fileAfter(lesson, examples, now.taught);
  const next = { ...now, voiceSpace, taught, examples };
  checkInstrument(doc, next);
  doc.transact(() => {
    const entries = doc.getMap(EXAMPLES);
    const kept = new Set(examples.map(({ key }) => key));
    for (const { key } of found?.examples ?? []) if (!kept.has(key)) entries.delete(`${id}/${key}`);
    for (const { key, bytes } of examples) {
      if (!entries.has(`${id}/${key}`)) entries.set(`${id}/${key}`, { bytes });
    }
    const map = doc.getMap('instruments');
    const resolved = readInstrument(id, map.get(id), examples);
    if (!sameInstrument(resolved, next)) map.set(id, stored(next));
  });
}

/**
 * Examples as shared data: people who teach one instrument at the same time, also offline, end with the union of what
 * they taught, and with the same bits.
 */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { makeInstrument } from '../../../scripts/instrument/make-instrument.ts';
import { modeNamed, openWorkshop } from '../../../scripts/instrument/modes.ts';
import type { WasmInstrument } from '../../../src/shared/instrument/wasm-instrument.ts';
import { EMPTY_SITE, readSite, writeSite } from '../../../src/shared/site/document.ts';
import {
  decodeExamples,
  EXAMPLE_COUNT,
  EXAMPLES,
  encodeExample,
  examplesInFile,
  readExamples,
} from '../../../src/shared/site/examples.ts';
import { exportSite, importSite } from '../../../src/shared/site/export.ts';
import { applyGuarded, guardDocument } from '../../../src/shared/site/integration-guard.ts';
import { publishSite } from '../../../src/shared/site/publish.ts';
import { restoreSite, siteChanges } from '../../../src/shared/site/restore.ts';
import * as i from '../../../src/shared/site/site-instruments.ts';
import { checkUpdate, UpdateError } from '../../../src/shared/site/update-check.ts';

const { abi, modes } = await openWorkshop();
const DRONE = modeNamed(modes, 'drone');
const [CHANNELS, PARAMS] = [DRONE.channels.length, DRONE.params.length];
const NOTHING = new Uint8Array();
const UNTAUGHT: i.TaughtState = { examples: [], taught: NOTHING, voiceSpace: 0 };

/** A sound of the drone, told apart by a number. */
const sound = (number: number): Uint8Array => {
  const unit = (at: number) => (number * 7919 + at * 104729) % 32769;
  const units = (count: number, from: number) =>
    Array.from({ length: count }, (_, at) => unit(at + from));
  return encodeExample(units(CHANNELS, 0), units(PARAMS, CHANNELS));
};

const state = (...numbers: readonly number[]): i.TaughtState => ({
  ...UNTAUGHT,
  examples: numbers.map(sound),
});

const lesson = (before: i.TaughtState, after: i.TaughtState): i.Lesson => ({
  id: 'lead',
  mode: 'drone',
  before,
  after,
});

const lead = (doc: Y.Doc): i.SiteInstrument | undefined =>
  i.readInstruments(doc).find(({ id }) => id === 'lead');

/** A drone that learns what a state says. The caller destroys it. */
function learn({ examples, taught, voiceSpace }: i.TaughtState): WasmInstrument {
  const instrument = makeInstrument(abi, DRONE);
  if (taught.length > 0) instrument.load(taught);
  else {
    for (const { inputs, outputs } of decodeExamples(examples, CHANNELS, PARAMS)) {
      instrument.addExample([...inputs], [...outputs]);
    }
    while (instrument.trainProgress().state === 'running') instrument.trainStep(100_000);
  }
  instrument.setVoiceSpace(voiceSpace);
  return instrument;
}

/** Everything an instrument is, as bytes. */
function bitsOf(learned: i.TaughtState): string {
  const instrument = learn(learned);
  const bits = Buffer.from(instrument.save()).toString('hex');
  instrument.destroy();
  return `${learned.voiceSpace} ${bits}`;
}

/** A taught file that does not follow from its examples. */
function explored(...numbers: readonly number[]): i.TaughtState {
  const instrument = learn(state(...numbers));
  instrument.jitter(4096);
  const taught = instrument.save();
  instrument.destroy();
  return { ...state(...numbers), taught };
}

function exchange(...docs: readonly Y.Doc[]): void {
  for (const from of docs) {
    for (const to of docs) {
      const update = Y.encodeStateAsUpdate(from, Y.encodeStateVector(to));
      checkUpdate(update);
      if (from !== to) applyGuarded(to, update);
    }
  }
}

function guarded(client: number): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = client;
  guardDocument(doc);
  return doc;
}

/** One editor, as the instrument panel is: what its instrument has learned follows the document, unless it teaches. */
class Teacher {
  readonly doc: Y.Doc;
  readonly lessons: i.Lesson[] = [];
  readonly undone: i.Lesson[] = [];
  has: i.TaughtState = UNTAUGHT;

  constructor(client: number) {
    this.doc = guarded(client);
  }

  follow(): void {
    this.has = i.stateOf(lead(this.doc));
  }

  teach(after: i.TaughtState): void {
    const known = lead(this.doc)?.examples ?? [];
    const taught = lesson(this.has, after);
    i.teachInstrument(this.doc, taught);
    this.lessons.push({ ...taught, known: [...known, ...(lead(this.doc)?.examples ?? [])] });
    this.follow();
  }

  undo(): void {
    const last = this.lessons.pop();
    if (last === undefined) return;
    i.teachInstrument(this.doc, i.inverse(last));
    this.undone.push(last);
    this.follow();
  }

  redo(): void {
    const last = this.undone.pop();
    if (last === undefined) return;
    i.teachInstrument(this.doc, last);
    this.lessons.push(last);
    this.follow();
  }
}

const act = fc.record({
  who: fc.nat(1),
  what: fc.constantFrom('add', 'add', 'add', 'forget', 'explore', 'space', 'undo', 'redo', 'sync'),
  pick: fc.nat(1_000_000),
});

test('1,000 random runs of two teachers: the union of what they taught, and bit-identical networks', () => {
  let [number, united] = [0, 0];
  fc.assert(
    fc.property(fc.array(act, { minLength: 4, maxLength: 16 }), fc.boolean(), (acts, old) => {
      const teachers = [new Teacher(1), new Teacher(2)] as const;
      const added = new Set<string>();
      const gone = new Set<string>();
      /** What each has removed since they last synced: if the other brings it back meanwhile, either may win. */
      const removed = [new Set<string>(), new Set<string>()] as const;
      const name = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
      if (old) {
        const taught = explored(1, 2).taught;
        i.setInstrument(teachers[0].doc, { id: 'lead', mode: 'drone', taught, voiceSpace: 0 });
        for (const one of state(1, 2).examples) added.add(name(one));
      }
      const meet = () => {
        exchange(teachers[0].doc, teachers[1].doc);
        for (const one of teachers) one.follow();
        for (const one of removed) one.clear();
      };
      meet();
      for (const { who, what, pick } of acts) {
        const one = teachers[who === 0 ? 0 : 1];
        const [own, others] = who === 0 ? removed : [removed[1], removed[0]];
        const lose = (lost: string) => {
          gone.add(lost);
          own.add(lost);
        };
        const now = one.has;
        // What an instrument has that loaded an old file.
        const examples =
          now.taught.length > 0 ? examplesInFile(now.taught).map((two) => two.bytes) : now.examples;
        one.has = { ...now, examples };
        if (what === 'add') {
          number += 1;
          added.add(name(sound(number + 10)));
          one.teach({ ...now, examples: [...examples, sound(number + 10)], taught: NOTHING });
        } else if (what === 'forget' && examples.length > 0) {
          const at = pick % examples.length;
          const forgotten = examples[at];
          if (forgotten !== undefined && !old) lose(name(forgotten));
          if (!old)
            one.teach({ ...now, examples: examples.filter((_, n) => n !== at), taught: NOTHING });
        } else if (what === 'explore' && examples.length > 0) {
          const instrument = learn(one.has);
          instrument.jitter(1 + (pick % 4096));
          one.teach({ ...one.has, taught: instrument.save() });
          instrument.destroy();
        } else if (what === 'space') {
          one.teach({ ...one.has, voiceSpace: pick % 2 });
        } else if ((what === 'undo' || what === 'redo') && !old) {
          const before = (lead(one.doc)?.examples ?? []).map(({ bytes }) => name(bytes));
          one[what]();
          const after = (lead(one.doc)?.examples ?? []).map(({ bytes }) => name(bytes));
          for (const lost of before) if (!after.includes(lost)) lose(lost);
          for (const back of after) {
            if (!(before.includes(back) || others.has(back))) gone.delete(back);
          }
        } else if (what === 'sync') {
          meet();
        }
      }
      meet();
      const [ada, ben] = teachers.map(({ has }) => has);
      if (ada === undefined || ben === undefined) throw new Error('a teacher is missing');
      assert.is(bitsOf(ada), bitsOf(ben));
      const shared = lead(teachers[0].doc)?.examples;
      const files = shared === undefined ? examplesInFile(ada.taught) : shared;
      const have = new Set(files.map(({ bytes }) => name(bytes)));
      for (const one of added) {
        if (!gone.has(one)) assert.ok(have.has(one), 'an example that nobody forgot is there');
      }
      for (const one of have) assert.ok(added.has(one), 'nothing is there that nobody taught');
      if (added.size > 2) united += 1;
    }),
    { numRuns: 1_000, includeErrorInReport: true },
  );
  assert.ok(united > 300, `${united} runs with several examples`);
});

test('two who teach, one of them offline, lose nothing of each other', () => {
  const [ada, ben] = [new Teacher(1), new Teacher(2)];
  ada.teach(state(1));
  exchange(ada.doc, ben.doc);
  ben.follow();
  for (let n = 10; n < 20; n++)
    ada.teach({ ...ada.has, examples: [...ada.has.examples, sound(n)] });
  for (let n = 20; n < 30; n++)
    ben.teach({ ...ben.has, examples: [...ben.has.examples, sound(n)] });
  exchange(ada.doc, ben.doc);
  ada.follow();
  ben.follow();
  assert.is(ada.has.examples.length, 21);
  assert.is(bitsOf(ada.has), bitsOf(ben.has));
  ada.undo();
  assert.is(ada.has.examples.length, 20, 'one lesson is undone');
  assert.not(
    ada.has.examples.some((one) => Buffer.from(one).equals(sound(19))),
    'the own last one',
  );
  ada.redo();
  assert.is(bitsOf(ada.has), bitsOf(ben.has), 'and brought back in its place');
  ada.teach({ ...ada.has, examples: ada.has.examples.slice(1) });
  ada.undo();
  assert.is(bitsOf(ada.has), bitsOf(ben.has), 'the first one, too');
});

test('an instrument from before examples were shared sounds as it did until it is taught, then keeps its sounds', () => {
  const doc = guarded(1);
  const { taught } = explored(1, 2);
  i.setInstrument(doc, { id: 'lead', mode: 'drone', taught, voiceSpace: 1 });
  const page = '<sound-mode mode=drone taught=lead></sound-mode>';
  const before = publishSite(
    { ...readSite(doc), files: { ...EMPTY_SITE.files, 'index.html': page } },
    'x',
  );
  assert.ok(before.includes(`data-voice-space="1">${Buffer.from(taught).toString('base64')}<`));
  assert.is(lead(doc)?.examples, undefined);
  const loaded = { ...state(1, 2), taught, voiceSpace: 1 };
  i.teachInstrument(doc, lesson(loaded, { ...loaded, voiceSpace: 0 }));
  assert.equal(i.stateOf(lead(doc)), { ...loaded, voiceSpace: 0 }, 'it is the same network');
  const next = { ...state(1, 2, 3), voiceSpace: 0 };
  i.teachInstrument(doc, lesson({ ...loaded, voiceSpace: 0 }, next));
  assert.equal(i.stateOf(lead(doc)), next);
  // Whoever did the same offline has given them the same keys.
  const other = guarded(2);
  i.setInstrument(other, { id: 'lead', mode: 'drone', taught, voiceSpace: 1 });
  i.teachInstrument(other, lesson(loaded, { ...state(1, 2, 4), voiceSpace: 1 }));
  exchange(doc, other);
  const keys = (lead(doc)?.examples ?? []).map(({ bytes }) => Buffer.from(bytes).toString('hex'));
  assert.is(keys.length, 4);
  assert.is(new Set(keys).size, 4);
});

test('what was trained further counts for its own examples only', () => {
  const doc = guarded(1);
  i.teachInstrument(doc, lesson(UNTAUGHT, state(1)));
  const further = explored(1);
  i.teachInstrument(doc, lesson(state(1), further));
  assert.equal(i.stateOf(lead(doc)), further);
  i.teachInstrument(doc, lesson(further, state(1, 2)));
  assert.equal(i.stateOf(lead(doc)), state(1, 2));
  i.teachInstrument(doc, lesson(state(1, 2), state(1)));
  // The file is that of these examples again, but nobody hears it: it was taught away.
  assert.equal(i.stateOf(lead(doc)), state(1));
  // Trained on examples that are not everyone's.
  i.teachInstrument(doc, lesson(state(), explored(2)));
  assert.equal(i.stateOf(lead(doc)), state(1, 2));
});

test('64 sounds are all that an instrument learns: more are refused, and after a merge the first count', () => {
  const doc = guarded(1);
  const numbers = Array.from({ length: EXAMPLE_COUNT }, (_, n) => n);
  i.teachInstrument(doc, lesson(UNTAUGHT, state(...numbers)));
  const full = state(...numbers);
  const more = state(...numbers, 99);
  assert.throws(() => i.teachInstrument(doc, lesson(full, more)), /lead has 64 sounds; forget one/);
  i.teachInstrument(doc, lesson(full, state(...numbers.slice(1), 99)));
  assert.is(lead(doc)?.examples?.length, EXAMPLE_COUNT);
  doc.getMap(EXAMPLES).set('lead/999999-zzzzzzzz', { bytes: sound(100) });
  assert.is(lead(doc)?.examples?.length, EXAMPLE_COUNT);
  assert.equal(lead(doc)?.examples?.at(-1)?.bytes, sound(99));
});

test('an instrument of another mode under the same id begins anew', () => {
  const doc = guarded(1);
  i.teachInstrument(doc, lesson(UNTAUGHT, state(1, 2)));
  i.teachInstrument(doc, { ...lesson(UNTAUGHT, state(3)), mode: 'wanderer' });
  assert.equal(i.stateOf(lead(doc)), state(3));
  assert.is(lead(doc)?.mode, 'wanderer');
});

test('export, import and restore keep examples and their order', () => {
  const doc = guarded(1);
  i.teachInstrument(doc, lesson(UNTAUGHT, state(1, 2, 3)));
  i.teachInstrument(doc, lesson(state(1, 2, 3), explored(1, 2, 3)));
  const then = readSite(doc);
  assert.equal(importSite(exportSite(then, '<!doctype html>')), then);
  const copy = new Y.Doc();
  writeSite(copy, then);
  assert.equal(readSite(copy), then);
  i.teachInstrument(doc, lesson(explored(1, 2, 3), state(1, 3, 4)));
  assert.equal(siteChanges(then, readSite(doc)), [{ file: 'lead (drone)', added: 1, removed: 1 }]);
  restoreSite(doc, then);
  assert.equal(readSite(doc), then);
  restoreSite(doc, EMPTY_SITE);
  assert.is(readExamples(doc).size, 0);
  const exported = exportSite(then, '<!doctype html>');
  for (const bad of ['"key":"1"', '"key":"000000-ABCDEFGH"']) {
    const text = exported.replace(/"key":"[^"]*"/, bad);
    assert.throws(() => importSite(text), /sources are damaged/, bad);
  }
  const odd = exported.replace(/("key":"[^"]*","bytes":)"[^"]*"/, '$1"AQID"');
  assert.throws(() => importSite(odd), /sources are damaged/);
});

test('a page carries the examples that its instruments learn from', () => {
  const doc = guarded(1);
  i.teachInstrument(doc, lesson(UNTAUGHT, state(1, 2)));
  const [one, two] = state(1, 2).examples.map((bytes) => Buffer.from(bytes).toString('base64'));
  const files = {
    ...EMPTY_SITE.files,
    'index.html': '<sound-mode mode=drone taught=lead></sound-mode>',
  };
  const html = publishSite({ ...readSite(doc), files }, 'x');
  assert.ok(
    html.endsWith(
      `<script type="text/plain" data-taught="lead" data-examples>${one} ${two}</script>`,
    ),
  );
});

/** [what, key, value] */
const REFUSED: readonly (readonly [string, string, unknown])[] = [
  ['a key without an instrument', '000000-00000000', { bytes: sound(1) }],
  ['a key of another form', 'lead/1', { bytes: sound(1) }],
  ['the id of no instrument', 'Lead/000000-00000000', { bytes: sound(1) }],
  ['no bytes', 'lead/000000-00000000', { bytes: 'x' }],
  ['another form', 'lead/000000-00000000', sound(1).join()],
  ['more in it', 'lead/000000-00000000', { bytes: sound(1), more: 1 }],
  ['nothing', 'lead/000000-00000000', { bytes: NOTHING }],
  ['half a unit', 'lead/000000-00000000', { bytes: new Uint8Array(3) }],
  ['more units than a network has', 'lead/000000-00000000', { bytes: new Uint8Array(1_026) }],
  ['a value above 1', 'lead/000000-00000000', { bytes: Uint8Array.of(1, 0x80) }],
];
for (const [what, key, value] of REFUSED) {
  test(`a hostile example is refused, first or in place of another: ${what}`, () => {
    for (const before of [false, true]) {
      const from = new Y.Doc();
      if (before) from.getMap(EXAMPLES).set(key, { bytes: sound(5) });
      const start = Y.encodeStateAsUpdate(from);
      from.getMap(EXAMPLES).set(key, value);
      const to = guarded(9);
      const refuse = () => {
        if (before) applyGuarded(to, start);
        applyGuarded(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)));
      };
      assert.throws(
        refuse,
        (error: unknown) => error instanceof UpdateError && error.code === 'E_UPDATE',
      );
      assert.is(readExamples(from).size, 0);
    }
  });
}

test.run();

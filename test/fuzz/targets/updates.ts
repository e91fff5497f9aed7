/**
 * Yjs updates through the check and the guard, several in a row into one document. What passes means the same to Yjs
 * without a guard, to a newcomer, and to whoever gets the updates merged; what is refused leaves the document as it was.
 */
import * as Y from 'yjs';
import { FILES, readSite, writeSite } from '../../../src/shared/site/document.ts';
import { applyGuarded, guardDocument } from '../../../src/shared/site/integration-guard.ts';
import {
  readInstruments,
  stateOf,
  teachInstrument,
} from '../../../src/shared/site/site-instruments.ts';
import { clockOf, firstConflict } from '../../../src/shared/site/struct-conflicts.ts';
import { checkUpdate, UpdateError } from '../../../src/shared/site/update-check.ts';
import { type PartSize, partsOf } from '../../../src/sites/update-parts.ts';
import { structureOf } from '../../support/yjs-structure.ts';
import { mutateBytes, pack, unpack } from '../bytes.ts';
import { mutateList, type Random } from '../random.ts';
import { must, refusal, type Target } from '../target.ts';
import { mutateUpdate, placesIn, readUpdate, writeUpdate } from '../update-model.ts';

/** Of all readings of one input together, half of them by Yjs without the guard. */
const LIMIT_MS = 2_000;

/** One struct, or one range of deletions, in each part. */
const FINEST: PartSize = { smallBytes: 0, structs: 1, bytes: 1, ranges: 1 };

/** Updates of two people on one site, some written without sight of each other. */
function conversation(): Uint8Array[] {
  const people = [new Y.Doc(), new Y.Doc()] as const;
  const updates: Uint8Array[] = [];
  for (const [at, doc] of people.entries()) {
    doc.clientID = 5 + at;
    doc.on('update', (update: Uint8Array) => updates.push(update));
  }
  const [ada, bob] = people;
  writeSite(ada, {
    files: { 'index.html': '<p>piano', 'style.css': 'p{}', 'script.js': 'x' },
    assets: [{ name: 'a.png', bytes: Uint8Array.of(1) }],
    displayName: 'Ada',
    lang: 'en',
    instruments: [{ id: 'i', mode: 'drone', taught: Uint8Array.of(4), voiceSpace: 2 }],
  });
  Y.applyUpdate(bob, Y.encodeStateAsUpdate(ada));
  for (const doc of people) {
    doc.getText('index.html').insert(3, 'same place');
    doc.getText('index.html').delete(1, 4);
    doc.getMap('meta').set('lang', 'fr');
    const before = stateOf(readInstruments(doc)[0]);
    const after = {
      ...before,
      examples: [Uint8Array.of(doc.clientID, 2)],
      taught: new Uint8Array(),
    };
    teachInstrument(doc, { id: 'i', mode: 'drone', before, after });
  }
  Y.applyUpdate(ada, Y.encodeStateAsUpdate(bob));
  ada.getText('index.html').insert(0, 'end');
  ada.getMap('files').set('text:aaaaaaaaaaaa', 'about.html');
  ada.getText('text:aaaaaaaaaaaa').insert(0, 'about');
  return updates;
}

/** Updates with one changed by its parts, or by its bytes. */
function mutateUpdates(
  messages: readonly Uint8Array[],
  random: Random,
  others: readonly Uint8Array[],
): Uint8Array[] {
  const parsed = messages.map((one) => readUpdate(one));
  const known = parsed.flatMap((one) => (one ? placesIn(one) : [])).slice(0, 200);
  const change = (message: Uint8Array): Uint8Array => {
    const update = random(8) > 0 ? readUpdate(message) : undefined;
    if (update === undefined) return mutateBytes(message, random, others[0] ?? message);
    return writeUpdate(mutateUpdate(update, known, random));
  };
  return mutateList(messages, random, change, others);
}

const seen = (doc: Y.Doc): string =>
  JSON.stringify([FILES.map((name) => doc.getText(name).toDelta()), readSite(doc)]);

function guarded(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  guardDocument(doc);
  for (const update of updates) applyGuarded(doc, update);
  return doc;
}

function plain(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  return doc;
}

/** Takes the updates one after the other, as the server does, up to the first that is refused. */
function take(messages: readonly Uint8Array[]): {
  readonly taken: Uint8Array[];
  readonly verdict: string;
  /** Something was sent twice: what deletes it may arrive before it, and the server passes on neither as it came. */
  readonly overlaps: boolean;
} {
  const taken: Uint8Array[] = [];
  let overlaps = false;
  const end = (verdict: string) => ({ taken, verdict, overlaps });
  const doc = new Y.Doc();
  guardDocument(doc);
  for (const message of messages) {
    try {
      const { writes } = checkUpdate(message);
      overlaps ||= writes.some(({ client, from }) => from < clockOf(doc, client));
    } catch (error) {
      return end(refusal(error, UpdateError));
    }
    const { structs } = Y.decodeUpdate(message);
    if (firstConflict(doc, structs, () => false) !== undefined) {
      return end('conflict');
    }
    const before = structureOf(doc);
    try {
      applyGuarded(doc, message);
    } catch (error) {
      must(structureOf(doc) === before, 'what is refused leaves a document as it was');
      return end(refusal(error, UpdateError));
    }
    taken.push(message);
    // What waits for others is kept elsewhere, and none of it is in the document.
    if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) {
      taken.pop();
      return end('waits');
    }
  }
  return end(`taken ${seen(doc).length >> 5}`);
}

function run(input: Uint8Array): string {
  const { taken, verdict, overlaps } = take(unpack(input));
  const doc = guarded(taken);
  const here = seen(doc);
  for (const name of FILES) {
    const text = doc.getText(name);
    must(text.length === text.toString().length, 'a text is as long as what is seen of it');
  }
  must(seen(plain(taken)) === here, 'a document is the same without the guard');
  const state = Y.encodeStateAsUpdate(doc);
  checkUpdate(state);
  must(seen(guarded([state])) === here, 'a newcomer sees the same');
  const parts = [...partsOf(state, FINEST)].filter((part) => part !== undefined);
  must(seen(guarded(parts)) === here, 'a site that is opened in parts is the same');
  const reversed = overlaps ? here : seen(plain([...taken].reverse()));
  must(reversed === here, 'the order of arrival changes nothing');
  return verdict;
}

export const updates = (): Target => {
  const all = conversation();
  return {
    limitMs: LIMIT_MS,
    seeds: [pack(all), ...all.map((one) => pack([one])), pack([Y.mergeUpdates(all)])],
    mutate: (input, random, other) => pack(mutateUpdates(unpack(input), random, unpack(other))),
    run,
  };
};

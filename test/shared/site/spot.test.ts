/** What people write at one spot at the same time: places are those that Yjs finds, and found in time. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import {
  applyGuarded,
  guardDocument,
  MAX_STEPS,
} from '../../../src/shared/site/integration-guard.ts';
import { UpdateError } from '../../../src/shared/site/update-check.ts';
import { made, type Neighbour, randomOf } from '../../support/made-update.ts';

const FILE = 'index.html';

function person(client: number): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = client;
  guardDocument(doc);
  return doc;
}

/** The names of a text's items, in their order. */
function orderOf(doc: Y.Doc): string {
  const names: string[] = [];
  for (let item = doc.getText(FILE)._start; item !== null; item = item.right) {
    names.push(`${item.id.client} ${item.id.clock} ${item.length}`);
  }
  return names.join('\n');
}

/** People who write a word each in every round, and read those of the others up to `late` rounds later. */
function written(
  people: number,
  rounds: number,
  late: number,
  placeIn: (text: Y.Text, random: (below: number) => number) => number,
): { readonly accepted: Y.Doc; readonly dearest: number } {
  const random = randomOf(people * 100 + late);
  const accepted = person(1);
  const authors = Array.from({ length: people }, (_, at) => ({
    doc: person(2 + random(1_000) * people + at),
    inbox: [] as { readonly due: number; readonly update: Uint8Array }[],
  }));
  let dearest = 0;
  for (let round = 0; round < rounds; round++) {
    for (const author of authors) {
      while ((author.inbox[0]?.due ?? Infinity) <= round) {
        Y.applyUpdate(author.doc, author.inbox.shift()?.update ?? new Uint8Array());
      }
      const before = Y.encodeStateVector(author.doc);
      const text = author.doc.getText(FILE);
      text.insert(placeIn(text, random), `word ${round} `);
      const update = Y.encodeStateAsUpdate(author.doc, before);
      dearest = Math.max(dearest, applyGuarded(accepted, update));
      for (const { doc, inbox } of authors) {
        if (doc !== author.doc) inbox.push({ due: round + 1 + random(late), update });
      }
    }
  }
  return { accepted, dearest };
}

const PLACES = {
  'at the top': () => 0,
  'behind the same five letters': (text: Y.Text) => Math.min(5, text.length),
  'at the end': (text: Y.Text) => text.length,
  'here and there near the top': (text: Y.Text, random: (below: number) => number) =>
    Math.min(random(4) * 7, text.length),
} as const;

for (const [where, place] of Object.entries(PLACES)) {
  test(`people who write ${where} all day leave a site that opens`, () => {
    for (const people of [2, 3, 5, 20]) {
      for (const late of [1, 3]) {
        const { accepted, dearest } = written(people, 1_200 / people, late, place);
        const said = `${people} people, ${late} late`;
        assert.ok(dearest < 1_000, `${said}: ${dearest} steps for a word`);
        const state = Y.encodeStateAsUpdate(accepted);
        const opened = person(1);
        const steps = applyGuarded(opened, state);
        assert.ok(steps < MAX_STEPS / 10, `${said}: ${steps} steps to open`);
        const text = accepted.getText(FILE).toString();
        assert.is(opened.getText(FILE).toString(), text, said);
        const plain = new Y.Doc();
        Y.applyUpdate(plain, state);
        assert.is(plain.getText(FILE).toString(), text, said);
      }
    }
  });
}

test('ten thousand words of five people at the top open within what an update may take', () => {
  const { accepted } = written(5, 2_000, 1, () => 0);
  const opened = person(1);
  const steps = applyGuarded(opened, Y.encodeStateAsUpdate(accepted));
  assert.ok(steps < MAX_STEPS / 2, `${steps} steps`);
  assert.is(opened.getText(FILE).toString(), accepted.getText(FILE).toString());
});

test('items with any neighbours, as nobody writes them, go where Yjs puts them or are refused', () => {
  let merged = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const random = randomOf(seed);
    const clients = [9, 4, 7, 2, 11];
    const clocks = new Map(clients.map((client) => [client, 0]));
    const base = made(5, 0, [{ text: 'abcdef' }]);
    const start = seed % 2 === 0 ? undefined : ([5, 2] as const);
    const before: Neighbour[] = [[5, start === undefined ? 0 : 3]];
    const behind: Neighbour[] = [];
    const updates = Array.from({ length: 200 }, () => {
      const client = clients[random(clients.length)] ?? 9;
      const clock = clocks.get(client) ?? 0;
      clocks.set(client, clock + 1);
      const text = 'xyz'[random(3)] ?? 'x';
      const how = random(seed % 3 === 0 ? 40 : 5);
      const one = before[random(before.length)];
      // Most are written before one of those at the spot; some follow one of them, or go amid what follows.
      if (how === 0) {
        behind.push([client, clock]);
        return made(client, clock, [{ text, left: one }]);
      }
      before.push([client, clock]);
      const right = how === 1 && behind.length > 0 ? behind[random(behind.length)] : one;
      return made(client, clock, [{ text, left: start, right: how === 2 ? undefined : right }]);
    });
    const size = Math.ceil(updates.length / (1 + (seed % 4)));
    const parts = [base];
    for (let at = 0; at < updates.length; at += size) {
      parts.push(Y.mergeUpdates(updates.slice(at, at + size)));
    }
    const doc = person(1);
    try {
      for (const part of parts) applyGuarded(doc, part);
    } catch (error) {
      assert.instance(error, UpdateError);
      continue;
    }
    merged++;
    const plain = new Y.Doc();
    for (const part of parts) Y.applyUpdate(plain, part);
    assert.is(doc.getText(FILE).toString(), plain.getText(FILE).toString(), `seed ${seed}`);
    assert.is(orderOf(doc), orderOf(plain), `seed ${seed}`);
  }
  assert.ok(merged > 100, `${merged} merged`);
});

test.run();

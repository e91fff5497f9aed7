/** Updates from strangers: what Yjs makes of a site passes, everything else is refused, and nothing is harmed. */
import fc from 'fast-check';
import * as encoding from 'lib0/encoding';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { writeSite } from '../../../src/shared/site/document.ts';
import { encodeUpdate } from '../../../src/shared/site/protocol.ts';
import {
  checkStateVector,
  checkUpdate,
  UpdateError,
} from '../../../src/shared/site/update-check.ts';
import { Editor, withSites } from '../../support/sites.ts';
import { until } from '../../support/until.ts';

function sample(): { doc: Y.Doc; updates: Uint8Array[] } {
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  writeSite(doc, {
    files: { 'index.html': '<p>🎹', 'style.css': 'p{}', 'script.js': 'x' },
    assets: [{ name: 'a.png', bytes: Uint8Array.of(1, 2, 3) }],
    displayName: 'Ada',
    lang: 'en',
    instruments: [{ id: 'i', mode: 'drone', taught: Uint8Array.of(4), voiceSpace: 2 }],
  });
  const text = doc.getText('index.html');
  text.insert(2, 'more');
  text.delete(1, 3);
  doc
    .getMap('meta')
    .set('other', [1, -5, 2.5, 1e300, null, undefined, true, false, { a: ['b'] }, 5n]);
  doc.getMap('assets').delete('a.png');
  return { doc, updates };
}

test('all that Yjs makes of a site passes, singly, merged, as a state and as a difference', () => {
  const { doc, updates } = sample();
  for (const update of updates) checkUpdate(update);
  const client = doc.clientID;
  const [, to = 0] = [...Y.decodeStateVector(Y.encodeStateVector(doc))][0] ?? [];
  const { deletes, ...facts } = checkUpdate(Y.mergeUpdates(updates));
  assert.equal(facts, { empty: false, adds: true, writes: [{ client, from: 0, to }] });
  const ranges = Y.decodeUpdate(Y.mergeUpdates(updates)).ds.clients.get(client) ?? [];
  const deleted = ranges.map(({ clock, len }) => ({ client, from: clock, to: clock + len }));
  assert.equal(deletes, deleted);
  assert.ok(deletes.length > 0);
  checkUpdate(Y.encodeStateAsUpdate(doc));
  const [first = new Uint8Array()] = updates;
  checkUpdate(Y.encodeStateAsUpdate(doc, Y.encodeStateVectorFromUpdate(first)));
  checkUpdate(Y.diffUpdate(Y.mergeUpdates(updates), Y.encodeStateVectorFromUpdate(first)));
  checkStateVector(Y.encodeStateVector(doc), 1_000);
  const [one, , , fourth] = updates.map((update) => checkUpdate(update).writes[0]);
  const gap = checkUpdate(Y.mergeUpdates(updates.filter((_, at) => at !== 1)));
  assert.equal(gap.writes[0], one);
  assert.is(gap.writes[1]?.from, fourth?.from);
  const nothing = { empty: true, adds: false, writes: [], deletes: [] };
  assert.equal(checkUpdate(Uint8Array.of(0, 0)), nothing);
});

const refuses = (what: string, update: Uint8Array, sentence: RegExp): void => {
  test(`${what} is refused`, () => {
    assert.throws(
      () => checkUpdate(update),
      (error: unknown) => error instanceof UpdateError && sentence.test(error.message),
    );
  });
};

function madeBy(change: (doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc();
  change(doc);
  return Y.encodeStateAsUpdate(doc);
}

function written(...numbers: readonly (number | string)[]): Uint8Array {
  const encoder = encoding.createEncoder();
  for (const one of numbers) {
    if (typeof one === 'string') encoding.writeVarString(encoder, one);
    else encoding.writeVarUint(encoder, one);
  }
  return encoding.toUint8Array(encoder);
}

refuses(
  'another root',
  madeBy((doc) => doc.getText('other').insert(0, 'x')),
  /no root "other"/,
);
refuses(
  'a shared type in a map',
  madeBy((doc) => doc.getMap('meta').set('x', new Y.Map())),
  /type 7/,
);
refuses(
  'a sub-document',
  madeBy((doc) => doc.getMap('meta').set('x', new Y.Doc())),
  /type 9/,
);
refuses(
  'bytes as they are',
  madeBy((doc) => doc.getArray('meta').push([Uint8Array.of(1)])),
  /type 3/,
);
refuses('a count beyond the bytes', written(1, 33_000_000, 5, 0), /announced/);
refuses('a count of writers beyond the bytes', written(2 ** 50), /announced/);
refuses('a clock beyond any sense', written(1, 1, 5, 2 ** 50, 0, 1, 0), /clock/);
refuses('a length beyond any sense', written(1, 1, 5, 0, 10, 2 ** 45, 0), /clock/);
refuses(
  'lengths that add up beyond sense',
  written(1, 2, 5, 2 ** 40 - 1, 10, 9, 10, 9, 0),
  /clock/,
);
refuses('an item of nothing', written(1, 1, 5, 0, 4, 1, 'index.html', '', 0), /holds nothing/);
refuses('a range of nothing', written(1, 1, 5, 0, 10, 0, 0), /holds nothing/);
refuses('a deletion of nothing', written(0, 1, 5, 1, 0, 0), /holds nothing/);
refuses(
  'an item to the right of itself',
  Uint8Array.of(1, 1, 5, 0, 0x84, 5, 0, 1, 120, 0),
  /beside a later/,
);
refuses(
  'an item to the left of a later one',
  Uint8Array.of(1, 1, 5, 3, 0x44, 5, 9, 1, 120, 0),
  /beside a later/,
);
refuses('a gap that says it is an item too', Uint8Array.of(1, 1, 5, 0, 0x8a, 1, 0), /type 10/);
refuses('bytes left over', Uint8Array.of(0, 0, 0), /before or after/);
refuses(
  'half an update',
  madeBy((doc) => doc.getText('index.html').insert(0, 'half')).slice(0, 15),
  /./,
);
refuses('a parent within another', written(1, 1, 5, 0, 4, 0, 9, 9, 'x', 0), /shared types/);
refuses(
  'an embed',
  madeBy((doc) => doc.getText('index.html').insertEmbed(0, { image: 'x' })),
  /type 5/,
);
refuses(
  'a format',
  madeBy((doc) => {
    doc.getText('index.html').insert(0, 'x');
    doc.getText('index.html').format(0, 1, { bold: true });
  }),
  /type 6/,
);
refuses(
  'a list of values',
  madeBy((doc) => doc.getArray('meta').push([1, 2])),
  /one value/,
);
refuses('a collected range', written(1, 1, 5, 0, 0, 3, 0), /collects/);
refuses('a client that writes twice', written(2, 1, 5, 0, 10, 3, 1, 5, 3, 10, 3, 0), /twice/);
refuses('a client that deletes twice', written(0, 2, 5, 1, 0, 1, 5, 1, 1, 1), /twice/);
refuses('deletions that overlap', written(0, 1, 5, 2, 0, 9, 0, 9), /order/);
refuses(
  'more writers than a site has at a time',
  written(1_001, ...Array.from({ length: 1_001 }, (_, at) => [1, at, 5, 10, 3]).flat(), 0),
  /writers/,
);
{
  let deep: unknown = 1;
  for (let i = 0; i < 20; i++) deep = [deep];
  refuses(
    'a value nested too deep',
    madeBy((doc) => doc.getMap('meta').set('x', deep)),
    /deeper/,
  );
}
{
  const key = madeBy((doc) => doc.getMap('meta').set('x', { aproto0aa: 1 }));
  const at = Buffer.from(key).indexOf('aproto0aa');
  key.set(Buffer.from('__proto__'), at);
  refuses('a key __proto__', key, /__proto__/);
}

for (const voiceSpace of [-1, 256, 0.5, 2 ** 40, '1', null, undefined, [1]]) {
  refuses(
    `a voice space ${JSON.stringify(voiceSpace)}`,
    madeBy((doc) => doc.getMap('instruments').set('x', { mode: 'm', voiceSpace })),
    /voiceSpace is no whole number from 0 to 255/,
  );
}

for (const examples of [-1, 2 ** 31, 0.5, 'sum', null]) {
  refuses(
    `a sum of examples ${JSON.stringify(examples)}`,
    madeBy((doc) => doc.getMap('instruments').set('x', { mode: 'm', examples })),
    /examples is no whole number from 0 to 2147483647/,
  );
}

test('a state vector that is none is refused', () => {
  for (const bytes of [[], [5, 1], [1, 1, 1, 1], [200, 200, 200, 1]]) {
    assert.throws(
      () => checkStateVector(Uint8Array.from(bytes), 1_000),
      (error: unknown) => error instanceof UpdateError,
    );
  }
});

test('what passes the check, Yjs can apply; flipped, cut and foreign bytes do no harm', () => {
  const { doc, updates } = sample();
  const whole = Y.encodeStateAsUpdate(doc);
  const sources = [...updates, whole, Y.mergeUpdates(updates)];
  let passed = 0;
  fc.assert(
    fc.property(
      fc.nat(sources.length - 1),
      fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 3 }),
      fc.option(fc.nat(400)),
      (which, flips, cut) => {
        const forged = Uint8Array.from(sources[which] ?? whole);
        for (const [at, value] of flips) forged[at % forged.length] = value;
        const bytes = cut === null ? forged : forged.slice(0, cut);
        try {
          checkUpdate(bytes);
        } catch (error) {
          return error instanceof UpdateError;
        }
        passed += 1;
        const victim = new Y.Doc();
        Y.applyUpdate(victim, whole);
        Y.applyUpdate(victim, bytes);
        // What waits for missing edits is no part of a document, but Yjs would encode it with what is.
        victim.store.pendingStructs = null;
        victim.store.pendingDs = null;
        const copy = new Y.Doc();
        Y.applyUpdate(copy, Y.encodeStateAsUpdate(victim));
        return copy.getText('style.css').toString() === victim.getText('style.css').toString();
      },
    ),
    {
      numRuns: 3000,
      examples: [
        [
          8,
          [
            [212, 21],
            [258, 0],
          ],
          null,
        ],
        [
          5,
          [
            [315, 14],
            [309, 128],
          ],
          null,
        ],
      ],
    },
  );
  assert.ok(passed > 100, `only ${passed} forgeries got as far as Yjs`);
});

test('a long text is as long as Yjs has it, wherever its characters end, and broken anywhere it is none', () => {
  for (const text of ['p', 'ö', '日', '🎵', 'aö日🎵', '\ufeff']) {
    for (const start of ['', 'x', 'xy', 'xyz']) {
      const doc = new Y.Doc();
      doc.getText('index.html').insert(0, start + text.repeat(50_000));
      const update = Y.encodeStateAsUpdate(doc);
      const [{ to } = { to: 0 }] = checkUpdate(update).writes;
      assert.is(to, start.length + text.length * 50_000, `${start}${text}`);
    }
  }
  const doc = new Y.Doc();
  doc.getText('index.html').insert(0, '🎵'.repeat(50_000));
  const update = Y.encodeStateAsUpdate(doc);
  for (const at of [100, 65_535, 65_536, 65_545, 131_072, 199_999]) {
    for (const byte of [0xf0, 0xff, 0x41]) {
      const broken = Uint8Array.from(update);
      if (broken[at] === byte) continue;
      broken[at] = byte;
      assert.throws(() => checkUpdate(broken), /the update breaks off/);
    }
  }
});

test('forged updates over the socket: the document is whole, and others go on editing', async () => {
  await withSites({ limits: { messages_per_second: 10_000 } }, async ({ port, sites }) => {
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('the text of ada');
    await ada.save();
    const seed = Date.now() % 100_000;
    const forgeries = fc.sample(fc.tuple(fc.nat(10), fc.nat(300), fc.nat(255)), {
      numRuns: 150,
      seed,
    });
    const { updates } = sample();
    for (const [which, at, value] of forgeries) {
      const forged = Uint8Array.from(updates[which % updates.length] ?? []);
      forged[at % forged.length] = value;
      const bad = await new Editor(port, 'ada').ready();
      bad.ws.send(encodeUpdate(forged));
      bad.ws.close();
    }
    ada.insert('!', 0);
    await ada.save();
    const fresh = await new Editor(port, 'ada').ready();
    assert.is(fresh.text(), ada.text(), `seed ${seed}`);
    assert.ok(ada.text().includes('ada'), `seed ${seed}`);
    ada.cut();
    fresh.cut();
    await until(() => sites.rooms.open === 0);
    assert.is((await new Editor(port, 'ada').ready()).text(), fresh.text());
  });
});

test.run();

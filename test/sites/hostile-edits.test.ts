/**
 * Edits that no editor writes, among those of people: after every round the clients, a newcomer and the published page
 * agree, and so do those of a server that was restarted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as encoding from 'lib0/encoding';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { FILES } from '../../src/shared/site/document.ts';
import { encodeUpdate } from '../../src/shared/site/protocol.ts';
import { randomOf } from '../support/made-update.ts';
import { ask } from '../support/raw.ts';
import { Editor, type RunningSites, startSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const ROUNDS = 3;
const EDITS_PER_ROUND = 60;

type Random = (below: number) => number;

/** Contents by their type: deleted, JSON, bytes, text, embed, format, type, values; with what each takes. */
const CONTENTS: readonly ((encoder: encoding.Encoder, random: Random) => number)[] = [
  (encoder, random) => {
    encoding.writeVarUint(encoder, 1 + random(4));
    return 1;
  },
  (encoder) => {
    encoding.writeVarUint(encoder, 1);
    encoding.writeVarString(encoder, 'null');
    return 2;
  },
  (encoder) => {
    encoding.writeVarUint8Array(encoder, Uint8Array.of(1));
    return 3;
  },
  (encoder, random) => {
    encoding.writeVarString(encoder, 'abcdef'.slice(0, 1 + random(6)));
    return 4;
  },
  (encoder) => {
    encoding.writeVarString(encoder, '{}');
    return 5;
  },
  (encoder) => {
    encoding.writeVarString(encoder, 'bold');
    encoding.writeVarString(encoder, 'true');
    return 6;
  },
  (encoder) => {
    encoding.writeVarUint(encoder, 2);
    return 7;
  },
  (encoder) => {
    encoding.writeVarUint(encoder, 1);
    encoding.writeAny(encoder, null);
    return 8;
  },
];

/** An update of one to four items that stand anywhere beside anything the document has, and some deletions. */
function forge(doc: Y.Doc, client: number, random: Random): Uint8Array {
  const known = [...Y.decodeStateVector(Y.encodeStateVector(doc))];
  const place = (): readonly number[] => {
    const [who = 1, clock = 1] = known[random(known.length)] ?? [];
    return [who, random(clock)];
  };
  const encoder = encoding.createEncoder();
  const put = (...numbers: readonly number[]) => {
    for (const one of numbers) encoding.writeVarUint(encoder, one);
  };
  const count = 1 + random(4);
  const mine = known.find(([who]) => who === client)?.[1] ?? 0;
  put(1, count, client, Math.max(0, mine - random(4)));
  for (let at = 0; at < count; at++) {
    const content = encoding.createEncoder();
    const pick = random(3) > 0 ? 3 : random(CONTENTS.length);
    const type = CONTENTS[pick]?.(content, random) ?? 0;
    const beside = known.length === 0 ? 0 : random(4);
    const root = random(8) === 0 ? 'meta' : (FILES[random(FILES.length)] ?? '');
    const keyed = beside === 0 && random(6) === 0;
    encoding.writeUint8(encoder, type + beside * 0x40 + (keyed ? 0x20 : 0));
    if (beside & 2) put(...place());
    if (beside & 1) put(...place());
    if (beside === 0) {
      put(1);
      encoding.writeVarString(encoder, root);
      if (keyed) encoding.writeVarString(encoder, 'lang');
    }
    encoding.writeUint8Array(encoder, encoding.toUint8Array(content));
  }
  const deletes = known.length > 0 && random(3) === 0;
  put(deletes ? 1 : 0);
  if (deletes) {
    const [who = 1, from = 0] = place();
    put(who, 1, from, 1 + random(3));
  }
  return encoding.toUint8Array(encoder);
}

/** What people see of all that a site holds. */
const seen = (doc: Y.Doc): string =>
  JSON.stringify([
    ...FILES.map((name) => doc.getText(name).toDelta()),
    Object.entries(doc.getMap('meta').toJSON()).sort(),
  ]);

async function round(running: RunningSites, people: readonly Editor[], random: Random) {
  const { port } = running;
  let mallory = await new Editor(port, 'ada').ready();
  let client = 1 + random(1_000_000);
  for (let edit = 0; edit < EDITS_PER_ROUND; edit++) {
    const one = people[random(people.length)];
    const text = one?.doc.getText(FILES[random(FILES.length)] ?? 'index.html');
    const at = random((text?.length ?? 0) + 1);
    if (random(4) === 0) text?.delete(at, Math.min(3, text.length - at));
    else text?.insert(at, 'honest '.slice(0, 1 + random(7)));
    if (mallory.closed !== undefined) {
      mallory = await new Editor(port, 'ada').ready();
      client = 1 + random(1_000_000);
    }
    mallory.ws.send(encodeUpdate(forge(mallory.doc, client, random)));
    if (random(3) === 0) await new Promise(setImmediate);
  }
  mallory.cut();
  for (const one of people) await one.save();
}

async function allAgree(port: number, people: readonly Editor[], seed: string): Promise<void> {
  const newcomer = await new Editor(port, 'ada').ready();
  const expected = seen(newcomer.doc);
  for (const { doc } of people) {
    await until(
      () => seen(doc) === expected,
      () => `${seed}: ${seen(doc)}\nnewcomer: ${seen(newcomer.doc)}`,
      5_000,
    );
  }
  for (const { length, text } of FILES.map((name) => ({
    length: newcomer.doc.getText(name).length,
    text: newcomer.text(name),
  }))) {
    assert.is(length, text.length, `${seed}: a text is as long as what is seen of it`);
  }
  const page = (await ask(port, '/member/ada')).body;
  assert.ok(page.includes(newcomer.text('style.css')), `${seed}: the page has the style`);
  assert.ok(page.includes(newcomer.text('index.html')), `${seed}: the page has the text`);
  newcomer.cut();
}

test('whatever is sent, everybody sees the same, and no site breaks', async () => {
  for (const seed of [1, 2, 3, Date.now() % 1_000_000]) {
    const random = randomOf(seed);
    const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-hostile-'));
    let running = await startSites({ directory, limits: { messages_per_second: 10_000 } });
    const docs = [new Y.Doc(), new Y.Doc(), new Y.Doc()];
    const join = () => docs.map((doc) => new Editor(running.port, 'ada', { doc }));
    try {
      let people = join();
      for (let at = 0; at < ROUNDS; at++) {
        const which = `seed ${seed}, round ${at}`;
        for (const one of people) await one.ready();
        await round(running, people, random);
        await allAgree(running.port, people, which);
        const broken = running.logged.filter(({ level }) => level === 'error');
        assert.equal(broken, [], which);
        await running.close();
        running = await startSites({ directory, limits: { messages_per_second: 10_000 } });
        people = join();
        for (const one of people) await one.ready();
        await allAgree(running.port, people, `${which}, restarted`);
      }
    } finally {
      await running.close();
      rmSync(directory, { recursive: true, force: true });
    }
  }
});

test.run();

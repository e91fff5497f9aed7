/** The store: formats, migration, lock, keyframes; and the small parts around it. */
import { randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { limitsWith } from '../../src/limits.ts';
import { finished } from '../../src/sites/charged-work.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { LmdbStore, type LmdbStoreOptions } from '../../src/sites/lmdb-store.ts';
import { DamageError, seal, unseal } from '../../src/sites/records.ts';
import { SiteCreationLimiter } from '../../src/sites/site-creation-limiter.ts';
import { StoreError } from '../../src/sites/store.ts';
import { TABLES_FORMAT } from '../../src/sites/store-format.ts';
import { commit } from '../support/commit.ts';
import { withFolder } from '../support/folder.ts';

async function opened(
  options: LmdbStoreOptions,
  body: (store: LmdbStore) => Promise<void>,
): Promise<void> {
  const store = new LmdbStore(options);
  try {
    await body(store);
  } finally {
    await store.close();
  }
}

const edit = (live: LiveDocument, text: string): Promise<Uint8Array | undefined> =>
  commit(live, 'import', ['a'], () => live.doc.getText('index.html').insert(0, text));

test('data of an older format is migrated step by step, of a newer one refused with a sentence', async () => {
  await withFolder(async (directory) => {
    await opened({ directory }, async (store) => {
      await edit(new LiveDocument('ada', store, limitsWith()), 'old');
    });
    const ran: number[] = [];
    const step = (from: number) => [from, () => void ran.push(from)] as const;
    const migrations = new Map([step(TABLES_FORMAT), step(TABLES_FORMAT + 1)]);
    const format = TABLES_FORMAT + 2;
    await opened({ directory, migrations, format }, async (store) => {
      assert.is(store.load('ada').seq, 1);
    });
    assert.equal(ran, [TABLES_FORMAT, TABLES_FORMAT + 1]);
    await opened({ directory, migrations, format }, async () => {});
    assert.is(ran.length, 2);
    assert.throws(
      () => new LmdbStore({ directory }),
      new RegExp(`has format ${format}, .* up to ${TABLES_FORMAT}`),
    );
  });
});

test('a format of no release is refused, and nothing is changed', async () => {
  await withFolder(async (directory) => {
    await opened({ directory }, async () => {});
    assert.throws(() => new LmdbStore({ directory, format: 9 }), /no release has used/);
    await opened({ directory }, async () => {});
  });
});

test('a long history gets keyframes, and every edit of it can still be read', async () => {
  await withFolder(async (directory) => {
    await opened({ directory }, async (store) => {
      const live = new LiveDocument('ada', store, limitsWith());
      // Text that does not get much smaller when it is compressed.
      const long = Array.from({ length: 4 }, () => randomBytes(225_000).toString('base64'));
      for (const [round, text] of long.entries()) {
        await edit(live, text);
        await commit(live, 'restore', ['a'], () => {
          const text = live.doc.getText('index.html');
          text.delete(0, text.length);
          text.insert(0, `round ${round}`);
        });
        await store.compact('ada', live.seq, Y.encodeStateAsUpdate(live.doc));
      }
      const read = (seq: number) => finished(live.at(seq)).getText('index.html').toString();
      assert.is(read(1), long[0]);
      assert.is(read(2), 'round 0');
      assert.is(read(7), `${long[3]}round 2`);
      assert.ok(store.loadAt('ada', 7).length < 5, 'the last keyframe is where reading begins');
      assert.ok((store.sites.get('ada')?.bytes ?? 0) > 900_000);
    });
  });
});

test('an update that cannot be applied leaves the document as it was', async () => {
  await withFolder(async (directory) => {
    await opened({ directory }, async (store) => {
      const live = new LiveDocument('ada', store, limitsWith());
      await edit(live, 'sound');
      const { doc } = live;
      // An item beside one that is none, by a client that is not there.
      const broken = Uint8Array.of(1, 1, 5, 0, 0x84, 5, 7, 1, 120, 0);
      assert.throws(() => live.change(() => live.apply(broken, 1)));
      assert.is(live.doc, doc);
      assert.is(live.doc.getText('index.html').toString(), 'sound');
      await edit(live, 'still ');
      assert.is(live.doc.getText('index.html').toString(), 'still sound');
    });
  });
});

test('a store that is closed refuses writes as one that failed', async () => {
  await withFolder(async (directory) => {
    const store = new LmdbStore({ directory });
    const live = new LiveDocument('ada', store, limitsWith());
    await edit(live, 'x');
    await opened({ directory, readOnly: true }, async (reader) => {
      await reader.probe().then(
        () => assert.unreachable(),
        (error: unknown) => assert.instance(error, StoreError),
      );
    });
    await store.close();
  });
});

test('a sealed value that was changed is found out', () => {
  const sealed = seal(Uint8Array.of(1, 2, 3));
  assert.equal([...unseal(sealed)], [1, 2, 3]);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 4;
    assert.throws(
      () => unseal(changed),
      (error: unknown) => error instanceof DamageError,
    );
  }
  assert.throws(
    () => unseal(Buffer.from([1])),
    (error: unknown) => error instanceof DamageError || error instanceof RangeError,
  );
});

test('an address that created as many sites as it may waits an hour, and is then forgotten', () => {
  const growth = new SiteCreationLimiter(2);
  growth.begin('a', 'one', 0);
  growth.begin('a', 'two', 1_000);
  growth.end('one', true);
  assert.not(growth.may('a', 3_599_999));
  assert.equal([...growth.creating.keys()], ['two']);
  assert.ok(growth.may('b', 0));
  assert.ok(growth.may('a', 3_600_000));
  growth.end('two', true);
  growth.tidy(3_600_500);
  assert.is(growth.addresses, 1);
  growth.tidy(7_200_000);
  assert.is(growth.addresses, 0);
});

test('a site that could not be created does not count', () => {
  const growth = new SiteCreationLimiter(1);
  growth.begin('a', 'one', 0);
  assert.is(growth.creating.size, 1);
  growth.end('one', false);
  assert.ok(growth.may('a', 0));
  assert.is(growth.creating.size, 0);
});

test.run();

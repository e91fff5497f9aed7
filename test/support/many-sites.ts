/** A store with very many small sites, written far faster than people could. */
import { createHash } from 'node:crypto';
import { open } from 'lmdb';
import * as Y from 'yjs';
import { type Key, lmdbOptions, type Write } from '../../src/sites/lmdb-tables.ts';
import type { MemberRecord } from '../../src/sites/member-record.ts';
import {
  type SiteRecord,
  sealAccess,
  sealEdits,
  sealMember,
  sealSite,
} from '../../src/sites/records.ts';
import { type AccessRecord, OPEN_ACCESS } from '../../src/sites/site-access.ts';
import { applyWrites, openTables, upgradeStore } from '../../src/sites/store-format.ts';

const A_TRANSACTION = 20_000;

export const manyNamed = (index: number): string => `site-${index}`;

/**
 * Writes sites of one edit each, each a second after the one before, into a new store in `directory`.
 *
 * @param change of their records
 */
export async function writeManySites(
  directory: string,
  count: number,
  change: (index: number) => Partial<SiteRecord> = () => ({}),
): Promise<void> {
  const doc = new Y.Doc();
  doc.getText('index.html').insert(0, '<h1>One of very many sites</h1>\n');
  const update = Y.encodeStateAsUpdate(doc);
  const root = open<Buffer, Key>(lmdbOptions(directory, false, false));
  const tables = openTables(root);
  for (let from = 0; from < count; from += A_TRANSACTION) {
    root.transactionSync(() => {
      for (let index = from; index < Math.min(count, from + A_TRANSACTION); index++) {
        const name = manyNamed(index);
        const editedMs = 1_700_000_000_000 + index * 1_000;
        const about = { from: 1, to: 1, startedMs: editedMs, endedMs: editedMs, authors: [] };
        const log = sealEdits([{ ...about, kind: 'edit', update }]);
        const record = {
          name,
          incarnation: `incarnation ${index}`,
          createdMs: editedMs,
          editedMs,
          seq: 1,
          bytes: log.length,
          displayName: `The site ${index.toString(36)}`,
          locked: false,
          hidden: false,
          removedMs: 0,
          ...change(index),
        };
        tables.sites.putSync(name, sealSite(record));
        tables.log.putSync([name, 1], log);
      }
    });
  }
  upgradeStore(root, tables);
  await root.close();
}

/** Sites that one member owns. */
const SITES_EACH = 10;

/** The member who owns a site, and what is stored about who may edit it. */
export function ownerOf(index: number): { member: MemberRecord; access: AccessRecord } {
  const member = memberNumbered(Math.floor(index / SITES_EACH));
  const owner = { id: member.id, name: member.name };
  return { member, access: { ...OPEN_ACCESS, owner, changedMs: 1 } };
}

const memberNumbered = (index: number): MemberRecord => {
  const [member, author, key] = ['member', 'author', 'key'].map((what) =>
    createHash('sha256').update(`${what} ${index}`).digest('base64url'),
  );
  const passkey = { counter: 0, transports: ['internal'], addedMs: 1, suspended: false };
  return {
    id: (member ?? '').slice(0, 22),
    name: `Member ${index.toString(36)}`,
    createdMs: 1,
    passkeys: [{ ...passkey, id: (key ?? '').slice(0, 22), key: `${author}${member}${key}` }],
    sessions: [{ author: author ?? '', startedMs: 1, seenMs: 1 }],
    codes: Array.from({ length: 8 }, (_, code) => `${code}${key}`),
  };
};

/** Stores an owner of each of `count` sites in `directory`, and the members who own them. */
export async function writeOwners(directory: string, count: number): Promise<void> {
  const root = open<Buffer, Key>(lmdbOptions(directory, false, false));
  const tables = openTables(root);
  for (let from = 0; from < count; from += A_TRANSACTION) {
    root.transactionSync(() => {
      for (let index = from; index < Math.min(count, from + A_TRANSACTION); index++) {
        const { member, access } = ownerOf(index);
        const writes: Write[] = [['access', manyNamed(index), sealAccess(access)]];
        if (index % SITES_EACH === 0) writes.push(['members', member.id, sealMember(member)]);
        applyWrites(tables, writes);
      }
    });
  }
  await root.close();
}

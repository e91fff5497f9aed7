/** The records of who may edit which site, and of members. */
import { recordName } from './damaged-sites.ts';
import { sentence } from './lmdb-log.ts';
import type { Tables } from './lmdb-tables.ts';
import type { MemberRecord } from './member-record.ts';
import { unsealAccess, unsealMember } from './records.ts';
import { type AccessRecord, UNKNOWN_ACCESS } from './site-access.ts';
import { StoredRecords } from './stored-records.ts';

type Damaged = Map<string, string>;

/**
 * Where one cannot be read, the site is damaged: nobody edits it until an operator has looked.
 *
 * @param changed told of each change
 */
export const accessRecords = (
  tables: Tables,
  damaged: Damaged,
  changed: (site: string) => void,
): StoredRecords<AccessRecord> =>
  new StoredRecords({
    tables,
    table: 'access',
    unseal: unsealAccess,
    damaged: (site, error) => {
      damaged.set(site, sentence(error));
      return UNKNOWN_ACCESS;
    },
    changed,
  });

/** A member whose record cannot be read is signed in nowhere, and keeps their name. */
export const memberRecords = (tables: Tables, damaged: Damaged): StoredRecords<MemberRecord> =>
  new StoredRecords({
    tables,
    table: 'members',
    unseal: unsealMember,
    damaged: (id, error) => void damaged.set(recordName('members', id), sentence(error)),
  });

/** Brings what a store keeps in memory up to what other processes have written. */
import type { Write } from './lmdb-tables.ts';
import type { MemberRecord } from './member-record.ts';
import { type SiteRecord, unsealAccess, unsealBlock, unsealMember, unsealSite } from './records.ts';
import type { AccessRecord } from './site-access.ts';
import type { Followed } from './store.ts';

/** The records of a store. */
export interface Memory {
  readonly sites: Map<string, SiteRecord>;
  readonly access: Map<string, AccessRecord>;
  readonly members: Map<string, MemberRecord>;
  readonly blocks: Map<string, number>;
  readonly damaged: Map<string, string>;
}

function set<Value>(
  records: Map<string, Value>,
  name: string,
  value: Uint8Array | undefined,
  unsealed: (value: Uint8Array) => Value,
): void {
  if (value === undefined) records.delete(name);
  else records.set(name, unsealed(value));
}

function take(memory: Memory, [table, key, value]: Write): void {
  const name = String(key);
  if (table === 'sites') set(memory.sites, name, value, unsealSite);
  else if (table === 'access') set(memory.access, name, value, unsealAccess);
  else if (table === 'members') set(memory.members, name, value, unsealMember);
  else if (table === 'blocks') set(memory.blocks, name, value, unsealBlock);
}

/** Gives what was changed. A record that cannot be read counts as damage of its site. */
export function follow(memory: Memory, writes: readonly Write[]): Followed {
  const sites = new Map<string, SiteRecord | undefined>();
  const members = new Map<string, MemberRecord | undefined>();
  const access = new Set<string>();
  const blocks = new Set<string>();
  for (const write of writes) {
    const [table, key] = write;
    const name = String(key);
    if (table === 'sites' && !sites.has(name)) sites.set(name, memory.sites.get(name));
    if (table === 'members' && !members.has(name)) members.set(name, memory.members.get(name));
    if (table === 'access') access.add(name);
    if (table === 'blocks') blocks.add(name);
    if (table === 'sites') memory.damaged.delete(name);
    try {
      take(memory, write);
    } catch (error) {
      memory.damaged.set(name, error instanceof Error ? error.message : String(error));
    }
  }
  return { sites, access, members, blocks };
}

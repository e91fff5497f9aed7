/** What a store keeps in memory: read when it is opened, and brought up to what other processes have written. */
import { sentence } from './lmdb-log.ts';
import type { Write } from './lmdb-tables.ts';
import type { MemberRecord } from './member-record.ts';
import { unsealAccess, unsealBlock, unsealMember } from './records.ts';
import type { AccessRecord } from './site-access.ts';
import type { Followed } from './store.ts';
import type { Tables } from './store-format.ts';

/** The records of a store that are in memory. */
export interface Memory {
  readonly access: Map<string, AccessRecord>;
  readonly members: Map<string, MemberRecord>;
  readonly blocks: Map<string, number>;
  readonly damaged: Map<string, string>;
}

/** Reads everything. A site whose access cannot be read is damaged: nobody edits it until an operator has looked. */
export function readMemory(tables: Tables, { access, members, blocks, damaged }: Memory): void {
  for (const { key, value } of tables.access.getRange()) {
    const name = String(key);
    try {
      access.set(name, unsealAccess(value));
    } catch (error) {
      damaged.set(name, sentence(error));
    }
  }
  for (const { key, value } of tables.members.getRange()) {
    members.set(String(key), unsealMember(value));
  }
  for (const { key, value } of tables.blocks.getRange()) {
    const untilMs = unsealBlock(value);
    if (untilMs > Date.now()) blocks.set(String(key), untilMs);
  }
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
  if (table === 'access') set(memory.access, name, value, unsealAccess);
  else if (table === 'members') set(memory.members, name, value, unsealMember);
  else if (table === 'blocks') set(memory.blocks, name, value, unsealBlock);
}

/** Gives what was changed. Access that cannot be read counts as damage of its site. */
export function follow(memory: Memory, writes: readonly Write[]): Followed {
  const members = new Map<string, MemberRecord | undefined>();
  const blocks = new Set<string>();
  for (const write of writes) {
    const [table, key] = write;
    const name = String(key);
    if (table === 'members' && !members.has(name)) members.set(name, memory.members.get(name));
    if (table === 'blocks') blocks.add(name);
    try {
      take(memory, write);
    } catch (error) {
      memory.damaged.set(name, sentence(error));
    }
  }
  return { members, blocks };
}

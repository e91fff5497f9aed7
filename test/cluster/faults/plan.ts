/** What is done to the servers and their database in a run, and in which order: the same for the same seed. */
import { randomFrom } from '../../support/history-check.ts';

/** How often each fault is done. */
export interface Counts {
  /** kill -9 of a server; some of them while it starts. */
  readonly kills: number;
  /** A server is stopped for longer than its lease, and wakes up. */
  readonly freezes: number;
  /** SIGTERM, as for an update. */
  readonly stops: number;
  /** The database ends at once, and starts again. */
  readonly databases: number;
  /** The database ends for good, and its synchronous standby takes its place. */
  readonly promotions: number;
  /** A claim is lost, as when a standby that lacked it is promoted. */
  readonly claims: number;
}

export const KINDS = ['kill', 'freeze', 'stop', 'database', 'promotion', 'claim'] as const;
export type Kind = (typeof KINDS)[number];

export interface Fault {
  readonly kind: Kind;
  /** Chooses among the servers that are possible: in [0, 1). */
  readonly choice: number;
  /** How long people write before. */
  readonly afterMs: number;
  /** Of a kill: it hits the server once more, so long after it was started. */
  readonly startingMs?: number;
  /** Everybody leaves in the same moment, and comes back with nothing: what was acknowledged is in the database only. */
  readonly everybodyLeaves: boolean;
}

const WRITING_MS = [100, 600] as const;
const STARTING_MS = [20, 900] as const;
const STARTING_SHARE = 0.25;
const LEAVING_SHARE = 0.35;

const LEAVING: ReadonlySet<Kind> = new Set(['kill', 'database', 'promotion']);

/** Gives `counts` faults in an order that `seed` decides. */
export function planOf(seed: number, counts: Counts): Fault[] {
  const random = randomFrom(seed);
  const within = ([from, to]: readonly [number, number]) => from + random() * (to - from);
  const fault = (kind: Kind): Fault => ({
    kind,
    choice: random(),
    afterMs: within(WRITING_MS),
    everybodyLeaves: LEAVING.has(kind) && random() < LEAVING_SHARE,
  });
  const plan: Fault[] = [];
  for (let kills = counts.kills; kills > 0; kills--) {
    const again = kills > 1 && random() < STARTING_SHARE;
    plan.push({ ...fault('kill'), ...(again && { startingMs: within(STARTING_MS) }) });
    if (again) kills -= 1;
  }
  const others: readonly [Kind, number][] = [
    ['freeze', counts.freezes],
    ['stop', counts.stops],
    ['database', counts.databases],
    ['promotion', counts.promotions],
    ['claim', counts.claims],
  ];
  for (const [kind, count] of others) {
    for (let time = 0; time < count; time++) plan.push(fault(kind));
  }
  return plan
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

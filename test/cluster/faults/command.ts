/** `npm run faults`: what servers that share a database owe people, while they are killed, frozen, stopped and replaced. */
import { parseArgs } from 'node:util';
import { figure, median } from '../../../scripts/bench/bench.ts';
import { bundle } from '../../../scripts/bundle.ts';
import { runCommand, UsageError } from '../../../scripts/command-line.ts';
import { missingPackages } from '../../support/cluster-packages.ts';
import { KINDS, type Kind } from './plan.ts';
import { type Outcome, runFaults } from './run.ts';

const OPTIONS = {
  seed: 1,
  kills: 200,
  freezes: 30,
  stops: 30,
  databases: 20,
  promotions: 5,
  claims: 10,
  people: 50,
  sites: 10,
} as const;
type Option = keyof typeof OPTIONS;

const USAGE = `usage: npm run faults [-- --seed N] [--kills N] [--freezes N] [--stops N] [--databases N] [--promotions N]
                      [--claims N] [--people N] [--sites N]

Three servers on a temporary PostgreSQL, behind HAProxy, and people who write, while
  --kills       servers are killed, some while they start (${OPTIONS.kills})
  --freezes     servers are frozen for longer than their lease (${OPTIONS.freezes})
  --stops       servers are stopped with SIGTERM (${OPTIONS.stops})
  --databases   the database ends at once and starts again (${OPTIONS.databases})
  --promotions  a synchronous standby takes the place of the database (${OPTIONS.promotions})
  --claims      a server loses a site that it has open (${OPTIONS.claims})
  --people      how many write (${OPTIONS.people})
  --sites       on so many sites (${OPTIONS.sites})
  --seed        repeats the order of a run (${OPTIONS.seed})`;

/** What is promised: 95 of 100 sites can be saved again within so many milliseconds. */
const PROMISED_MS: Readonly<Record<Kind, number | undefined>> = {
  kill: 1_000,
  stop: 1_000,
  freeze: 7_000,
  database: 1_500,
  promotion: 1_500,
  claim: undefined,
};

function numbersIn(args: readonly string[]): Record<Option, number> {
  const names = Object.keys(OPTIONS);
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  const { values } = parseArgs({ args: [...args], options });
  const read = (name: Option): number => {
    const text = values[name];
    const number = Number(text ?? OPTIONS[name]);
    const least = name === 'people' || name === 'sites' ? 1 : 0;
    if (text === '' || !Number.isSafeInteger(number) || number < least) {
      throw new UsageError(`--${name} must be a whole number from ${least}, got "${text}"`);
    }
    return number;
  };
  return {
    seed: read('seed'),
    kills: read('kills'),
    freezes: read('freezes'),
    stops: read('stops'),
    databases: read('databases'),
    promotions: read('promotions'),
    claims: read('claims'),
    people: read('people'),
    sites: read('sites'),
  };
}

/** One line for each kind of fault. */
export function linesOf({ silences }: Outcome): string[] {
  return KINDS.flatMap((kind) => {
    const sorted = [...(silences.get(kind) ?? [])].sort((a, b) => a - b);
    if (sorted.length === 0) return [];
    const p95 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
    const promised = PROMISED_MS[kind];
    const bar = promised === undefined ? '' : `, promised at most ${figure(promised)}`;
    return [
      `${kind}: ms without saving on ${sorted.length} sites: p50 ${figure(median(sorted))}, p95 ${figure(p95)}${bar}`,
    ];
  });
}

async function main(args: readonly string[]): Promise<string> {
  const { seed, people, sites, ...counts } = numbersIn(args);
  const missing = missingPackages('npm run faults', ['haproxy']);
  if (missing !== undefined) throw new Error(missing);
  await bundle();
  const outcome = await runFaults({ seed, counts, people, sites, print: console.log });
  return [
    `seed ${seed}: 0 of ${figure(outcome.owed)} words lost that were acknowledged or seen by others, promised 0`,
    `everybody left ${outcome.leavings} times, and the database alone had what was owed`,
    `0 sites and copies differ, 0 gaps in logs of ${figure(outcome.edits)} edits, promised 0`,
    ...linesOf(outcome),
  ].join('\n');
}

await runCommand(USAGE, main);

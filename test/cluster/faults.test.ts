/** A short run of the faults of `npm run faults`: nothing is lost. Without either guard of the fence it fails. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundled } from '../support/bundled.ts';
import { BUNDLE } from '../support/program.ts';
import { type Counts, KINDS, planOf } from './faults/plan.ts';
import { runFaults } from './faults/run.ts';

const NONE: Counts = { kills: 0, freezes: 0, stops: 0, databases: 0, promotions: 0, claims: 0 };
/** `SEED=7 node --import tsx test/cluster/faults.test.ts` repeats a run. */
const seed = Number(process.env['SEED'] ?? 1 + (Date.now() % 1_000_000));
console.log(`SEED=${seed}`);

await bundled();

/** Runs faults on servers whose program has `fence` replaced by `by`. Gives why they failed. */
async function without(fence: string, by: string, counts: Partial<Counts>): Promise<string> {
  const program = readFileSync(BUNDLE[0] ?? '', 'utf8');
  assert.is(program.split(fence).length, 2, `the program has this once: ${fence}`);
  const entry = `dist/unfenced-${process.pid}.js`;
  writeFileSync(
    entry,
    program.replace(fence, () => by),
  );
  try {
    await runFaults({
      ...{ seed, people: 6, sites: 3, proxied: 2, entry: [entry], print: () => {} },
      counts: { ...NONE, ...counts },
    });
    return '';
  } catch (error) {
    return String(error);
  } finally {
    rmSync(entry);
  }
}

test('a plan has every fault as often as it was asked for, in an order that its seed decides', () => {
  const counts = { kills: 40, freezes: 5, stops: 4, databases: 3, promotions: 2, claims: 1 };
  const plan = planOf(7, counts);
  const kills = plan.filter(({ kind }) => kind === 'kill');
  const starting = kills.filter(({ startingMs }) => startingMs !== undefined).length;
  assert.is(kills.length + starting, 40);
  assert.ok(starting > 0);
  const others = KINDS.slice(1).map((kind) => plan.filter((one) => one.kind === kind).length);
  assert.equal(others, [5, 4, 3, 2, 1]);
  assert.equal(planOf(7, counts), plan);
  assert.not.equal(planOf(8, counts), plan);
});

test('servers are killed, frozen, stopped and replaced with their database while people write: nothing is lost', async () => {
  const counts = { kills: 2, freezes: 1, stops: 1, databases: 1, promotions: 1, claims: 1 };
  const options = { seed, counts, people: 12, sites: 4, print: console.log };
  const { owed, edits, silences } = await runFaults(options);
  assert.ok(owed > 100 && edits > 100, `${owed} words and ${edits} edits`);
  assert.equal([...silences.keys()].sort(), [...KINDS].sort());
});

test('without the guard of nodes that have ended, a server that wakes up stores what is no longer its own', async () => {
  assert.match(
    await without('AND NOT ended AND NOT EXISTS (', 'AND NOT EXISTS (', { freezes: 1 }),
    /stored edits after it was replaced/,
  );
});

test('without the guard of claims, two servers write the same site', async () => {
  assert.match(
    await without(
      'AS needed(site) WHERE NOT EXISTS (',
      'AS needed(site) WHERE false AND NOT EXISTS (',
      {
        claims: 1,
      },
    ),
    /it stores what another server owns/,
  );
});

test('wrong usage is a sentence', () => {
  const args = ['--import', 'tsx', 'test/cluster/faults/command.ts', '--kills', '-1'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.is(status, 2);
  assert.match(stderr, /--kills/);
});

test.run();

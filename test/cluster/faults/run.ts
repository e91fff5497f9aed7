/**
 * People write to three servers behind HAProxy while these, and their database, are killed, frozen, stopped and
 * replaced. Then everything that was acknowledged, or that anybody saw, must be in the sites, which must read the same by
 * each server, and their logs must have no gap.
 */
import { strict as assert } from 'node:assert';
import type { Place } from '../../support/cluster-node.ts';
import { randomFrom, reachEdits } from '../../support/history-check.ts';
import { Editor } from '../../support/sites.ts';
import { until } from '../../support/until.ts';
import { Person, Site, wordsOf } from './people.ts';
import { type Counts, type Fault, type Kind, planOf } from './plan.ts';
import { type Owner, Servers } from './servers.ts';

/** With new sites after so many faults: their texts stay small, and a failure is found soon. */
const LAP = 25;
const RECOVERY_MS = 60_000;
/** A server that writes what another one owns is refused with its next batch. */
const REFUSED_MS = 10_000;
/** A frozen server stays frozen so long after another one took over. */
const FROZEN_MS = [0, 2_000] as const;

export interface RunOptions {
  readonly seed: number;
  readonly counts: Counts;
  readonly people: number;
  readonly sites: number;
  /** The proxy passes people on to so many of the servers; default all. */
  readonly proxied?: number;
  /** The program of the servers, if not the one that was built. */
  readonly entry?: readonly string[];
  readonly print: (line: string) => void;
}

export interface Outcome {
  /** Words that were acknowledged, or seen by others, and that were looked for. */
  owed: number;
  /** How often everybody left, so that what was owed was in the database only. */
  leavings: number;
  /** Edits in the logs. */
  edits: number;
  /** For each kind of fault, how long nobody could save in each site that was concerned: from when the database is back. */
  readonly silences: Map<Kind, number[]>;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

class FaultRun {
  readonly #options: RunOptions;
  readonly #random: () => number;
  readonly #servers: Servers;
  readonly outcome: Outcome = { owed: 0, leavings: 0, edits: 0, silences: new Map() };
  #sites: Site[] = [];
  #people: Person[] = [];
  #quiet = 0;

  constructor(options: RunOptions, servers: Servers) {
    this.#options = options;
    this.#random = randomFrom(options.seed + 1);
    this.#servers = servers;
  }

  async lap(number: number, faults: readonly Fault[]): Promise<void> {
    const { people, sites } = this.#options;
    const { port } = this.#servers;
    this.#sites = Array.from({ length: sites }, (_, index) => new Site(`lap${number}-${index}`));
    this.#people = Array.from({ length: people }, (_, id) => {
      const site = this.#sites[id % sites];
      if (site === undefined) throw new Error('there are no sites');
      return new Person({ id, site, port, random: this.#random });
    });
    const running = this.#people.map((person) => person.run());
    try {
      await this.#written(performance.now(), this.#sites);
      for (const [index, fault] of faults.entries()) {
        await pause(fault.afterMs);
        this.#options.print(`${number}.${index + 1} ${fault.kind} ${new Date().toISOString()}`);
        await this.#do(fault);
      }
      await this.#rest();
      await this.#compare();
    } finally {
      for (const person of this.#people) person.leave();
      await Promise.all(running);
    }
  }

  /** Until something that was written after `ms` is acknowledged on each site. */
  async #written(ms: number, sites: readonly Site[]): Promise<void> {
    const late = () => sites.filter((site) => !site.since(ms)).map(({ name }) => name);
    await until(
      () => late().length === 0,
      () => `somebody to save on ${late().join(', ')}`,
      RECOVERY_MS,
    );
  }

  async #do(fault: Fault): Promise<void> {
    const owners = await this.#servers.owners();
    const victim = this.#choose(fault, owners);
    const isOfDatabase = fault.kind === 'database' || fault.kind === 'promotion';
    const concerned = this.#sites.filter(
      ({ name }) =>
        isOfDatabase ||
        owners.some(({ site, address }) => site === name && address === victim.address),
    );
    for (const site of this.#sites) site.forget();
    const sinceMs = await this.#cause(fault, victim);
    await this.#written(sinceMs, concerned);
    // A database is away for as long as it takes to start; what counts is how soon servers notice that it is back.
    const silences = concerned.map((site) =>
      isOfDatabase ? site.firstAfter(sinceMs) : site.longestSilence(sinceMs),
    );
    const all = this.outcome.silences.get(fault.kind) ?? [];
    this.outcome.silences.set(fault.kind, [...all, ...silences]);
    await this.#servers.revive();
    await this.#written(performance.now(), this.#sites);
  }

  /** A server that owns a site; to be frozen, one that the proxy does not know, if there is one. */
  #choose({ kind, choice }: Fault, owners: readonly Owner[]): Place {
    const { places } = this.#servers;
    const owning = places.filter((place) =>
      this.#sites.some(({ name }) =>
        owners.some(({ site, address }) => site === name && address === place.address),
      ),
    );
    const unused = places.slice(this.#options.proxied ?? places.length);
    const candidates = kind === 'freeze' && unused.length > 0 ? unused : owning;
    const victim = candidates[Math.floor(choice * candidates.length)];
    if (victim === undefined) throw new Error('no server owns a site');
    return victim;
  }

  #otherThan(victim: Place): Place {
    const other = this.#servers.places.find((place) => place !== victim);
    if (other === undefined) throw new Error('there is one server only');
    return other;
  }

  /** A site that a server owns, and that people write on. */
  #siteOf(victim: Place, owners: readonly Owner[]): string {
    const mine = owners.filter(({ address }) => address === victim.address);
    const found = mine.find(({ site }) => this.#sites.some(({ name }) => name === site));
    if (found === undefined) throw new Error(`${victim.address} owns no site`);
    return found.site;
  }

  /** Gives from when on what is written shows that the fault is over. */
  async #cause(fault: Fault, victim: Place): Promise<number> {
    switch (fault.kind) {
      case 'kill':
        return this.#kill(fault, victim);
      case 'stop': {
        await victim.end('SIGTERM');
        assert.equal(
          victim.program?.child.exitCode,
          0,
          `a server that stops: ${victim.program?.output()}`,
        );
        return performance.now();
      }
      case 'freeze':
        return this.#freeze(victim);
      case 'database': {
        const restarted = this.#servers.restartDatabase();
        this.#everybodyLeaves(fault);
        await restarted;
        return performance.now();
      }
      case 'promotion': {
        const promote = await this.#servers.prepareStandby();
        await pause(fault.afterMs);
        const promoted = promote();
        this.#everybodyLeaves(fault);
        await promoted;
        return performance.now();
      }
      case 'claim':
        return this.#loseClaim(victim);
    }
  }

  #everybodyLeaves({ everybodyLeaves }: Fault): void {
    if (!everybodyLeaves) return;
    for (const person of this.#people) person.reload();
    this.outcome.leavings += 1;
  }

  async #kill(fault: Fault, victim: Place): Promise<number> {
    const ended = victim.end('SIGKILL');
    this.#everybodyLeaves(fault);
    await ended;
    const sinceMs = performance.now();
    if (fault.startingMs !== undefined) {
      victim.begin();
      await pause(fault.startingMs);
      await victim.end('SIGKILL');
    }
    return sinceMs;
  }

  /** A server is frozen until another one has taken over, and gets an edit meanwhile, of a site that is its own. */
  async #freeze(victim: Place): Promise<number> {
    const [asked, quiet] = [`asked-${++this.#quiet}`, `quiet-${this.#quiet}`];
    const guest = await new Editor(victim.port, asked).ready();
    const editor = await new Editor(victim.port, quiet).ready();
    editor.insert('before;');
    await editor.save();
    const { program } = victim;
    const sinceMs = performance.now();
    program?.child.kill('SIGSTOP');
    // Whoever is there may all be connected to the frozen server itself, and then nobody asks another one.
    const visitor = new Editor(this.#otherThan(victim).port, asked);
    await this.#servers.replaced(victim);
    visitor.cut();
    const { number, written } = await this.#servers.stateOf(victim);
    const [from, to] = FROZEN_MS;
    await pause(from + this.#random() * (to - from));
    await this.#servers.untilSent(number, () => {
      editor.insert('meanwhile;');
      program?.child.kill('SIGCONT');
    });
    await Promise.all([editor.gone(), guest.gone()]);
    assert.equal(await program?.ended, 1, 'a server that was replaced ends');
    // Nodes that asked it while it was frozen have left.
    assert.doesNotMatch(program?.output() ?? '', /NODE_SECRET/);
    const after = await this.#servers.stateOf(victim, number);
    assert.equal(after.written, written, `${victim.address} stored edits after it was replaced`);
    await this.#comeBack(quiet, editor, victim);
    return sinceMs;
  }

  /** Whoever had written to the frozen server comes back by another one, and saves what they have. */
  async #comeBack(name: string, { doc }: Editor, victim: Place): Promise<void> {
    const again = new Editor(this.#otherThan(victim).port, name, { doc });
    await again.save();
    assert.deepEqual(wordsOf(again.text()).sort(), ['before', 'meanwhile']);
    again.cut();
  }

  /** Another server claims what this one owns, which neither lost its lease nor was ended. */
  async #loseClaim(victim: Place): Promise<number> {
    const name = this.#siteOf(victim, await this.#servers.owners());
    const { program } = victim;
    const sinceMs = performance.now();
    await this.#servers.loseClaim(name);
    const editor = await new Editor(this.#otherThan(victim).port, name).ready();
    let ended = false;
    void program?.ended.then(() => {
      ended = true;
    });
    await until(
      () => ended,
      () => `${victim.address} to notice that it lost ${name}: it stores what another server owns`,
      REFUSED_MS,
    );
    editor.cut();
    return sinceMs;
  }

  /** Nobody writes any more, and all have what the others wrote. */
  async #rest(): Promise<void> {
    for (const person of this.#people) person.rest();
    const restless = () => this.#people.filter(({ rested }) => !rested).map(({ state }) => state);
    await until(
      () => restless().length === 0,
      () => `rest; ${restless().join('; ')}`,
    );
    for (const site of this.#sites) {
      const there = this.#people.filter((person) => person.site === site);
      const texts = () => new Set(there.map((person) => person.text()));
      await until(
        () => texts().size === 1,
        () => `one text of ${site.name}, of ${texts().size}`,
      );
    }
    for (const person of this.#people) person.note();
  }

  /** Everyone gone, each site reads the same by each server, with all words, each once; and its log has no gap. */
  async #compare(): Promise<void> {
    for (const person of this.#people) person.leave();
    for (const site of this.#sites) {
      const readers: Editor[] = [];
      for (const port of this.#servers.ports) {
        readers.push(await new Editor(port, site.name, { name: 'reader' }).ready());
      }
      const [first, ...others] = readers;
      if (first === undefined) throw new Error('there are no servers');
      for (const other of others) assert.equal(other.text(), first.text(), `texts of ${site.name}`);
      const words = wordsOf(first.text());
      const there = new Set(words);
      assert.equal(words.length, there.size, `a word is twice on ${site.name}`);
      const lost = [...site.owed].filter(([word]) => !there.has(word));
      const list = lost.map(([word, how]) => `${word}, ${how}`).join('; ');
      assert.equal(
        lost.length,
        0,
        `${lost.length} of ${site.owed.size} words of ${site.name} are lost: ${list}`,
      );
      this.outcome.owed += site.owed.size;
      this.outcome.edits += (await reachEdits(first)).edits;
      for (const reader of readers) reader.cut();
    }
  }
}

/** Runs all faults. @throws Error if anything is lost, differs, or is stored by who may not */
export async function runFaults(options: RunOptions): Promise<Outcome> {
  const plan = planOf(options.seed, options.counts);
  const servers = await Servers.start(options);
  try {
    const run = new FaultRun(options, servers);
    for (let lap = 0; lap * LAP < plan.length; lap++) {
      await run.lap(lap + 1, plan.slice(lap * LAP, (lap + 1) * LAP));
    }
    assert.deepEqual(await servers.differences(), [], 'copies of the database');
    return run.outcome;
  } catch (error) {
    options.print(servers.output());
    throw error;
  } finally {
    await servers.close();
  }
}

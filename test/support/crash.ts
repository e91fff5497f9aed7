/**
 * Kills a server at random moments, while people edit and while it starts. After each restart a newcomer must find
 * every edit that anyone else saw or that was reported saved; in the end everyone agrees.
 */
import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as Y from 'yjs';
import { randomOf } from '../fuzz/random.ts';
import { attack } from './attack.ts';
import { BUNDLE, type Environment, type Program, start, waitFor } from './program.ts';
import { Editor } from './sites.ts';
import { until } from './until.ts';

const FILE = 'index.html';
/** Each edit is one character, from here up to the surrogates. What attackers write is below. */
const FIRST = 0x0400;
const isOurs = (character: string): boolean => character.charCodeAt(0) >= FIRST;

export interface CrashPlan {
  readonly crashes: number;
  /** Seed of the run. */
  readonly seed: number;
  readonly people: number;
  /** Longest time of editing before a kill. */
  readonly lifeMs: number;
  /** Pause between two rounds of edits. */
  readonly everyMs: number;
  /** Strangers attack the server all the while. */
  readonly attacked?: boolean;
}

/** Random numbers in [0, 1) from a seed: the upper bits of a 32-bit linear congruential generator. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/** What the server promised to keep: each edit is a unique character. */
class Ledger {
  #next = FIRST;
  /** Insertions and deletions that someone else saw, or that were reported saved. */
  readonly owed = new Set<string>();
  readonly owedGone = new Set<string>();
  /** All deletions, seen by others or not. */
  readonly deleted = new Set<string>();

  fresh(): string {
    assert.ok(this.#next < 0xd800, 'no characters left for edits');
    return String.fromCharCode(this.#next++);
  }

  /** Promised edits that `text` lacks and deleted ones it still has; empty if the promise was kept. */
  broken(text: string): string[] {
    const there = new Set(text);
    const lost = [...this.owed].filter((one) => !there.has(one) && !this.deleted.has(one));
    const back = [...this.owedGone].filter((one) => there.has(one));
    return [...lost.map((one) => `lost ${one}`), ...back.map((one) => `${one} is back`)];
  }
}

interface Mark {
  readonly number: number;
  readonly inserted: string;
  readonly gone: string;
}

/** Someone who edits and records what was reported saved and what came from others. */
class Person {
  readonly doc = new Y.Doc();
  readonly #ledger: Ledger;
  readonly #random: () => number;
  #text = '';
  #marks: Mark[] = [];
  #editor: Editor | undefined;

  constructor(ledger: Ledger, random: () => number) {
    this.#ledger = ledger;
    this.#random = random;
    this.doc.getText(FILE).observe((event) => {
      const before = this.#text;
      this.#text = event.target.toString();
      if (event.transaction.local) return;
      const now = new Set([...this.#text].filter(isOurs));
      const then = new Set([...before].filter(isOurs));
      for (const one of now) if (!then.has(one)) ledger.owed.add(one);
      for (const one of then) if (!now.has(one)) ledger.owedGone.add(one);
    });
  }

  get editor(): Editor {
    if (this.#editor === undefined) throw new Error('not connected');
    return this.#editor;
  }

  join(port: number): Editor {
    const editor = new Editor(port, 'ada', { doc: this.doc });
    let sent = 0;
    this.#marks = [];
    this.#editor = editor;
    editor.ws.on('message', () => {
      // Our answer to the server's step 1 sends all we have.
      if (editor.sent > sent) this.#mark(this.#text, '');
      sent = editor.sent;
      this.#marks = this.#marks.filter(({ number, inserted, gone }) => {
        if (number > editor.saved) return true;
        for (const one of inserted) this.#ledger.owed.add(one);
        for (const one of gone) this.#ledger.owedGone.add(one);
        return false;
      });
    });
    return editor;
  }

  #mark(inserted: string, gone: string): void {
    this.#marks.push({ number: this.editor.sent, inserted, gone });
  }

  /** One edit, if connected. */
  edit(): void {
    const { editor } = this;
    if (!editor.synced || editor.ws.readyState !== editor.ws.OPEN) return;
    const text = this.doc.getText(FILE);
    const at = Math.floor(this.#random() * (text.length + 1));
    const gone = text.toString().charAt(at);
    if (this.#random() < 0.2 && gone !== '' && isOurs(gone)) {
      this.#ledger.deleted.add(gone);
      text.delete(at, 1);
      this.#mark('', gone);
    } else {
      const inserted = this.#ledger.fresh();
      text.insert(at, inserted);
      this.#mark(inserted, '');
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function portOf(program: Program): Promise<number> {
  const [, port] = await waitFor(program, /"url":"http:\/\/127\.0\.0\.1:(\d+)"/);
  return Number(port);
}

/** Everyone edits until all have lost the server. */
async function editUntilKilled(
  program: Program,
  people: Person[],
  ms: number,
  everyMs: number,
): Promise<void> {
  let dead = false;
  const ended = program.ended.then(() => {
    dead = true;
  });
  const killing = pause(ms).then(() => program.child.kill('SIGKILL'));
  while (!dead) {
    for (const person of people) person.edit();
    await pause(everyMs);
  }
  await Promise.all([killing, ended]);
  assert.equal(program.child.signalCode, 'SIGKILL', program.output());
  for (const { editor } of people) await editor.gone();
}

/** What a newcomer finds. */
async function checkAsStranger(port: number, ledger: Ledger, when: string): Promise<void> {
  const stranger = await new Editor(port, 'ada').ready();
  assert.deepEqual(ledger.broken(stranger.text()), [], when);
  stranger.cut();
}

/**
 * Runs the plan against a server of its own. Needs the bundle in dist.
 * @returns how many edits were promised. @throws AssertionError if one was lost or came back
 */
export async function crash({
  crashes,
  seed,
  people: count,
  lifeMs,
  everyMs,
  attacked = false,
}: CrashPlan): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-crash-'));
  const random = randomFrom(seed);
  const ledger = new Ledger();
  const people = Array.from({ length: count }, () => new Person(ledger, random));
  const environment: Environment = { DATA_DIR: folder, LIMITS: 'messages_per_second=100000' };
  const serve = () => start(['--port', '0'], environment, BUNDLE);
  let program = serve();
  try {
    for (let crash = 1; crash <= crashes; crash++) {
      if (crash % 4 === 0) {
        // Killed while it starts, with lock, check and store open.
        await pause(random() * 800);
      } else {
        const port = await portOf(program);
        await checkAsStranger(port, ledger, `after crash ${crash - 1}, seed ${seed}`);
        for (const person of people) person.join(port);
        const stop = attacked ? attack(port, randomOf(seed + crash)) : () => {};
        // Sometimes before everyone has everything.
        if (random() < 0.7) for (const { editor } of people) await editor.ready();
        await editUntilKilled(program, people, random() ** 2 * lifeMs, everyMs);
        stop();
      }
      program.child.kill('SIGKILL');
      await program.ended;
      program = serve();
    }
    const port = await portOf(program);
    await checkAsStranger(port, ledger, `after the last crash, seed ${seed}`);
    for (const person of people) person.join(port);
    const texts = () => people.map(({ doc }) => doc.getText(FILE).toString());
    await until(
      () => people.every(({ editor }) => editor.settled) && new Set(texts()).size === 1,
      () => `seed ${seed}: ${JSON.stringify(texts())}`,
    );
    await checkAsStranger(port, ledger, `after all came back, seed ${seed}`);
    program.child.kill('SIGTERM');
    assert.equal(await program.ended, 0);
    return ledger.owed.size;
  } finally {
    program.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A server that is killed at random moments, while people edit and while it starts. After each restart somebody
 * who knows nothing must find every edit that anyone saw from another or was told is saved; in the end all agree.
 */
import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as Y from 'yjs';
import { BUNDLE, type Environment, type Program, start, waitFor } from './program.ts';
import { Editor, until } from './sites.ts';

const FILE = 'index.html';
/** Characters from here up to the surrogates are edits. */
const FIRST = 0x0400;

export interface CrashPlan {
  readonly crashes: number;
  /** Repeats the plan of a run. */
  readonly seed: number;
  readonly people: number;
  /** Edits last no longer than this before the kill. */
  readonly lifeMs: number;
  /** Pause between an edit of each and the next of each. */
  readonly everyMs: number;
}

/** Numbers from 0 up to 1 from a seed: a linear congruence of 32 bits, its upper bits only. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/** What the server owes: every edit is a character of its own. */
class Ledger {
  #next = FIRST;
  /** Inserts, and deletions, that somebody but their author saw, or that were marked saved. */
  readonly owed = new Set<string>();
  readonly owedGone = new Set<string>();
  /** What anybody ever deleted, known to others or not. */
  readonly deleted = new Set<string>();

  fresh(): string {
    assert.ok(this.#next < 0xd800, 'there are no more characters for edits');
    return String.fromCharCode(this.#next++);
  }

  /** What `text` lacks of all that is owed, and what it has that was taken away; empty if the promise was kept. */
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

/** Somebody who edits, writes down what was said to be saved, and what came from others. */
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
      const now = new Set(this.#text);
      const then = new Set(before);
      for (const one of now) if (!then.has(one)) ledger.owed.add(one);
      for (const one of then) if (!now.has(one)) ledger.owedGone.add(one);
    });
  }

  get editor(): Editor {
    if (this.#editor === undefined) throw new Error('nobody has joined');
    return this.#editor;
  }

  join(port: number): Editor {
    const editor = new Editor(port, 'ada', { doc: this.doc });
    let sent = 0;
    this.#marks = [];
    this.#editor = editor;
    editor.ws.on('message', () => {
      // The answer to the server's question brings all that we have.
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

  /** One edit, if the connection stands. */
  edit(): void {
    const { editor } = this;
    if (!editor.synced || editor.ws.readyState !== editor.ws.OPEN) return;
    const text = this.doc.getText(FILE);
    const at = Math.floor(this.#random() * (text.length + 1));
    if (this.#random() < 0.2 && at < text.length) {
      const gone = text.toString().charAt(at);
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

/** Edits by all until the server has been dead for everybody. */
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
  for (const { editor } of people) await editor.gone();
}

/** What somebody finds who comes with nothing. */
async function checkAsStranger(port: number, ledger: Ledger, when: string): Promise<void> {
  const stranger = await new Editor(port, 'ada').ready();
  assert.deepEqual(ledger.broken(stranger.text()), [], when);
  stranger.cut();
}

/**
 * Kills a server of its own as often as the plan says. Needs the bundle in dist.
 * @returns how many edits were owed to somebody. @throws AssertionError where one was lost or came back
 */
export async function crash({
  crashes,
  seed,
  people: count,
  lifeMs,
  everyMs,
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
        // It dies while it starts: lock, check and store are opened and left as they are.
        await pause(random() * 800);
      } else {
        const port = await portOf(program);
        await checkAsStranger(port, ledger, `after crash ${crash - 1}, seed ${seed}`);
        for (const person of people) person.join(port);
        // At times before all have what the others have.
        if (random() < 0.7) for (const { editor } of people) await editor.ready();
        await editUntilKilled(program, people, random() ** 2 * lifeMs, everyMs);
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

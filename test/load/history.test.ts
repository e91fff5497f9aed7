/**
 * A history loses nothing, whatever happens to the server while five people write and delete: killed in the middle of an
 * edit, between two, or while it compacts the history; or restarted. `SEED` repeats the plan of a run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundled } from '../support/bundled.ts';
import {
  HistoryCheck,
  randomFrom,
  reachEdits,
  textAt,
  versionsOf,
} from '../support/history-check.ts';
import { type Device, identify, newDevice } from '../support/identity.ts';
import { BUNDLE, type Environment, type Program, start, waitFor } from '../support/program.ts';
import { Editor } from '../support/sites.ts';
import { until } from '../support/until.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const KILLS = 50;
/** After every tenth kill the server is restarted once. */
const RESTART_EVERY = 11;
const LIVES = KILLS + KILLS / (RESTART_EVERY - 1);
const EDITS = 1_000;
const TURNS_A_LIFE = 5;
const EDITS_A_TURN = 4;
/** Two people have one name, and one has none. */
const NAMES = ['Ada', 'Bob', 'Cyd', 'Ada', ''];
/** Those who come again as the same author; the others are strangers each time. */
const KNOWN = 2;
/** Longest time until a kill in the middle of something. */
const MIDDLE_MS = 60;

const OPERATOR_KEY = 'the operator of this test';
const ENVIRONMENT: Environment = {
  LIMITS: 'messages_per_second=100000',
  ENSEMBLE_OPERATOR_KEY: OPERATOR_KEY,
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts the server of a test anew. */
type Serve = () => Promise<{ readonly program: Program; readonly port: number }>;

async function withServer(
  environment: Environment,
  body: (serve: Serve) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-history-'));
  let program: Program | undefined;
  try {
    await body(async () => {
      program = start(['--port', '0'], { DATA_DIR: folder, ...environment }, BUNDLE);
      const [, port] = await waitFor(program, /"url":"http:\/\/127\.0\.0\.1:(\d+)"/);
      return { program, port: Number(port) };
    });
  } finally {
    program?.child.kill('SIGKILL');
    await program?.ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Author {
  readonly editor: Editor;
  /** Differs for each author. */
  readonly id: string;
}

/** Opens the site for five people. */
function arrive(port: number, life: number, devices: readonly Device[]): Promise<Author[]> {
  return Promise.all(
    NAMES.map(async (name, index) => {
      const editor = await new Editor(port, 'ada', { name }).ready();
      const device = devices[index];
      if (device === undefined) return { editor, id: `${life} ${index}` };
      return { editor, id: await identify(editor, device) };
    }),
  );
}

/** One life of the server: five people edit, and then it is killed or restarted. */
class Life {
  readonly #check: HistoryCheck;
  readonly #random: () => number;
  readonly #program: Program;
  readonly #people: readonly Author[];

  constructor(
    check: HistoryCheck,
    random: () => number,
    program: Program,
    people: readonly Author[],
  ) {
    this.#check = check;
    this.#random = random;
    this.#program = program;
    this.#people = people;
  }

  async edit(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn++) {
      const { editor } = this.#begin();
      await editor.save();
      const text = editor.text();
      await until(() => this.#people.every((one) => one.editor.text() === text));
      this.#check.settle(text, EDITS_A_TURN);
    }
  }

  #begin(): { readonly editor: Editor; saved(): number } {
    const author = this.#people[Math.floor(this.#random() * this.#people.length)];
    if (author === undefined) throw new Error('nobody is here');
    const { editor, id } = author;
    const before = editor.sent;
    this.#check.edit(editor, id, EDITS_A_TURN);
    return { editor, saved: () => Math.max(0, editor.saved - before) };
  }

  /** Kills the server between two edits, in the middle of one, or after everyone left, when it compacts. */
  async kill(): Promise<number> {
    const how = this.#random();
    const saved = how < 1 / 3 ? this.#begin().saved : () => 0;
    if (how > 2 / 3) for (const { editor } of this.#people) editor.cut();
    if (how < 1 / 3 || how > 2 / 3) await pause(this.#random() * MIDDLE_MS);
    this.#program.child.kill('SIGKILL');
    await this.#program.ended;
    for (const { editor } of this.#people) await editor.gone();
    return saved();
  }

  async restart(): Promise<void> {
    this.#program.child.kill('SIGTERM');
    assert.is(await this.#program.ended, 0, this.#program.output());
  }
}

/** Asserts that every text that is owed is that of a version. Gives the versions. */
async function findAll(editor: Editor, owed: ReadonlySet<string>): Promise<unknown> {
  const versions = await versionsOf(editor);
  const texts = new Set<string>();
  for (const { to } of versions) texts.add(await textAt(editor, to));
  const lost = [...owed].filter((text) => !texts.has(text));
  assert.equal(lost, [], `${lost.length} of ${owed.size} are in no version`);
  return versions;
}

test(`${EDITS} edits by five people, ${KILLS} kills, restarts and compactions: every version is there; seed ${SEED}`, () =>
  withServer(ENVIRONMENT, async (serve) => {
    await bundled();
    const random = randomFrom(SEED);
    const check = new HistoryCheck(random);
    const devices = await Promise.all(Array.from({ length: KNOWN }, newDevice));
    let saved = 0;
    for (let life = 1; life <= LIVES; life++) {
      const { program, port } = await serve();
      const people = await arrive(port, life, devices);
      check.settle(people[0]?.editor.text() ?? '', saved);
      const one = new Life(check, random, program, people);
      await one.edit(TURNS_A_LIFE);
      saved = 0;
      if (life % RESTART_EVERY === 0) await one.restart();
      else saved = await one.kill();
    }
    const { port } = await serve();
    const operator = await new Editor(port, 'ada', { key: OPERATOR_KEY }).ready();
    check.settle(operator.text(), saved);
    const { edits, compacted } = await reachEdits(operator);
    console.log(
      `${edits} edits, ${check.deletions} deletions, ${check.changes} changes of author, ${compacted} edits compacted`,
    );
    assert.is(edits, check.edits);
    assert.ok(edits >= EDITS, `${edits} edits`);
    assert.ok(check.deletions > EDITS / 20 && check.changes > EDITS / 10);
    assert.ok(compacted > EDITS / 2, `${compacted} edits are compacted`);
    const versions = await findAll(operator, check.owed);
    const text = operator.text();
    const { value } = await operator.request({ op: 'thin' });
    assert.ok(Number(value['edits']) > EDITS / 20, JSON.stringify(value));
    assert.equal(await findAll(operator, check.owed), versions);
    assert.is((await new Editor(port, 'ada').ready()).text(), text);
  }));

test.run();

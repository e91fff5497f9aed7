/**
 * The main job on real input, from end to end: an author adds a mode; it is generated, built into the service and the
 * firmware; a member puts it on a site and teaches it; a visitor plays the published page; the same mode on the emulated
 * Cortex-M33, with what was taught, sounds the same to the last bit.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  insertInstrument,
  instrument,
  movePad,
  type Place,
  panel,
  press,
  setUser,
  shown,
  startFrom,
  train,
  waitForLesson,
  waitForStatus,
  writeAfter,
} from '../../scripts/demo/page-actions.ts';
import { Platform } from '../../scripts/demo/platform.ts';
import { decodeTaught } from '../../src/shared/taught.ts';
import { Chromium, look, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { startEmulator } from '../support/emulator.ts';
import { MODE_ID, makeItTheirs, misdeclare } from './author.ts';
import { buildFirmware, npmRun } from './commands.ts';
import { compare, inputsAt, type Move, type Played, TICKS, visit } from './visitor.ts';

const execute = promisify(execFile);

mkdirSync('out', { recursive: true });
const folder = path.resolve(mkdtempSync('out/end-to-end-'));
const place = (name: string): string => path.join(folder, name);
const modes = place('modes');
const generated = place('build');
const dist = place('dist');
const taught = place('bells.taught');
const platform = new Platform({ dist, flags: ['--welcome'] });
const chromium = await Chromium.launch();

/** What the visitor does, and how the board is told the same. The first move is before the sound starts. */
const MOVES: readonly Move[] = [
  { to: [0.2, 0.3], voiceSpace: 'Choir' },
  { to: [0.35, 0.4] },
  { to: [0.5, 0.55] },
  { slider: 24576 },
  { to: [0.8, 0.7] },
  { voiceSpace: 'Throat' },
  { to: [0.97, 0.05], slider: 0 },
];

let ada: Person | undefined;
let played: Played | undefined;

test('an author drafts a mode and makes it their own; a curve declared wrongly is told, and nothing is written', async () => {
  cpSync('modes', modes, { recursive: true });
  const draft = await npmRun('new-mode', MODE_ID, '--engine', 'paf_synth', '--modes', modes);
  assert.is(draft.code, 0, draft.said);
  makeItTheirs(modes);
  const putRight = misdeclare(modes);
  const wrong = await npmRun('gen', '--modes', modes, '--out', generated);
  assert.is(wrong.code, 1);
  assert.match(wrong.said, new RegExp(`${MODE_ID}\\.json:\\d+:\\d+ E_DRIFT /params/0/curve`));
  assert.match(wrong.said, 'declared "linear", measured "exp"');
  assert.not.ok(existsSync(generated));
  putRight();
});

test('what is generated is checked, measured, up to date, and compiles as TypeScript', async () => {
  const right = await npmRun('gen', '--modes', modes, '--out', generated, '--strict');
  assert.is(right.code, 0, right.said);
  const again = await npmRun('gen', '--modes', modes, '--out', generated, '--strict', '--check');
  assert.is(again.code, 0, again.said);
  for (const file of [`cpp/modes/${MODE_ID}.h`, `docs/modes/${MODE_ID}.html`]) {
    assert.ok(existsSync(path.join(generated, file)), file);
  }
  const project = place('tsconfig.json');
  const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true };
  const base = path.resolve('tsconfig.json');
  const settings = { extends: base, compilerOptions, include: ['build/ts'] };
  writeFileSync(project, JSON.stringify(settings));
  await execute('npx', ['tsc', '--project', project]);
});

test('a service built with the mode shows it on the homepage and its player', async () => {
  const build = await npmRun('build', '--generated', generated, '--out', dist);
  assert.equal(build, { code: 0, said: '' });
  await platform.start();
  const visitor = await chromium.person();
  await visitor.page.goto(platform.url);
  await visitor.page.locator(`a[href="/?play=${MODE_ID}"]`).click();
  await instrument(visitor.page).locator('.pad').waitFor();
  const label = visitor.page.locator('.params .name', { hasText: 'Wind “from the Süden”' });
  assert.is(await label.count(), 1);
  assert.equal(visitor.errors, []);
  await visitor.close();
});

test('a member puts it on a site in the editor, teaches it three sounds and saves them into the site', async () => {
  ada = await chromium.person();
  const { page } = ada;
  await setUser(ada.context, 'Ada');
  await page.goto(platform.at('/member/bells?edit'));
  await waitForStatus(page, 'saved');
  await startFrom(page);
  await writeAfter(page, '<p>Edit this page', '\n    ');
  await insertInstrument(page, /^Harbour bell/);
  await shown(page).locator('sound-mode .instrument').waitFor();
  await waitForStatus(page, 'saved');
  const player = panel(page);
  await instrument(player).locator('.remote').waitFor();
  for (const to of [
    [0.15, 0.2],
    [0.85, 0.3],
    [0.5, 0.9],
  ] satisfies Place[]) {
    await press(player, 'Surprise me');
    await movePad(page, to);
    await press(player, 'Teach here');
  }
  assert.match(await train(player), /^Learned in \d+ passes\.$/);
  await look(page, 'end-to-end-editor');
  await waitForLesson(page);
  const saving = page.waitForEvent('download');
  await press(player, 'Save to file');
  await (await saving).saveAs(taught);
  const learned = decodeTaught(readFileSync(taught));
  assert.is(learned.mode_id, MODE_ID);
  assert.is(learned.examples.length, 3);
  const words = [MODE_ID, '--modes', modes, '--taught', taught, '--seconds', '0.5'];
  const heard = await npmRun('render', ...words, place('bells.wav'));
  assert.is(heard.code, 0, heard.said);
  assert.match(heard.said, / dB, peak /);
  assert.equal(ada.errors, []);
});

test('a second browser opens the published page, has what was taught, and plays it', async () => {
  const ben = await chromium.person();
  const { page } = ben;
  played = await visit(page, platform.at('/member/bells'), MOVES);
  assert.equal(ben.errors, []);
  await look(page, 'end-to-end-site');
  const document = await (await page.request.get(platform.at('/member/bells'))).text();
  assert.ok(
    document.includes(readFileSync(taught).toString('base64')),
    'the page has the taught file',
  );
  await ben.close();
});

test('the emulated Cortex-M33, with the mode and what was taught, sounds the same bit for bit', async () => {
  assert.ok(played);
  const board = await startEmulator(
    { file: await buildFirmware(place('firmware'), path.join(generated, 'cpp')) },
    place('board.wav'),
    0,
  );
  const device = async (...words: readonly string[]) => {
    const { code, said } = await npmRun('device', '--port', board.port, ...words);
    assert.is(code, 0, said);
    return said;
  };
  try {
    assert.match(await device('modes'), `${MODE_ID}  3 channels, 9 params`);
    await device('mode', MODE_ID);
    await device('load', taught);
    for (const [step, { voiceSpace }] of MOVES.entries()) {
      if (voiceSpace !== undefined) await device('voice-space', voiceSpace);
      await device('input', ...inputsAt(played, step, ['pad_x', 'pad_y', 'slider_0'], '='));
      await device('clock', String(TICKS));
    }
    compare(played, 'the emulated board', board.audio());
  } finally {
    board.end();
  }
});

closing(chromium, () => platform.remove(), folder);

test.run();

/**
 * People together, from end to end: a guest follows an invitation to another server of the same database, becomes a
 * member and edits a site of two pages with its owner; both teach one instrument at once; the server that owns the site
 * is killed meanwhile; a visitor plays the published page, and the same taught file sounds the same to the last bit in
 * Pure Data, in an LV2 host and on the emulated Cortex-M33; an operator brings back what was deleted.
 */
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TICK_FRAMES } from '../../build/ts/contract.ts';
import { mode } from '../../build/ts/modes/paf_synth.ts';
import { lv2Uri } from '../../dsl/emit/lv2.ts';
import {
  closeDialog,
  giveAuthenticator,
  inviteOnly,
  keepName,
  makeMine,
} from '../../scripts/demo/member-actions.ts';
import {
  choose,
  code,
  insertInstrument,
  instrument,
  movePad,
  newFile,
  panel,
  press,
  published,
  type Surface,
  setUser,
  shown,
  startFrom,
  touch,
  waitForLesson,
  waitForStatus,
  writeAfter,
} from '../../scripts/demo/page-actions.ts';
import { Platform } from '../../scripts/demo/platform.ts';
import { runStore } from '../../scripts/store/command.ts';
import { decodeTaught } from '../../src/shared/taught.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, look, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { codeOf, write } from '../support/editing.ts';
import { startEmulator } from '../support/emulator.ts';
import { freePort } from '../support/free-port.ts';
import { readFloats } from '../support/host-script.ts';
import { compileHost, runHost } from '../support/lv2.ts';
import { addCapture, Patch, play, readCapture } from '../support/pd.ts';
import { startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { buildFirmware, npmRun } from './commands.ts';
import { compare, framesOf, inputsAt, type Move, type Played, TICKS, visit } from './visitor.ts';

mkdirSync('out', { recursive: true });
const folder = path.resolve(mkdtempSync('out/together-'));
const place = (name: string): string => path.join(folder, name);
const taught = place('choir.taught');
const KEY = 'operator-key-of-the-class';
const postgres = await startPostgres();
const shared = {
  DATABASE_URL: postgres.url(await postgres.database()),
  NODE_SECRET: 'the same on both servers of the class',
  ENSEMBLE_OPERATOR_KEY: KEY,
};
const server = async (): Promise<Platform> =>
  new Platform({ env: { ...shared, NODE_ADDRESS: `127.0.0.1:${await freePort()}` } });
/** Ada's server, which owns the site until it is killed, and that of Bob and the visitors. */
const [hers, his] = [await server(), await server()];
const chromium = await Chromium.launch();
for (const one of [hers, his]) await one.start();

const RATE_HZ = 48000;
const { modeId, channels } = mode;
const MOVES: readonly Move[] = [
  { to: [0.2, 0.3], voiceSpace: 'Choir' },
  { to: [0.5, 0.55] },
  { to: [0.8, 0.7], voiceSpace: 'Glass' },
  { to: [0.97, 0.05] },
];

/** Ada's new site, which she owns, for people whom she invites. @returns the link for Bob, to his server */
async function openSite(page: Page): Promise<string> {
  await page.goto(hers.named('/member/choir?edit'));
  await waitForStatus(page, 'saved');
  await startFrom(page);
  await keepName(page, 'Ada');
  await makeMine(page);
  const link = await inviteOnly(page, 'Bob');
  await closeDialog(page);
  return link.replace(new URL(hers.url).port, new URL(his.url).port);
}

const reads = (page: Page, text: string, file?: string): Promise<void> =>
  until(
    async () => (await codeOf(page, file)).includes(text),
    () => `${text} in ${file ?? 'index.html'}`,
  );

/** Everything an instrument learned, to the bit. */
const learned = (surface: Surface): Promise<string> =>
  instrument(surface).evaluate((element: SoundModeElement) => {
    element.view?.model.settle();
    return String(element.view?.model.save());
  });

const count = (page: Page, sounds: number): Promise<void> =>
  instrument(panel(page))
    .locator('.count', { hasText: new RegExp(`^${sounds} sounds? `) })
    .waitFor();

async function teachAt(page: Page, to: readonly [number, number]): Promise<void> {
  const player = panel(page);
  await press(player, 'Surprise me');
  await movePad(page, to);
  await press(player, 'Teach here');
}

let ada: Person;
let bob: Person;
let played: Played;
/** What both taught. */
let bits: string;

test('a guest follows an invitation, becomes a member, and edits a site of two pages with its owner', async () => {
  ada = await chromium.person();
  await setUser(ada.context, 'Ada');
  await giveAuthenticator(ada.page);
  const link = await openSite(ada.page);
  bob = await chromium.person();
  await setUser(bob.context, 'Bob');
  await giveAuthenticator(bob.page);
  await bob.page.goto(link);
  await waitForStatus(bob.page, 'saved');
  await keepName(bob.page, 'Bob');
  await writeAfter(ada.page, '<p>Edit this page', '\n    <a href="about.html">About us</a>');
  await reads(bob.page, 'About us');
  await newFile(bob.page, 'about.html');
  await write(bob.page, '<p>We sing on Fridays.</p>', 'about.html');
  await ada.page.getByRole('tab', { name: 'about.html' }).click();
  await reads(ada.page, 'We sing on Fridays.', 'about.html');
  for (const { page } of [ada, bob]) await waitForStatus(page, 'saved');
});

test('both teach one instrument at once, and one of them explores around a sound', async () => {
  await insertOn(ada.page);
  for (const { page } of [ada, bob]) {
    await page.getByRole('tab', { name: 'index.html' }).click();
    await reads(page, '<sound-mode');
  }
  await choose(bob.page, 'Menu', /^Teach paf_synth/);
  for (const { page } of [ada, bob]) await instrument(panel(page)).locator('.remote').waitFor();
  await Promise.all([
    teachAt(ada.page, [0.15, 0.2]).then(() => teachAt(ada.page, [0.85, 0.3])),
    teachAt(bob.page, [0.5, 0.9]),
  ]);
  for (const { page } of [ada, bob]) await count(page, 3);
  const player = panel(bob.page);
  await movePad(bob.page, [0.3, 0.6]);
  await press(player, 'Explore around this sound');
  await touch(player, [0.9, 0.2]);
  await press(player, 'Like');
  await press(player, 'Keep');
  for (const { page } of [ada, bob]) {
    await count(page, 4);
    await waitForStatus(page, 'saved');
  }
  assert.is(await learned(panel(ada.page)), await learned(panel(bob.page)));
  await look(bob.page, 'together-editor', 'desktop');
});

async function insertOn(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'index.html' }).click();
  await writeAfter(page, '<p>Edit this page', '\n    ');
  await insertInstrument(page, /^Paf synth/i);
  await shown(page).locator('sound-mode .instrument').waitFor();
}

test('the server that owns the site is killed while they write: what was saved is there, and the rest follows', async () => {
  await Promise.all([
    write(ada.page, '<!-- Ada, before -->'),
    write(bob.page, '<p>Bob, before</p>', 'about.html'),
  ]);
  await waitForStatus(ada.page, 'saved');
  await hers.stop('SIGKILL');
  await write(ada.page, '<!-- Ada, meanwhile -->');
  await write(bob.page, '<p>Bob, meanwhile</p>', 'about.html');
  // His server takes the site over.
  await waitForStatus(bob.page, 'saved');
  await hers.start();
  for (const { page } of [ada, bob]) await waitForStatus(page, 'saved');
  await ada.page.getByRole('tab', { name: 'about.html' }).click();
  await reads(ada.page, '<p>Bob, before</p><p>Bob, meanwhile</p>', 'about.html');
  await bob.page.getByRole('tab', { name: 'index.html' }).click();
  await reads(bob.page, '<!-- Ada, before --><!-- Ada, meanwhile -->');
});

test('a visitor reads both pages and plays what they taught', async () => {
  await waitForLesson(ada.page);
  bits = await learned(panel(ada.page));
  const saving = ada.page.waitForEvent('download');
  await press(panel(ada.page), 'Save to file');
  await (await saving).saveAs(taught);
  const { mode_id, examples } = decodeTaught(readFileSync(taught));
  assert.equal([mode_id, examples.length], [modeId, 4]);
  const visitor = await chromium.person();
  const { page } = visitor;
  await page.goto(his.at('/member/choir'));
  await (await published(page)).getByRole('link', { name: 'About us' }).click();
  await page.waitForURL(his.at('/member/choir?page=about.html'));
  await (await published(page)).getByText('We sing on Fridays.').waitFor();
  played = await visit(page, his.at('/member/choir'), MOVES);
  await look(page, 'together-site');
  assert.is(await learned(await published(page)), bits);
  assert.equal(visitor.errors, []);
});

test('the same taught file sounds the same in Pure Data', () => {
  const patch = new Patch();
  const object = patch.obj(`ensemble~ ${modeId}`);
  patch.connect(patch.obj('r ens'), 0, object);
  const recorder = patch.obj(`capture~ pd.raw ${framesOf(played)}`);
  for (const side of [0, 1]) patch.connect(object, side, recorder, side);
  patch.connect(patch.obj('r save'), 0, recorder);
  const ticks = MOVES.flatMap(({ voiceSpace }, step) => [
    [
      ...(step === 0 ? ['ens load choir.taught'] : []),
      ...(voiceSpace === undefined ? [] : [`ens voice_space ${voiceSpace}`]),
      ...inputsAt(played, step, channels, ' ').map((words) => `ens set ${words}`),
    ],
    ...Array.from({ length: TICKS - 1 }, () => []),
  ]);
  addCapture(folder);
  const { lines, status } = play(folder, patch, [...ticks, ['save save'], ['pd quit']]);
  assert.is(status, 0, lines.join('\n'));
  compare(played, 'Pure Data', readCapture(place('pd.raw')));
});

test('the same taught file sounds the same in an LV2 host', async () => {
  const names: readonly string[] = mode.voiceSpaces.map(({ name }) => name);
  const steps = MOVES.flatMap(({ voiceSpace }, step) => [
    ...(voiceSpace === undefined ? [] : [`set voice_space ${names.indexOf(voiceSpace)}`]),
    ...inputsAt(played, step, channels, ' ').map((words) => `set ${words}`),
    `play ${TICKS * TICK_FRAMES} 256`,
  ]);
  const script = [
    `open ${lv2Uri(modeId)} ${RATE_HZ}`,
    'load choir.taught',
    ...steps,
    'sound lv2.raw',
  ];
  const { lines, status } = runHost(await compileHost(), folder, script);
  assert.is(status, 0, lines.join('\n'));
  const both = readFloats(place('lv2.raw'));
  const half = both.length / 2;
  compare(played, 'LV2', { left: both.subarray(0, half), right: both.subarray(half) });
});

test('the same taught file sounds the same on the emulated Cortex-M33', async () => {
  const file = await buildFirmware(place('firmware'));
  const board = await startEmulator({ file }, place('board.wav'), 0);
  const device = async (...words: readonly string[]) => {
    const { code: exit, said } = await npmRun('device', '--port', board.port, ...words);
    assert.is(exit, 0, said);
  };
  try {
    await device('mode', modeId);
    await device('load', taught);
    for (const [step, { voiceSpace }] of MOVES.entries()) {
      if (voiceSpace !== undefined) await device('voice-space', voiceSpace);
      await device('input', ...inputsAt(played, step, channels, '='));
      await device('clock', String(TICKS));
    }
    compare(played, 'the emulated board', board.audio());
  } finally {
    board.end();
  }
});

test('an operator brings back what was deleted, and it plays as before', async () => {
  const before = await codeOf(ada.page, 'index.html');
  const { page } = bob;
  await code(page).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await until(async () => (await codeOf(page)) === '');
  await waitForStatus(page, 'saved');
  const command = async (...words: readonly string[]): Promise<string> => {
    const lines: string[] = [];
    const args = [...words, '--server', his.url];
    assert.is(await runStore(args, (line) => lines.push(line), folder, KEY), 0);
    return lines.join('\n');
  };
  const [gone = '', last = ''] = (await command('versions', 'choir')).split('\n');
  assert.match(gone, /Bob/);
  assert.match(await command('revert', 'choir', last.split(' ')[0] ?? ''), /index\.html/);
  await until(async () => (await codeOf(page)) === before);
  const visitor = await chromium.person();
  await visitor.page.goto(his.at('/member/choir'));
  const site = await published(visitor.page);
  await instrument(site).locator('.pad').first().waitFor();
  assert.is(await learned(site), bits);
  const errors = [...visitor.errors, ...ada.errors, ...bob.errors];
  // While the server was gone, their browsers said so.
  assert.equal(
    errors.filter((error) => !error.includes('ERR_CONNECTION_REFUSED')),
    [],
  );
});

closing(
  chromium,
  () => hers.remove(),
  () => his.remove(),
  () => postgres.kill(),
  folder,
);

test.run();

/**
 * The main job on real input, from end to end: an author adds a mode; it is generated, built into the service and the
 * firmware; a member puts it on a site and teaches it; a visitor plays the published page; the same mode on the emulated
 * Cortex-M33, with what was taught, sounds the same to the last bit.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import type { Frame } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  insertInstrument,
  instrument,
  type Place,
  panel,
  press,
  published,
  saveIntoSite,
  setUser,
  shown,
  startFrom,
  touch,
  train,
  waitForStatus,
  writeAfter,
} from '../../scripts/demo/page-actions.ts';
import { Platform } from '../../scripts/demo/platform.ts';
import { decodeTaught } from '../../src/shared/taught.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, look, type Person } from '../support/chromium.ts';
import { type Emulator, startEmulator } from '../support/emulator.ts';
import { MODE_ID, makeItTheirs, misdeclare } from './author.ts';
import type {} from './offline-audio.ts';

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

/** Runs `npm run COMMAND -- ...` and gives its exit code and all that it said. */
async function npmRun(
  command: string,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly said: string }> {
  const script = ['--import', 'tsx', `scripts/${command}.ts`, ...args];
  try {
    const { stdout, stderr } = await execute(process.execPath, script, { timeout: 120_000 });
    return { code: 0, said: `${stdout}${stderr}` };
  } catch (error) {
    const told = (stream: string) => String(Reflect.get(Object(error), stream));
    return {
      code: Number(Reflect.get(Object(error), 'code')),
      said: told('stdout') + told('stderr'),
    };
  }
}

/** What the visitor does, and how the board is told the same. The first move is before the sound starts. */
const MOVES: readonly {
  readonly to?: Place;
  readonly slider?: number;
  readonly voiceSpace?: string;
}[] = [
  { to: [0.2, 0.3], voiceSpace: 'Choir' },
  { to: [0.35, 0.4] },
  { to: [0.5, 0.55] },
  { slider: 24576 },
  { to: [0.8, 0.7] },
  { voiceSpace: 'Throat' },
  { to: [0.97, 0.05], slider: 0 },
];
const TICKS = 100;
const STEP_FRAMES = 64 * TICKS;
const FRAMES = MOVES.length * STEP_FRAMES;
/** The page fades its sound in for 20 ms at 48 kHz; what it sends out is untouched after. */
const FADE_FRAMES = 960;
const UNIT_ONE = 32768;

interface Played {
  /** Left and right, as the page sent them to the speakers and as the audio thread made them. */
  readonly heard: readonly Float32Array[];
  readonly made: readonly Float32Array[];
  /** Where the gesture was in each step, unit values. */
  readonly gestures: readonly (readonly number[])[];
}

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
  assert.is(await visitor.page.getByText('Wind “from the Süden”').count(), 1);
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
  await instrument(player).locator('.pad').waitFor();
  for (const to of [
    [0.15, 0.2],
    [0.85, 0.3],
    [0.5, 0.9],
  ] satisfies Place[]) {
    await press(player, 'Surprise me');
    await touch(player, to);
    await press(player, 'Teach here');
  }
  assert.match(await train(player), /^Learned in \d+ passes\.$/);
  await look(page, 'end-to-end-editor');
  await saveIntoSite(page);
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
  const { outputFiles } = buildSync({
    entryPoints: ['test/end-to-end/offline-audio.ts'],
    bundle: true,
    format: 'iife',
    write: false,
  });
  await page.addInitScript({ content: `window.offlineFrames = ${FRAMES};` });
  await page.addInitScript({ content: outputFiles[0]?.text ?? '' });
  await page.goto(platform.at('/member/bells'));
  const site = await published(page);
  await instrument(site).locator('.pad').waitFor();
  played = await play(site);
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
  const board = await startEmulator({ file: await buildFirmware() }, place('board.wav'), 0);
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
      const units = played.gestures[step] ?? [];
      const inputs = ['pad_x', 'pad_y', 'slider_0'].map(
        (channel, index) => `${channel}=${(units[index] ?? 0) / UNIT_ONE}`,
      );
      await device('input', ...inputs);
      await device('clock', String(TICKS));
    }
    compare(played, board.audio());
  } finally {
    board.end();
  }
});

/** Plays the published page through all moves, while its audio stands still for each of them. */
async function play(page: Frame): Promise<Played> {
  const gestures: number[][] = [];
  const move = async (step: number) => {
    const { to, slider, voiceSpace } = MOVES[step] ?? {};
    if (voiceSpace !== undefined) await page.getByLabel('Voice space').selectOption(voiceSpace);
    if (slider !== undefined) await page.getByLabel('Slider 1').fill(String(slider));
    if (to !== undefined) await touch(page, to);
    gestures.push(
      await instrument(page).evaluate((element: SoundModeElement) => [
        ...(element.view?.model.inputs ?? []),
      ]),
    );
  };
  await move(0);
  await press(page, 'Play');
  await instrument(page).getByRole('button', { name: 'Pause', exact: true }).waitFor();
  const stops = MOVES.slice(1).map((_, index) => (index + 1) * STEP_FRAMES);
  await page.evaluate((frames) => window.visit.begin(frames), stops);
  for (const index of stops.keys()) {
    await page.evaluate((stop) => window.visit.stopped(stop), index);
    await move(index + 1);
    await page.evaluate(() => window.visit.goOn());
  }
  const bytes = Buffer.from(await page.evaluate(() => window.visit.sound()), 'base64');
  const all = new Float32Array(new Uint8Array(bytes).buffer);
  const channel = (at: number) => all.subarray(at * FRAMES, (at + 1) * FRAMES);
  return { heard: [channel(0), channel(1)], made: [channel(2), channel(3)], gestures };
}

/** Builds the firmware of the emulated board with the modes at hand. @returns the program's file */
async function buildFirmware(): Promise<string> {
  const out = place('firmware');
  const preset = ['--preset', 'mps2', '-B', out, `-DENS_GENERATED=${path.join(generated, 'cpp')}`];
  await execute('cmake', preset, { cwd: 'firmware' });
  await execute('cmake', ['--build', out, '--parallel', '2'], { maxBuffer: 64 * 1024 * 1024 });
  return path.join(out, 'device.elf');
}

const bitsOf = (samples: Float32Array): string =>
  createHash('sha256')
    .update(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
    .digest('hex');

/** Every sample, and that there is something to compare: each step is heard and unlike the one before. */
function compare({ heard, made }: Played, board: ReturnType<Emulator['audio']>): void {
  for (const [side, samples] of [board.left, board.right].entries()) {
    assert.is(samples.length, FRAMES);
    const [out, raw] = [heard[side] ?? samples, made[side] ?? samples];
    const first = samples.findIndex((sample, frame) => !Object.is(sample, raw[frame]));
    assert.is(first, -1, `the browser differs from frame ${first}`);
    assert.is(bitsOf(raw), bitsOf(samples));
    assert.is(bitsOf(out.subarray(FADE_FRAMES)), bitsOf(samples.subarray(FADE_FRAMES)));
    const steps = MOVES.map((_, step) =>
      samples.subarray(step * STEP_FRAMES, (step + 1) * STEP_FRAMES),
    );
    assert.is(new Set(steps.map(bitsOf)).size, MOVES.length);
    for (const step of steps) assert.ok(step.some((sample) => Math.abs(sample) > 0.001));
  }
}

test('closing', async () => {
  await chromium.close();
  await platform.remove();
  rmSync(folder, { recursive: true, force: true });
});

test.run();

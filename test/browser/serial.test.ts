/**
 * The player's wire to an instrument on USB: Web Serial of a page in Chromium, at whose other end the whole
 * firmware runs as a process. What is taught on one side is on the other bit for bit.
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import { presetsOf } from '../../src/shared/instrument/presets.ts';
import { decodeTaught } from '../../src/shared/taught.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { compileDevice, type Device, startDevice } from '../support/device-host.ts';
import { bundles, startService } from '../support/service.ts';

interface FakeSerial {
  /** Rates the port was opened at, filters it was asked for by. */
  readonly opened: number[];
  readonly asked: unknown[];
  /** Whether the player chooses the port. */
  chosen: boolean;
  fromBoard(bytes: readonly number[]): void;
  unplug(): void;
}

declare global {
  interface Window {
    fakeSerial: FakeSerial;
  }
}

const MODE = 'space_reverb';
mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/serial-');
const program = await compileDevice();
const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();

interface World {
  readonly page: Page;
  /** The same device, asked by the test over the same wire. */
  readonly board: Device;
}

async function withBoard(body: (world: World) => Promise<void>): Promise<void> {
  const board = startDevice(program, path.join(folder, 'audio.wav'));
  const person = await chromium.person();
  const { page } = person;
  await page.addInitScript({ path: 'test/support/fake-serial.js' });
  await page.exposeFunction('toBoard', (bytes: number[]) => board.raw(Uint8Array.from(bytes)));
  board.process.stdout?.on('data', (chunk: Buffer) => {
    void page
      .evaluate((bytes) => window.fakeSerial.fromBoard(bytes), [...chunk])
      .catch(() => undefined);
  });
  try {
    await page.goto(`http://127.0.0.1:${port}/?play=${MODE}`);
    await page.locator('sound-mode .instrument').waitFor();
    await body({ page, board });
    assert.equal(person.errors, []);
  } finally {
    await person.close();
    await board.end();
  }
  assert.is(board.process.exitCode, 0);
}

const press = (page: Page, label: string): Promise<void> =>
  page.getByRole('button', { name: label, exact: true }).first().click();

const told = (page: Page, sentence: string): Promise<void> =>
  page.getByRole('status').getByText(sentence).waitFor();

/** What the page has learned, as the file it would save. */
async function taughtInPage(page: Page): Promise<Uint8Array> {
  const bytes = await page
    .locator('sound-mode')
    .evaluate((element: SoundModeElement) => [...(element.view?.model.save() ?? [])]);
  return Uint8Array.from(bytes);
}

/** Teaches two sounds in the page, and trains. */
async function teachInPage(page: Page): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await press(page, 'Surprise me');
    await press(page, 'Teach here');
    await page.locator('sound-mode .pad').click({ position: { x: 20 + 60 * turn, y: 30 } });
  }
  await press(page, 'Train');
  await page.waitForFunction(() => {
    const element = document.querySelector<SoundModeElement>('sound-mode');
    return ['converged', 'exhausted'].includes(element?.view?.model.training.state ?? '');
  });
}

/** Teaches one sound on the board itself, and trains. */
async function teachOnBoard({ remote, trained }: Device): Promise<void> {
  const index = MODES.findIndex(({ modeId }) => modeId === MODE);
  await remote.request('select_mode', { index });
  await remote.request('set_param', { index: 0, value: 31000 });
  await remote.request('set_inputs', { first: 0, values: [9000, 2000] });
  await remote.request('clock', { ticks: 2 });
  await remote.request('add_example', {});
  const end = trained();
  await remote.train({ learning_rate: 1, max_iterations: 300, min_error: 0.0001 });
  await end;
}

test('what was taught in the page is on the board, bit for bit, also after another mode', async () => {
  await withBoard(async ({ page, board }) => {
    const untaught = await taughtInPage(page);
    await teachInPage(page);
    await press(page, 'Send to instrument');
    await told(page, 'Sent to the instrument and saved there.');
    const here = await taughtInPage(page);
    assert.not.equal(here, untaught);
    assert.is(decodeTaught(here).examples.length, 2);
    assert.equal(Uint8Array.from(await board.remote.dump()), here);
    const state = await board.remote.request('state', {});
    assert.is(MODES[state.mode]?.modeId, MODE);
    // Kept in flash: it is there again when the mode is.
    await board.remote.request('select_mode', { index: 0 });
    await board.remote.request('select_mode', { index: state.mode });
    assert.equal(Uint8Array.from(await board.remote.dump()), here);
    const serial = await page.evaluate(() => ({ ...window.fakeSerial }));
    assert.equal(serial.opened, [115_200]);
    assert.equal(serial.asked, [[{ usbVendorId: 0x2e8a }]]);
  });
});

test('the board plays a preset as the page does, bit for bit, and then what it was taught again', async () => {
  await withBoard(async ({ page, board }) => {
    await teachOnBoard(board);
    const own = Uint8Array.from(await board.remote.dump());
    const [, preset] = presetsOf(MODE);
    if (preset === undefined) throw new Error('there is no second preset');
    const choose = async (name: string): Promise<void> => {
      await page.getByLabel('Preset on the instrument').selectOption({ label: name });
      await press(page, 'Play on instrument');
      await told(page, `The instrument plays: ${name}.`);
    };
    await choose(preset.name);
    const learned = Uint8Array.from(await board.remote.dump());
    await page.getByLabel('Preset', { exact: true }).selectOption({ label: preset.name });
    assert.equal(await taughtInPage(page), learned);
    const { voice_space } = await board.remote.request('state', {});
    assert.is(voice_space, preset.voiceSpace);
    await choose('What it was taught');
    assert.equal(Uint8Array.from(await board.remote.dump()), own);
  });
});

test('what the board was taught is in the page, bit for bit', async () => {
  await withBoard(async ({ page, board }) => {
    await teachOnBoard(board);
    const there = Uint8Array.from(await board.remote.dump());
    assert.not.equal(await taughtInPage(page), there);
    await press(page, 'Load from instrument');
    await told(page, 'Loaded from the instrument.');
    assert.equal(await taughtInPage(page), there);
    assert.is(decodeTaught(there).examples.length, 1);
    // And back again: the same.
    await press(page, 'Send to instrument');
    await told(page, 'Sent to the instrument and saved there.');
    assert.equal(Uint8Array.from(await board.remote.dump()), there);
    assert.is((await board.remote.request('state', {})).broken, 0);
  });
});

test('a player who chooses no instrument is told so, and may choose one later', async () => {
  await withBoard(async ({ page }) => {
    await page.evaluate(() => {
      window.fakeSerial.chosen = false;
    });
    await press(page, 'Load from instrument');
    await told(page, 'No instrument selected.');
    await page.evaluate(() => {
      window.fakeSerial.chosen = true;
    });
    await press(page, 'Load from instrument');
    await told(page, 'Loaded from the instrument.');
  });
});

test('an instrument that is pulled out and plugged in again is found again', async () => {
  await withBoard(async ({ page }) => {
    await press(page, 'Load from instrument');
    await told(page, 'Loaded from the instrument.');
    await page.evaluate(() => window.fakeSerial.unplug());
    await press(page, 'Send to instrument');
    await told(page, 'Sent to the instrument and saved there.');
    assert.is(await page.evaluate(() => window.fakeSerial.opened.length), 2);
  });
});

closing(chromium, service, () => program.remove(), folder);

test.run();

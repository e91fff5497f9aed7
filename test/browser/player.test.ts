/** The player in Chromium: every instrument sounds, follows its control, learns, and keeps what it learned. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { readWav } from '../../scripts/render/read-wav.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import { decodeTaught } from '../../src/shared/taught.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { keepsUp } from '../support/audio-thread.ts';
import { Chromium, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { bundles, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();
const UNIT_ONE = 32768;

async function open(modeId: string): Promise<Person> {
  const person = await chromium.person();
  await person.page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await person.page.locator('sound-mode .instrument').waitFor();
  return person;
}

/** A button of the instrument by its label. */
const press = (page: Page, label: string): Promise<void> =>
  page.locator('sound-mode').getByRole('button', { name: label, exact: true }).first().click();

interface Heard {
  readonly rms: number;
  readonly finite: boolean;
  readonly most: number;
}

/** The loudest of some looks at the sound. */
async function hear(page: Page, looks = 12): Promise<Heard> {
  let best: Heard = { rms: 0, finite: true, most: 0 };
  for (let at = 0; at < looks; at += 1) {
    await page.waitForTimeout(80);
    const now = await page.locator('sound-mode').evaluate((element: SoundModeElement) => {
      const analyser = element.view?.analyser;
      const samples = new Float32Array(analyser?.fftSize ?? 1);
      analyser?.getFloatTimeDomainData(samples);
      return {
        rms: Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length),
        finite: samples.every(Number.isFinite),
        most: samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0),
      };
    });
    best = {
      rms: Math.max(best.rms, now.rms),
      finite: best.finite && now.finite,
      most: Math.max(best.most, now.most),
    };
  }
  return best;
}

const paramsOf = (page: Page): Promise<number[]> =>
  page
    .locator('sound-mode')
    .evaluate((element: SoundModeElement) => [...(element.view?.model.params ?? [])]);

/** Moves the gesture as its control would: the pad where there is one, else the first channels. */
async function moveTo(page: Page, x: number, y: number): Promise<void> {
  const pad = page.locator('sound-mode .pad').first();
  if ((await pad.count()) > 0) {
    const box = await pad.boundingBox();
    if (box === null) throw new Error('the pad has no place');
    await page.mouse.click(box.x + box.width * x, box.y + box.height * (1 - y));
    return;
  }
  await page.locator('sound-mode').evaluate(
    (element: SoundModeElement, [first, second]: readonly number[]) => {
      const model = element.view?.model;
      model?.setInput(0, Math.round((first ?? 0) * 32768));
      if ((model?.inputs.length ?? 0) > 1) model?.setInput(1, Math.round((second ?? 0) * 32768));
    },
    [x, y],
  );
  // A report that was under way still says where such a channel was; the next says where it is.
  await page.waitForTimeout(250);
}

/** Largest distance, 0…1, between what is taught and what the network answers there. */
const worstMiss = (page: Page): Promise<number> =>
  page.locator('sound-mode').evaluate((element: SoundModeElement) => {
    const model = element.view?.model;
    if (model === undefined) return 1;
    const misses = model.examples.flatMap(({ inputs, params }) => {
      const answer = model.answerAt([...inputs]);
      return [...params].map((unit, at) => Math.abs(unit - (answer[at] ?? 0)) / 32768);
    });
    return Math.max(...misses);
  });

async function teachTwo(page: Page): Promise<void> {
  for (const [x, y] of [
    [0.2, 0.3],
    [0.8, 0.7],
  ] as const) {
    await press(page, 'Surprise me');
    await moveTo(page, x, y);
    await press(page, 'Teach here');
  }
}

for (const { modeId, ui } of MODES) {
  test(`${modeId} sounds, follows its control, and learns two sounds`, async () => {
    const person = await open(modeId);
    const { page } = person;
    await press(page, 'Play');
    await press(page, 'Default sound');
    if (ui.primaryInput === 'midi_in') await page.keyboard.down('KeyA');
    const heard = await hear(page, modeId === 'sound_analysis' ? 2 : 14);
    assert.ok(heard.finite);
    assert.ok(heard.most <= 1);
    // The analysis sends controllers; it is silent by itself.
    if (modeId !== 'sound_analysis') assert.ok(heard.rms > 0.003, `rms ${heard.rms}`);
    if (ui.primaryInput === 'midi_in') await page.keyboard.up('KeyA');
    await press(page, 'Release');

    await moveTo(page, 0.1, 0.1);
    const here = await paramsOf(page);
    await moveTo(page, 0.9, 0.9);
    assert.not.equal(await paramsOf(page), here);

    await teachTwo(page);
    await page.locator('sound-mode summary', { hasText: 'Advanced' }).click();
    await page.getByLabel('Target error').fill('0.00001');
    await page.getByLabel('Target error').press('Tab');
    await press(page, 'Train');
    await page.locator('sound-mode .message', { hasText: 'Learned in' }).waitFor();
    const miss = await worstMiss(page);
    assert.ok(miss < 0.02, `misses by ${miss}`);
    assert.equal(person.errors, []);
    await person.close();
  });
}

test('the sound goes on without a gap while it trains', async () => {
  const person = await open('paf_synth');
  const { page } = person;
  await press(page, 'Play');
  await teachTwo(page);
  await page.getByText('Advanced').click();
  await page.getByLabel('Target error').fill('0');
  await page.getByLabel('Target error').press('Tab');
  await page.getByLabel('Max iterations').fill('1000000');
  await page.getByLabel('Max iterations').press('Tab');
  const blocks = () =>
    page.locator('sound-mode').evaluate((element: SoundModeElement) => element.view?.health.blocks);
  await page.waitForTimeout(500);
  const before = await blocks();
  const found = await keepsUp(page, async () => {
    await press(page, 'Train');
    await page.waitForTimeout(1500);
    await press(page, 'Stop');
  });
  assert.is(found, 'on time');
  assert.ok(((await blocks()) ?? 0) - (before ?? 0) > 400, 'audio goes on');
  await person.close();
});

test('what was taught is saved to a file and loaded back, and bad files say why they are not taken', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  await teachTwo(page);
  await press(page, 'Train');
  await page.locator('sound-mode .message', { hasText: 'Learned in' }).waitFor();
  const coming = page.waitForEvent('download');
  await press(page, 'Save to file');
  const download = await coming;
  assert.is(download.suggestedFilename(), 'space_reverb.taught');
  const bytes = readFileSync(await download.path());
  assert.is(decodeTaught(bytes).examples.length, 2);
  const taught = await paramsOf(page);
  await press(page, 'Vary');
  await press(page, 'Forget all');
  assert.not.equal(await paramsOf(page), taught);

  const load = async (buffer: Buffer) => {
    const choosing = page.waitForEvent('filechooser');
    await press(page, 'Load from file');
    const input = (await choosing).element();
    // iPhones grey out a file whose ending they do not know, and forget an input that is in no document.
    assert.ok(
      await input.evaluate((one: HTMLInputElement) => one.isConnected && one.accept === ''),
    );
    await (await choosing).setFiles({ name: 'my.taught', mimeType: '', buffer });
    assert.is(await input.evaluate((one) => one.isConnected), false);
  };
  const says = page.locator('sound-mode .message');
  await load(bytes.subarray(0, 60));
  await says.filter({ hasText: 'my.taught: This file is damaged.' }).waitFor();
  await load(Buffer.from('hello'));
  await says.filter({ hasText: 'This is not a .taught file.' }).waitFor();
  await load(bytes);
  await says.filter({ hasText: 'Loaded my.taught.' }).waitFor();
  assert.equal(await paramsOf(page), taught);
  const choosing = page.waitForEvent('filechooser');
  await press(page, 'Load from file');
  const input = (await choosing).element();
  await input.evaluate((one) => one.dispatchEvent(new Event('cancel')));
  assert.is(await input.evaluate((one) => one.isConnected), false);
  await person.close();
});

test('exploring is taken back by Undo, and a setting out of range is refused in words', async () => {
  const person = await open('drone');
  const { page } = person;
  const before = await paramsOf(page);
  await press(page, 'Vary');
  assert.not.equal(await paramsOf(page), before);
  await press(page, 'Undo');
  assert.equal(await paramsOf(page), before);
  await page.getByText('Advanced').click();
  await page.getByLabel('Learning rate').fill('-1');
  await page.getByLabel('Learning rate').press('Tab');
  await page.locator('sound-mode .message', { hasText: 'above 0 and up to 100' }).waitFor();
  await press(page, 'Start over');
  assert.not.equal(await paramsOf(page), before);
  await person.close();
});

test('every setting changes what is heard', async () => {
  const person = await open('drone');
  const settings = await person.page.locator('sound-mode .advanced > .field').allTextContents();
  assert.equal(settings, [
    'Learning rate (0.03 to 3 works best)',
    'Max iterations',
    'Target error',
  ]);
  await person.close();
});

test('a place has one sound: what is taught where something was taught replaces it', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  await press(page, 'Surprise me');
  await press(page, 'Teach here');
  await press(page, 'Surprise me');
  const second = await paramsOf(page);
  await press(page, 'Teach here');
  await page.locator('sound-mode .message', { hasText: 'replaces the sound' }).waitFor();
  const taught = await page
    .locator('sound-mode')
    .evaluate((element: SoundModeElement) =>
      element.view?.model.examples.map(({ params }) => [...params]),
    );
  assert.equal(taught, [second]);
  await person.close();
});

test('every control works by keys, and says its value', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  const across = page.getByRole('slider', { name: 'Pad X' });
  await across.focus();
  assert.is(await across.getAttribute('aria-valuetext'), '50 %');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageUp');
  assert.is(await across.getAttribute('aria-valuetext'), '52 %');
  assert.is(
    await page.getByRole('slider', { name: 'Pad Y' }).getAttribute('aria-valuetext'),
    '63 %',
  );
  await page.getByText('All parameters').click();
  const first = page.locator('sound-mode fieldset input').first();
  await first.focus();
  await page.keyboard.press('End');
  assert.match((await first.getAttribute('aria-valuetext')) ?? '', /\d/);
  const [unit] = await paramsOf(page);
  assert.is(unit, UNIT_ONE);
  await person.close();
});

test('a recording is a WAV of what sounded', async () => {
  const person = await open('drone');
  const { page } = person;
  await press(page, 'Record');
  const said = page.locator('sound-mode .message');
  await said.filter({ hasText: 'Press Play before you record' }).waitFor();
  await press(page, 'Play');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  assert.is(await said.textContent(), '');
  await page.waitForTimeout(300);
  await press(page, 'Record');
  await page.waitForTimeout(2500);
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await until(() => questions.length === 1);
  assert.equal(questions, ['beforeunload'], 'the browser asks before a recording is lost');
  const coming = page.waitForEvent('download');
  await press(page, 'Stop recording');
  const wav = readWav(readFileSync(await (await coming).path()));
  assert.is(wav.sampleRateHz, 48000);
  for (const samples of [wav.left, wav.right]) {
    assert.ok(samples.length > 20_000, `${samples.length} frames`);
    assert.ok(samples.every(Number.isFinite));
    assert.ok(samples.some((sample) => Math.abs(sample) > 0.005));
  }
  // It is saved, and nothing is asked.
  await page.reload();
  assert.is(questions.length, 1);
  await person.close();
});

test('an instrument nobody has is told of, and its address answers 404', async () => {
  const person = await chromium.person();
  const answer = await person.page.goto(`http://127.0.0.1:${port}/?play=nothing`);
  assert.is(answer?.status(), 404);
  await person.close();
});

closing(chromium, service);

test.run();

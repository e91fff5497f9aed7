/** A visitor who plays a published page through moves, while its audio renders offline: what sounded, sample by sample. */
import { createHash } from 'node:crypto';
import { buildSync } from 'esbuild';
import type { Frame, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { TICK_FRAMES, UNIT_ONE } from '../../build/ts/contract.ts';
import {
  instrument,
  type Place,
  press,
  published,
  touch,
} from '../../scripts/demo/page-actions.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import type {} from './offline-audio.ts';

export interface Move {
  readonly to?: Place;
  readonly slider?: number;
  readonly voiceSpace?: string;
}

/** Control ticks from a move to the next. */
export const TICKS = 100;
const STEP_FRAMES = TICK_FRAMES * TICKS;
/** The page fades its sound in for 20 ms at 48 kHz; what it sends out is untouched after. */
const FADE_FRAMES = 960;

export interface Played {
  /** Left and right, as the page sent them to the speakers and as the audio thread made them. */
  readonly heard: readonly Float32Array[];
  readonly made: readonly Float32Array[];
  /** Where the gesture was in each step, unit values. */
  readonly gestures: readonly (readonly number[])[];
}

/** Frames of a whole visit. */
export const framesOf = ({ gestures }: Played): number => gestures.length * STEP_FRAMES;

/** Opens a published page and plays it: each move sounds for `TICKS` ticks, the first from the start. */
export async function visit(page: Page, address: string, moves: readonly Move[]): Promise<Played> {
  const { outputFiles } = buildSync({
    entryPoints: ['test/end-to-end/offline-audio.ts'],
    bundle: true,
    format: 'iife',
    write: false,
  });
  const frames = moves.length * STEP_FRAMES;
  await page.addInitScript({ content: `window.offlineFrames = ${frames};` });
  await page.addInitScript({ content: outputFiles[0]?.text ?? '' });
  await page.goto(address);
  const site = await published(page);
  await instrument(site).locator('.pad').first().waitFor();
  return play(site, moves);
}

/** Plays through all moves, while the audio stands still for each of them. */
async function play(page: Frame, moves: readonly Move[]): Promise<Played> {
  const gestures: number[][] = [];
  const move = async ({ to, slider, voiceSpace }: Move) => {
    if (voiceSpace !== undefined) await page.getByLabel('Voice space').selectOption(voiceSpace);
    if (slider !== undefined) await page.getByLabel('Slider 1').fill(String(slider));
    if (to !== undefined) await touch(page, to);
    gestures.push(
      await instrument(page).evaluate((element: SoundModeElement) => [
        ...(element.view?.model.inputs ?? []),
      ]),
    );
  };
  const [first = {}, ...others] = moves;
  await move(first);
  await press(page, 'Play');
  await instrument(page).getByRole('button', { name: 'Pause', exact: true }).waitFor();
  const stops = others.map((_, index) => (index + 1) * STEP_FRAMES);
  await page.evaluate((frames) => window.visit.begin(frames), stops);
  for (const [index, next] of others.entries()) {
    await page.evaluate((stop) => window.visit.stopped(stop), index);
    await move(next);
    await page.evaluate(() => window.visit.goOn());
  }
  const bytes = Buffer.from(await page.evaluate(() => window.visit.sound()), 'base64');
  const all = new Float32Array(new Uint8Array(bytes).buffer);
  const frames = moves.length * STEP_FRAMES;
  const channel = (at: number) => all.subarray(at * frames, (at + 1) * frames);
  return { heard: [channel(0), channel(1)], made: [channel(2), channel(3)], gestures };
}

/** The inputs of a step as a host is told them: each channel, what separates it from its value, and the value, 0 to 1. */
export const inputsAt = (
  { gestures }: Played,
  step: number,
  channels: readonly string[],
  between: string,
): string[] =>
  channels.map(
    (channel, index) => `${channel}${between}${(gestures[step]?.[index] ?? 0) / UNIT_ONE}`,
  );

const bitsOf = (samples: Float32Array): string =>
  createHash('sha256')
    .update(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
    .digest('hex');

/** Asserts that another target made every sample as the page did, and that each step is heard and unlike the others. */
export function compare(
  played: Played,
  target: string,
  { left, right }: { readonly left: Float32Array; readonly right: Float32Array },
): void {
  const { heard, made, gestures } = played;
  for (const [side, samples] of [left, right].entries()) {
    assert.is(samples.length, framesOf(played), target);
    const [out, raw] = [heard[side] ?? samples, made[side] ?? samples];
    const first = samples.findIndex((sample, frame) => !Object.is(sample, raw[frame]));
    assert.is(first, -1, `${target} differs from the browser from frame ${first}`);
    assert.is(bitsOf(raw), bitsOf(samples));
    assert.is(bitsOf(out.subarray(FADE_FRAMES)), bitsOf(samples.subarray(FADE_FRAMES)));
    const steps = gestures.map((_, step) =>
      samples.subarray(step * STEP_FRAMES, (step + 1) * STEP_FRAMES),
    );
    assert.is(new Set(steps.map(bitsOf)).size, steps.length);
    for (const step of steps) assert.ok(step.some((sample) => Math.abs(sample) > 0.001));
  }
}

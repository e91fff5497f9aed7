/** In an LV2 host every mode and voice space sounds as `npm run render` does, to the last bit, in blocks of any size. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TICK_FRAMES, UNIT_ONE } from '../../build/ts/contract.ts';
import { lv2Uri } from '../../dsl/emit/lv2.ts';
import { openWorkshop } from '../../scripts/instrument/modes.ts';
import { type RenderRequest, render } from '../../scripts/render/render.ts';
import { lineSignal, type Note, phrase } from '../../src/shared/instrument/stimulus.ts';
import { readFloats } from '../support/host-script.ts';
import { compileHost, runHost } from '../support/lv2.ts';
import { withFolder } from '../support/pd.ts';
import { circleInSteps, inEveryVoiceSpace, RATE_HZ } from '../support/reference-sounds.ts';

/** A host may set ports between runs only, so a gesture moves as often as the largest block comes. */
const STEP_FRAMES = 4096;
const FRAMES = 6 * STEP_FRAMES;

const { abi, modes } = await openWorkshop();
const gesture = circleInSteps(STEP_FRAMES);

/** MIDI has 128 velocities. */
const SEVEN_BITS = 127;
const velocityOf = (unit: number): number => Math.round((unit * SEVEN_BITS) / UNIT_ONE);
const notes: readonly Note[] = phrase(FRAMES, RATE_HZ).map(({ frame, key, velocity }) => ({
  frame: Math.floor(frame / TICK_FRAMES) * TICK_FRAMES,
  key,
  velocity: Math.round((velocityOf(velocity) * UNIT_ONE) / SEVEN_BITS),
}));

const requests = inEveryVoiceSpace(modes, FRAMES, () => ({ gesture, notes }));
const references = requests.map((request) => render(abi, request));

/** What the renderer does, as commands to the host. */
function performance(request: RenderRequest, place: number, blocks: string): string[] {
  const { mode } = request;
  const moved = mode.channels.filter(({ family }) => !['audio', 'midi', 'wander'].includes(family));
  const played = request.playsNotes ? notes : [];
  const steps = Array.from({ length: FRAMES / STEP_FRAMES }, (_, step) => {
    const values = gesture((step * STEP_FRAMES) / RATE_HZ, moved.length);
    return [
      ...moved.map(({ name }, index) => `set ${name} ${(values[index] ?? 0).toPrecision(9)}`),
      `play ${STEP_FRAMES} ${blocks}`,
    ];
  });
  return [
    `open ${lv2Uri(mode.modeId)} ${RATE_HZ}`,
    ...(mode.voiceSpaces.length > 1 ? [`set voice_space ${request.voiceSpace}`] : []),
    ...played.map(({ frame, key, velocity }) => `midi ${frame} 144 ${key} ${velocityOf(velocity)}`),
    ...steps.flat(),
    ...(mode.sendsMidi ? ['get status'] : []),
    `sound ${place}.raw`,
  ];
}

const bits = (samples: Float32Array): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);

function firstDifference(a: Float32Array, b: Float32Array): number {
  if (a.length === b.length && bits(a).equals(bits(b))) return -1;
  const at = a.findIndex((value, index) => !Object.is(value, b[index]));
  return at < 0 ? Math.min(a.length, b.length) : at;
}

const host = await compileHost();

for (const blocks of ['1', '64', '4096', '1 63 100 37 1000 2895']) {
  test(`blocks of ${blocks}`, () => {
    withFolder((folder) => {
      writeFileSync(path.join(folder, 'line.raw'), bits(lineSignal(FRAMES, RATE_HZ)));
      const script = requests.flatMap((request, place) => performance(request, place, blocks));
      const { lines, status } = runHost(host, folder, ['line line.raw', ...script]);
      assert.is(status, 0, lines.join('\n'));
      for (const [place, request] of requests.entries()) {
        const name = `${request.mode.modeId} ${request.voiceSpace}`;
        const heard = readFloats(path.join(folder, `${place}.raw`));
        const reference = references[place];
        if (reference === undefined) throw new Error(name);
        const { left, right } = reference;
        assert.is(firstDifference(heard.subarray(0, FRAMES), left), -1, `${name}, left`);
        assert.is(firstDifference(heard.subarray(FRAMES), right), -1, `${name}, right`);
      }
      const sent = references.flatMap(({ events }) =>
        events.map(({ frame, message }) => `midi ${frame + TICK_FRAMES - 1} ${message.join(' ')}`),
      );
      const received = lines.filter((line) => line.startsWith('midi '));
      assert.ok(sent.length > 0);
      assert.equal(received, sent);
    });
  });
}

const played = (place: string): string[] => [
  `play ${2 * STEP_FRAMES} 100 1000`,
  `sound ${place}.raw`,
];

test('a plugin that is started again sounds as a new one', () => {
  withFolder((folder) => {
    writeFileSync(path.join(folder, 'line.raw'), bits(lineSignal(FRAMES, RATE_HZ)));
    const cases = modes.flatMap(({ modeId }) =>
      [48000, 96000].map((rate) => [modeId, rate] as const),
    );
    const script = cases.flatMap(([modeId, rate]) => [
      `open ${lv2Uri(modeId)} ${rate}`,
      ...played(`${modeId}-${rate}-new`),
      'play 77 77',
      'restart',
      ...played(`${modeId}-${rate}-again`),
    ]);
    assert.is(runHost(host, folder, ['line line.raw', ...script]).status, 0);
    for (const [modeId, rate] of cases) {
      const [first = new Float32Array(), again = new Float32Array()] = ['new', 'again'].map(
        (name) => readFloats(path.join(folder, `${modeId}-${rate}-${name}.raw`)),
      );
      assert.is(firstDifference(again, first), -1, `${modeId} at ${rate} Hz`);
    }
  });
});

test('outputs may be the buffers of the inputs', () => {
  withFolder((folder) => {
    writeFileSync(path.join(folder, 'line.raw'), bits(lineSignal(FRAMES, RATE_HZ)));
    const listening = modes.filter(({ listens }) => listens);
    assert.ok(listening.length > 1);
    const script = listening.flatMap(({ modeId }) => [
      `open ${lv2Uri(modeId)} ${RATE_HZ}`,
      ...played(`${modeId}-apart`),
      `open ${lv2Uri(modeId)} ${RATE_HZ}`,
      'in_place',
      ...played(`${modeId}-in-place`),
    ]);
    assert.is(runHost(host, folder, ['line line.raw', ...script]).status, 0);
    for (const { modeId } of listening) {
      const [apart = new Float32Array(), inPlace = new Float32Array()] = ['apart', 'in-place'].map(
        (name) => readFloats(path.join(folder, `${modeId}-${name}.raw`)),
      );
      assert.is(firstDifference(inPlace, apart), -1, modeId);
    }
  });
});

test('the references are sound, no two are the same, and only modes that say so send MIDI', () => {
  const sounds = new Set(references.map(({ left }) => bits(left).toString('base64')));
  assert.is(sounds.size, requests.length);
  for (const [place, { mode }] of requests.entries()) {
    assert.is((references[place]?.events.length ?? 0) > 0, mode.sendsMidi, mode.modeId);
  }
});

test('a run allocates nothing, takes no lock and never asks the kernel', () => {
  withFolder((folder) => {
    const rates = [48000, 96000];
    const script = modes.flatMap(({ modeId }) =>
      rates.flatMap((rate) => [`open ${lv2Uri(modeId)} ${rate}`, 'quiet']),
    );
    const { lines, status } = runHost(host, folder, script);
    assert.is(status, 0, lines.join('\n'));
    assert.is(lines.length, modes.length * rates.length, lines.join('\n'));
    for (const line of lines) assert.match(line, /^quiet 0 0 0/);
  });
});

test('the host can be removed', () => host.remove());

test.run();

/** In Pure Data every mode and voice space sounds as `npm run render` does, to the last bit, in blocks of any size. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TICK_FRAMES } from '../../build/ts/contract.ts';
import { openWorkshop } from '../../scripts/instrument/modes.ts';
import { type Rendering, type RenderRequest, render } from '../../scripts/render/render.ts';
import { lineSignal, phrase } from '../../src/shared/instrument/stimulus.ts';
import { writeWav } from '../../src/shared/wav.ts';
import { addCapture, Patch, play, readCapture, withFolder } from '../support/pd.ts';
import { CIRCLE, inEveryVoiceSpace, RATE_HZ } from '../support/reference-sounds.ts';

const TICKS = 400;
const FRAMES = TICKS * TICK_FRAMES;

const { abi, modes } = await openWorkshop();
const requests = inEveryVoiceSpace(modes, FRAMES, () => ({
  gesture: CIRCLE,
  notes: phrase(FRAMES, RATE_HZ),
}));
const references = requests.map((request) => render(abi, request));

/** What the renderer does at a tick, as messages to the object. */
function messagesAt(request: RenderRequest, place: number, tick: number): string[] {
  const { mode } = request;
  const to = `ens-${place}`;
  const moved = mode.channels.filter(({ family }) => !['audio', 'midi', 'wander'].includes(family));
  const values = CIRCLE((tick * TICK_FRAMES) / RATE_HZ, moved.length);
  const sets = moved.map(({ name }, index) => {
    const unit = Math.round((values[index] ?? 0) * 32768);
    return `${to} set ${name} ${(unit / 32768).toPrecision(9)}`;
  });
  const notes = request.playsNotes ? phrase(FRAMES, RATE_HZ) : [];
  const due = notes.filter(({ frame }) => Math.floor(frame / TICK_FRAMES) === tick);
  return [
    ...(tick === 0 ? [`${to} voice_space ${request.voiceSpace}`] : []),
    ...sets,
    ...due.map(
      ({ key, velocity }) => `${to} note ${key} ${((velocity * 127) / 32768).toPrecision(9)}`,
    ),
  ];
}

function player(request: RenderRequest, place: number, block: number): Patch {
  const inside = new Patch();
  const sound = request.mode.listens ? inside.obj('inlet~') : undefined;
  const object = inside.obj(`ensemble~ ${request.mode.modeId}`);
  const messages = inside.obj(`r ens-${place}`);
  inside.connect(messages, 0, object);
  if (sound !== undefined) for (const inlet of [1, 2]) inside.connect(sound, 0, object, inlet);
  for (const side of [0, 1]) inside.connect(object, side, inside.obj('outlet~'));
  inside.connect(object, 2, inside.obj(`print midi-${place}`));
  inside.obj(`block~ ${block}`);
  return inside;
}

function orchestra(block: number): Patch {
  const patch = new Patch();
  const start = patch.obj('r start');
  const source = patch.obj('tabplay~ line');
  patch.obj(`table line ${FRAMES}`);
  const read = patch.msg('read line.wav line');
  patch.connect(start, 0, read);
  patch.connect(read, 0, patch.obj('soundfiler'));
  patch.connect(start, 0, source);
  const save = patch.obj('r save');
  for (const [place, request] of requests.entries()) {
    const sub = patch.sub(`player-${place}`, player(request, place, block));
    if (request.mode.listens) patch.connect(source, 0, sub);
    const recorder = patch.obj(`capture~ ${place}.raw ${FRAMES}`);
    for (const side of [0, 1]) patch.connect(sub, side, recorder, side);
    patch.connect(save, 0, recorder);
  }
  return patch;
}

const bits = (samples: Float32Array): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);

function firstDifference(a: Float32Array, b: Float32Array): number {
  if (a.length === b.length && bits(a).equals(bits(b))) return -1;
  const at = a.findIndex((value, index) => !Object.is(value, b[index]));
  return at < 0 ? Math.min(a.length, b.length) : at;
}

const midiOf = (lines: readonly string[], place: number): string[] =>
  lines
    .filter((line) => line.startsWith(`midi-${place}: midi `))
    .map((line) => line.slice(`midi-${place}: midi `.length));

const sentBy = ({ events }: Rendering): string[] => events.map(({ message }) => message.join(' '));

for (const block of [1, 16, 64]) {
  test(`block~ ${block}`, () => {
    withFolder((folder) => {
      const line = lineSignal(FRAMES, RATE_HZ);
      writeFileSync(
        path.join(folder, 'line.wav'),
        writeWav(RATE_HZ, [{ left: line, right: line }]),
      );
      const ticks = Array.from({ length: TICKS }, (_, tick) =>
        requests.flatMap((request, place) => messagesAt(request, place, tick)),
      );
      addCapture(folder);
      const { lines, status } = play(folder, orchestra(block), [
        ...ticks,
        ['save save'],
        ['pd quit'],
      ]);
      assert.is(status, 0, lines.join('\n'));
      assert.equal(
        lines.filter((text) => /error/.test(text)),
        [],
      );
      for (const [place, request] of requests.entries()) {
        const name = `${request.mode.modeId} ${request.voiceSpace}`;
        const heard = readCapture(path.join(folder, `${place}.raw`));
        const reference = references[place];
        if (reference === undefined) throw new Error(name);
        assert.is(firstDifference(heard.left, reference.left), -1, `${name}, left`);
        assert.is(firstDifference(heard.right, reference.right), -1, `${name}, right`);
        // One more tick is played, so that the messages of the last are printed.
        const sent = sentBy(reference);
        assert.equal(midiOf(lines, place).slice(0, sent.length), sent, `${name}, MIDI`);
      }
    });
  });
}

test('the references are sound, and no two are the same', () => {
  const sounds = new Set(references.map(({ left }) => bits(left).toString('base64')));
  assert.is(sounds.size, requests.length);
});

test.run();

/** In Rack every mode and voice space sounds as `npm run render` does, to the last bit, and voices share what was taught. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TICK_FRAMES, UNIT_ONE } from '../../build/ts/contract.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { makeInstrument } from '../../scripts/instrument/make-instrument.ts';
import { modeNamed, openWorkshop } from '../../scripts/instrument/modes.ts';
import { type RenderRequest, render } from '../../scripts/render/render.ts';
import { lineSignal, type Note } from '../../src/shared/instrument/stimulus.ts';
import type { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';
import { readFloats } from '../support/host-script.ts';
import { withFolder } from '../support/pd.ts';
import { compileRackHost, partId, runRack } from '../support/rack.ts';
import { circleInSteps, inEveryVoiceSpace, RATE_HZ } from '../support/reference-sounds.ts';

const STEP_FRAMES = 1024;
const FRAMES = 12 * STEP_FRAMES;
const VOLTS = 5;
/** Frames by which a mode that listens sounds late: host::Frames renders four at once. */
const LATE_FRAMES = 3;
const KEY_OF_0_V = 60;

const { abi, modes } = await openWorkshop();
const gesture = circleInSteps(STEP_FRAMES);

/** One voice plays one note at a time. */
const notes: readonly Note[] = [48, 55, 67].flatMap((key, place) => {
  const start = place * 4 * STEP_FRAMES + TICK_FRAMES;
  return [
    { frame: start, key, velocity: 26000 - 5000 * place },
    { frame: start + 3 * STEP_FRAMES, key, velocity: 0 },
  ];
});

/** Steps that 5 V for full scale and back leaves as they are. */
const line = lineSignal(FRAMES, RATE_HZ).map((x) => Math.round(x * 65536) / 65536);

const requests = inEveryVoiceSpace(modes, FRAMES, ({ listens }) => ({
  gesture,
  notes,
  ...(listens ? { input: { sampleRateHz: RATE_HZ, left: line, right: line } } : {}),
}));
const references = requests.map((request) => render(abi, request));

const moved = (mode: ResolvedMode) =>
  mode.channels.filter(({ family }) => !['audio', 'midi', 'wander'].includes(family));

const turn = (mode: ResolvedMode, values: readonly number[]): string[] =>
  moved(mode).map(
    ({ label }, place) =>
      `param ${partId(mode, 'control', label)} ${(values[place] ?? 0).toPrecision(9)}`,
  );

function playNote(mode: ResolvedMode, { key, velocity }: Note): string[] {
  const port = (name: string): number => partId(mode, 'input', name);
  if (velocity === 0) return [`input ${port('Gate')} 0`];
  return [
    `input ${port('V/oct')} ${((key - KEY_OF_0_V) / 12).toPrecision(9)}`,
    `input ${port('Velocity')} ${((10 * velocity) / UNIT_ONE).toPrecision(9)}`,
    `input ${port('Gate')} 10`,
  ];
}

const open = (modeId: string, rateHz = RATE_HZ): string => `open ${modeId} ${rateHz}`;

/** What the renderer does, as commands to the host. */
function performance(request: RenderRequest, place: number): string[] {
  const { mode } = request;
  const played = request.playsNotes ? notes : [];
  const moments = new Set([
    ...played.map(({ frame }) => frame),
    ...Array.from({ length: FRAMES / STEP_FRAMES + 1 }, (_, step) => step * STEP_FRAMES),
  ]);
  const times = [...moments].sort((a, b) => a - b);
  const steps = times
    .slice(0, -1)
    .flatMap((frame, at) => [
      ...(frame % STEP_FRAMES === 0
        ? turn(mode, gesture(frame / RATE_HZ, moved(mode).length))
        : []),
      ...played.filter((note) => note.frame === frame).flatMap((note) => playNote(mode, note)),
      `play ${(times[at + 1] ?? FRAMES) - frame}`,
    ]);
  return [
    open(mode.modeId),
    ...(request.playsNotes ? [`input ${partId(mode, 'input', 'Gate')} 0`] : []),
    ...(mode.listens ? ['line line.raw'] : []),
    ...(request.voiceSpace > 0 ? [`state voice_space ${request.voiceSpace}`] : []),
    ...steps,
    `sound ${place}.raw 0`,
  ];
}

const inVolts = (samples: Float32Array): Float32Array =>
  samples.map((sample) => Math.fround(VOLTS * sample));
const bits = (samples: Float32Array): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
/** The first frames of a sound behind so many of silence. */
function delayed(samples: Float32Array, late: number): Float32Array {
  const sound = new Float32Array(samples.length);
  sound.set(samples.subarray(0, samples.length - late), late);
  return sound;
}

const same = (a: Float32Array, b: Float32Array): boolean => bits(a).equals(bits(b));

const host = await compileRackHost();

test('every mode and voice space in a module is the rendered sound, five volts for full scale', () => {
  withFolder((folder) => {
    writeFileSync(path.join(folder, 'line.raw'), bits(line));
    const script = requests.flatMap((request, place) => performance(request, place));
    const { lines, status } = runRack(host, folder, script);
    assert.is(status, 0, lines.join('\n'));
    for (const [place, { mode, voiceSpace }] of requests.entries()) {
      const heard = readFloats(path.join(folder, `${place}.raw`));
      const reference = references[place];
      if (reference === undefined) throw new Error(mode.modeId);
      const name = `${mode.modeId} ${voiceSpace}`;
      const late = mode.listens ? LATE_FRAMES : 0;
      const left = delayed(inVolts(reference.left), late);
      const right = delayed(inVolts(reference.right), late);
      assert.ok(same(heard.subarray(0, FRAMES), left), `${name}, left`);
      assert.ok(same(heard.subarray(FRAMES), right), `${name}, right`);
    }
  });
});

test('a run allocates nothing, takes no lock and never asks the kernel', () => {
  withFolder((folder) => {
    const rates = [48000, 96000];
    const script = modes.flatMap(({ modeId }) =>
      rates.flatMap((rate) => [open(modeId, rate), 'quiet']),
    );
    const { lines, status } = runRack(host, folder, script);
    assert.is(status, 0, lines.join('\n'));
    assert.is(lines.length, modes.length * rates.length, lines.join('\n'));
    for (const line of lines) assert.match(line, /^quiet 0 0 0/);
  });
});

test('each voice of a polyphonic cable sounds as a module of its own, also one that joins later', () => {
  withFolder((folder) => {
    const mode = modeNamed(modes, 'paf_synth');
    const jack = partId(mode, 'input', 'Joystick X');
    const { lines, status } = runRack(host, folder, [
      open('paf_synth'),
      `input ${jack} -4 3 1`,
      'play 4096',
      ...['0', '1', '2'].map((voice) => `sound voice-${voice}.raw ${voice}`),
      'output 0',
      ...[-4, 3, 1].flatMap((volts, place) => [
        open('paf_synth'),
        `input ${jack} ${volts}`,
        'play 4096',
        `sound alone-${place}.raw 0`,
      ]),
      open('paf_synth'),
      `input ${jack} -4`,
      'play 640',
      `input ${jack} -4 3`,
      'play 2048',
      'sound late.raw 1',
      open('paf_synth'),
      `input ${jack} 3`,
      'play 2048',
      'sound alone.raw 0',
    ]);
    assert.is(status, 0, lines.join('\n'));
    assert.match(lines[0] ?? '', /^output 3 /);
    const read = (name: string): Float32Array => readFloats(path.join(folder, `${name}.raw`));
    for (const place of [0, 1, 2]) {
      assert.ok(same(read(`voice-${place}`), read(`alone-${place}`)), `voice ${place}`);
    }
    assert.not.ok(same(read('voice-0'), read('voice-1')));
    assert.ok(same(read('late'), read('alone')));
  });
});

/** What a MIDI keyboard plays: a note, and after a while what `change` sends. */
function played(change: (instrument: WasmInstrument) => void): Float32Array {
  const mode = modeNamed(modes, 'fm_voice');
  const instrument = makeInstrument(abi, mode);
  try {
    const bend = mode.channels.findIndex(({ name }) => name === 'midi_bend');
    instrument.setInput(bend, UNIT_ONE / 2);
    const sound = new Float32Array(NOTE_FRAMES * 2);
    const right = new Float32Array(TICK_FRAMES);
    instrument.process(undefined, undefined, right, right);
    instrument.noteOn(KEY_OF_0_V, Math.round((100 / 127) * UNIT_ONE));
    for (let at = 0; at < sound.length; at += TICK_FRAMES) {
      if (at === NOTE_FRAMES) change(instrument);
      instrument.process(undefined, undefined, sound.subarray(at, at + TICK_FRAMES), right);
    }
    return sound;
  } finally {
    instrument.destroy();
  }
}

const NOTE_FRAMES = 6400;

for (const [name, volts, change] of [
  ['a glide of half a semitone bends', 1 / 24, (i) => i.midiIn([0xe0, 0, 80])],
  [
    'a glide of an octave is another note',
    1,
    (i) => {
      i.noteOff(KEY_OF_0_V);
      i.noteOn(KEY_OF_0_V + 12, Math.round((100 / 127) * UNIT_ONE));
    },
  ],
] as const satisfies readonly (readonly [string, number, (i: WasmInstrument) => void])[]) {
  test(name, () => {
    withFolder((folder) => {
      const mode = modeNamed(modes, 'fm_voice');
      const gate = partId(mode, 'input', 'Gate');
      const pitch = partId(mode, 'input', 'V/oct');
      const { status } = runRack(host, folder, [
        ...[open('fm_voice'), `input ${gate} 0`, `input ${pitch} 0`, 'play 64'],
        ...[`input ${gate} 10`, `play ${NOTE_FRAMES}`, `input ${pitch} ${volts}`],
        ...[`play ${NOTE_FRAMES}`, 'sound heard.raw 0'],
      ]);
      assert.is(status, 0);
      const heard = readFloats(path.join(folder, 'heard.raw')).subarray(64, 64 + 2 * NOTE_FRAMES);
      assert.ok(same(heard, inVolts(played(change))));
      assert.not.ok(same(heard, inVolts(played(() => undefined))));
    });
  });
}

test('what sounds by itself does so again when the cable of its gate is pulled out', () => {
  withFolder((folder) => {
    const gate = partId(modeNamed(modes, 'paf_synth'), 'input', 'Gate');
    const { status } = runRack(host, folder, [
      ...[open('paf_synth'), 'play 24000', `input ${gate} 0`, `input ${gate} 10`, 'play 4800'],
      ...[`input ${gate} 0`, 'play 96000', `input ${gate}`, 'play 24000', 'sound heard.raw 0'],
    ]);
    assert.is(status, 0);
    const heard = readFloats(path.join(folder, 'heard.raw')).subarray(0, 148_800);
    const loudest = (from: number, to: number): number =>
      heard.subarray(from, to).reduce((most, volts) => Math.max(most, Math.abs(volts)), 0);
    assert.ok(loudest(12_000, 24_000) > 0.2);
    assert.ok(loudest(100_000, 124_000) < 0.05, 'silent while no key is held');
    assert.ok(loudest(136_000, 148_000) > 0.2);
  });
});

test('the host can be removed', () => host.remove());

test.run();

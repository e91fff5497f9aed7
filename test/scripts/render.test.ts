/** Renders: every mode sounds, finite and bounded; files and plots are well formed; wrong usage is reported. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../scripts/command-line.ts';
import { makeInstrument } from '../../scripts/instrument/make-instrument.ts';
import { modeNamed, openWorkshop } from '../../scripts/instrument/modes.ts';
import { runNewMode } from '../../scripts/new-mode/command.ts';
import { runRender } from '../../scripts/render/command.ts';
import { GESTURES } from '../../scripts/render/gesture.ts';
import { heat, plot } from '../../scripts/render/plot.ts';
import { readWav } from '../../scripts/render/read-wav.ts';
import { loudnessDb, peak } from '../../scripts/render/render.ts';
import { phrase } from '../../src/shared/instrument/stimulus.ts';
import { fft, spectrogram } from '../../src/shared/spectrogram.ts';
import { writeWav } from '../../src/shared/wav.ts';

mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/render-');
const place = (name: string): string => path.join(folder, name);

async function refused(pattern: RegExp, ...args: readonly string[]): Promise<void> {
  try {
    await runRender(args);
  } catch (error) {
    assert.ok(
      error instanceof UsageError || error instanceof TypeError || error instanceof RangeError,
    );
    assert.match(error.message, pattern);
    return;
  }
  assert.unreachable(`accepted: ${args.join(' ')}`);
}

const MODES = [
  'paf_synth',
  'drone',
  'fm_voice',
  'channel_strip',
  'space_reverb',
  'drum_sequencer',
  'wanderer',
];

for (const mode of MODES) {
  test(`${mode} sounds, finite and within ±1, and differs in another voice space`, async () => {
    const [one, other] = [place(`${mode}-0.wav`), place(`${mode}-1.wav`)];
    assert.match(await runRender([mode, '--seconds', '1', one]), new RegExp(`${mode} .* dB, peak`));
    await runRender([mode, '--seconds', '1', '--voice-space', '1', other]);
    const sound = readWav(readFileSync(one));
    assert.is(sound.left.length, 48000);
    assert.ok(sound.left.every(Number.isFinite) && sound.right.every(Number.isFinite));
    assert.ok(peak(sound) <= 1);
    assert.ok(loudnessDb(sound) > -60, `${loudnessDb(sound)} dB`);
    assert.not.equal(readFileSync(one), readFileSync(other));
  });
}

test('modes of another folder are rendered, and a missing folder is reported', async () => {
  const modes = place('modes');
  mkdirSync(modes);
  await runNewMode(['my_pad', '--engine', 'paf_synth', '--modes', modes]);
  const wav = place('my_pad.wav');
  assert.match(await runRender(['my_pad', '--modes', modes, '--seconds', '0.2', wav]), /my_pad/);
  await refused(/unknown mode "drone"; there are my_pad/, 'drone', '--modes', modes, wav);
  await refused(/nowhere: no such folder/, 'drone', '--modes', 'nowhere', wav);
});

test('the analysis sends MIDI', async () => {
  const said = await runRender(['sound_analysis', '--seconds', '1', place('analysis.wav')]);
  assert.match(said, /[1-9]\d* MIDI messages/);
});

test('the same options give the same bytes, another seed or gesture different ones', async () => {
  const files = [];
  for (const more of [[], [], ['--seed', '2'], ['--gesture', 'corners'], ['--rate', '24000']]) {
    const file = place(`same-${files.length}.wav`);
    await runRender(['paf_synth', '--seconds', '0.5', ...more, file]);
    files.push(readFileSync(file).toString('base64'));
  }
  assert.is(files[0], files[1]);
  assert.is(new Set(files).size, 4);
});

test('a recording can be the audio input', async () => {
  const samples = Float32Array.from({ length: 4800 }, (_, i) => 0.3 * Math.sin(i / 10));
  writeFileSync(place('in.wav'), writeWav(48000, [{ left: samples, right: samples }]));
  await runRender(['space_reverb', '--seconds', '0.3', '--in', place('in.wav'), place('wet.wav')]);
  await runRender(['space_reverb', '--seconds', '0.3', place('phrase.wav')]);
  assert.not.equal(readFileSync(place('wet.wav')), readFileSync(place('phrase.wav')));
  writeFileSync(place('broken.wav'), 'RIFFnothing');
  await refused(/not a WAV file/, 'space_reverb', '--in', place('broken.wav'), place('x.wav'));
});

test('a taught file is what is rendered', async () => {
  const { abi, modes } = await openWorkshop();
  const instrument = makeInstrument(abi, modeNamed(modes, 'drone'));
  instrument.jitter(20000);
  writeFileSync(place('moved.taught'), instrument.save());
  const [plain, taught] = [place('plain.wav'), place('taught.wav')];
  await runRender(['drone', '--seconds', '0.3', plain]);
  await runRender(['drone', '--seconds', '0.3', '--taught', place('moved.taught'), taught]);
  assert.not.equal(readFileSync(plain), readFileSync(taught));
});

test('wrong usage is reported', async () => {
  await refused(/name one mode and one output WAV/, 'paf_synth');
  await refused(/unknown mode "paf_sinth".*"paf_synth"/, 'paf_sinth', place('x.wav'));
  await refused(
    /no voice space "9"; it has 0 "/,
    'paf_synth',
    '--voice-space',
    '9',
    place('x.wav'),
  );
  await refused(
    /unknown gesture "wave"; there are .*circle/,
    'paf_synth',
    '--gesture',
    'wave',
    place('x.wav'),
  );
  for (const name of ['constructor', 'toString', '__proto__']) {
    await refused(/unknown gesture/, 'paf_synth', '--gesture', name, place('x.wav'));
  }
  await refused(/must end in \.wav, got "modes/, 'paf_synth', 'modes/paf_synth.json');
  await refused(/must end in \.svg/, 'paf_synth', '--plot', 'x.png', place('x.wav'));
  await refused(/--seconds must be more than 0/, 'paf_synth', '--seconds=-1', place('x.wav'));
  await refused(/--seconds must be/, 'paf_synth', '--seconds', '', place('x.wav'));
  await refused(/--rate must be one of/, 'paf_synth', '--rate', '96000', place('x.wav'));
  await refused(/--seed must be a whole number/, 'paf_synth', '--seed', '1.5', place('x.wav'));
  await refused(/loud/, 'paf_synth', '--loud', place('x.wav'));
});

test('an input file that does not fit is reported by name', async () => {
  const { abi, modes } = await openWorkshop();
  const wav = place('x.wav');
  await refused(/^package\.json: not a WAV file$/, 'drone', '--in', 'package.json', wav);
  await refused(/^package\.json: .*not begin with ENST/, 'drone', '--taught', 'package.json', wav);
  const drone = modeNamed(modes, 'drone');
  const narrow = { ...drone, layers: [...drone.layers.slice(0, 1), 3, ...drone.layers.slice(-1)] };
  writeFileSync(place('narrow.taught'), makeInstrument(abi, narrow).save());
  await refused(
    /different channels, layers or params/,
    'drone',
    '--taught',
    place('narrow.taught'),
    wav,
  );
  writeFileSync(place('drone.taught'), makeInstrument(abi, drone).save());
  await refused(
    /taught to drone, not fm_voice/,
    'fm_voice',
    '--taught',
    place('drone.taught'),
    wav,
  );
  const cut = readFileSync(place('drone.taught')).subarray(0, 100);
  writeFileSync(place('cut.taught'), cut);
  await refused(/damaged/, 'drone', '--taught', place('cut.taught'), wav);
  assert.not(existsSync(wav), 'nothing was written');
});

test('voice spaces can be named', async () => {
  assert.match(
    await runRender(['paf_synth', '--voice-space', 'Glass', '--seconds', '0.2', place('g.wav')]),
    /Glass/,
  );
});

test('a preset is rendered in its voice space, unless another is asked for', async () => {
  const render = (name: string, ...options: readonly string[]) =>
    runRender(['drone', '--seconds', '0.3', ...options, place(name)]);
  assert.match(await render('tide.wav', '--preset', 'Glass Tide'), /drone Glass Tide/);
  await render('glass.wav', '--preset', 'Glass Tide', '--voice-space', 'Glass');
  await render('growl.wav', '--preset', 'Glass Tide', '--voice-space', 'Growl');
  await render('none.wav', '--voice-space', 'Glass');
  const [tide, glass, growl, none] = ['tide', 'glass', 'growl', 'none'].map((name) =>
    readFileSync(place(`${name}.wav`)),
  );
  assert.equal(tide, glass);
  assert.not.equal(tide, growl);
  assert.not.equal(tide, none);
  await refused(
    /no preset "Glas Tide"; did you mean "Glass Tide"/,
    'drone',
    '--preset',
    'Glas Tide',
    place('x.wav'),
  );
  await refused(
    /--preset or --taught/,
    'drone',
    '--preset',
    'Glass Tide',
    '--taught',
    'x',
    place('x.wav'),
  );
});

test('params are set in their own units, over a preset, in steps where there are any', async () => {
  const render = async (name: string, ...options: readonly string[]): Promise<Buffer> => {
    await runRender([
      'drone',
      '--seconds',
      '0.3',
      '--preset',
      'Glass Tide',
      ...options,
      place(name),
    ]);
    return readFileSync(place(name));
  };
  const plain = await render('plain.wav');
  const high = await render('high.wav', '--param', 'pitch_hz=220');
  assert.not.equal(high, plain);
  const both = ['--param', 'pitch_hz=220', '--param', 'drive_db=0'];
  assert.not.equal(await render('both.wav', ...both), high);
  // The drone's intervals are whole semitones in the voice space Choir.
  const choir = ['--voice-space', 'Choir', '--param'];
  assert.equal(
    await render('step.wav', ...choir, 'interval_2_st=7.2'),
    await render('on.wav', ...choir, 'interval_2_st=7'),
  );
  const wav = place('x.wav');
  await refused(/no param "pitch"; .*pitch_hz/, 'drone', '--param', 'pitch=3', wav);
  await refused(
    /--param pitch_hz must be from .* to .*, got "1e9"/,
    'drone',
    '--param',
    'pitch_hz=1e9',
    wav,
  );
  await refused(/--param must be NAME=VALUE, got "pitch_hz"/, 'drone', '--param', 'pitch_hz', wav);
  await refused(/--param pitch_hz is set twice/, 'drone', ...both, '--param', 'pitch_hz=1', wav);
});

test('WAV keeps every bit of a sound', () => {
  fc.assert(
    fc.property(fc.float32Array({ minLength: 0, maxLength: 64, noNaN: true }), (left) => {
      const right = left.map((x) => -x);
      const back = readWav(Buffer.from(writeWav(44100, [{ left, right }])));
      assert.equal([...back.left], [...left]);
      assert.equal([...back.right], [...right]);
      assert.is(back.sampleRateHz, 44100);
    }),
    { seed: 20_260_102, numRuns: 50 },
  );
});

function pcm(bits: number, channels: number, code: number, data: readonly number[]): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(code, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt16LE(bits, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, Buffer.from(data)]);
}

test('WAV of 16, 24 and 32 bits is read, others are refused', () => {
  assert.equal([...readWav(pcm(16, 1, 1, [0, 0x40, 0, 0xc0])).left], [0.5, -0.5]);
  assert.equal([...readWav(pcm(24, 2, 1, [0, 0, 0x40, 0, 0, 0xc0])).right], [-0.5]);
  assert.equal([...readWav(pcm(32, 1, 1, [0, 0, 0, 0x40])).left], [0.5]);
  assert.throws(() => readWav(pcm(8, 1, 1, [0])), /8 bits is not one we read/);
  assert.throws(() => readWav(pcm(16, 0, 1, [])), /no channel/);
  assert.throws(() => readWav(pcm(16, 1, 1, []).subarray(0, 12)), /no format/);
  assert.throws(() => readWav(pcm(16, 1, 1, []).subarray(0, 36)), /no sound/);
});

test('the transform agrees with the sum it stands for', () => {
  const size = 32;
  const signal = Float64Array.from({ length: size }, (_, i) => Math.sin(i * i * 0.37));
  const real = signal.slice();
  const imaginary = new Float64Array(size);
  fft(real, imaginary);
  for (let k = 0; k < size; k += 1) {
    let [a, b] = [0, 0];
    for (let i = 0; i < size; i += 1) {
      a += (signal[i] ?? 0) * Math.cos((2 * Math.PI * i * k) / size);
      b -= (signal[i] ?? 0) * Math.sin((2 * Math.PI * i * k) / size);
    }
    assert.ok(Math.hypot((real[k] ?? 0) - a, (imaginary[k] ?? 0) - b) < 1e-9);
  }
});

test('a full sine shows at its frequency at 0 dB, and 90 dB less away from it', () => {
  const samples = Float32Array.from({ length: 48000 }, (_, i) =>
    Math.sin((2 * Math.PI * 3000 * i) / 48000),
  );
  const { column, binHz } = spectrogram(samples, 48000, 3);
  const levels = column(1);
  const bin = Math.round(3000 / binHz);
  assert.ok(Math.abs(levels[bin] ?? -999) < 0.1);
  assert.ok([...levels].every((level, at) => Math.abs(at - bin) < 5 || level < -90));
});

/** Where the drawing has each of its strokes, by colour: [x, y it begins at, y it ends at]. */
function strokes(svg: string): Map<string, number[][]> {
  const paths = svg.matchAll(/<path stroke="([^"]+)"[^>]* d="([^"]+)"/g);
  return new Map(
    [...paths].map(([, colour = '', d = '']) => [
      colour,
      [...d.matchAll(/M(\S+) (\S+)V([^M]+)/g)].map((numbers) => numbers.slice(1).map(Number)),
    ]),
  );
}

test('a plot shows a tone as a light line at its height', async () => {
  const samples = Float32Array.from(
    { length: 24000 },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * 1000 * i) / 48000),
  );
  const svg = plot({ sampleRateHz: 48000, left: samples, right: samples }, 'tone <&> hum');
  const drawn = strokes(svg);
  const loudness = Array.from({ length: 33 }, (_, step) => heat(step / 32));
  const lightest = loudness.findLast((colour) => drawn.get(colour)?.length) ?? '';
  // The top of the spectrogram is at 180, its cells are 2 high.
  const heights = drawn.get(lightest)?.map(([, from = 0, to = 0]) => 180 + from + to) ?? [];
  const mark = Number(/y="([\d.]+)"[^>]*>1 kHz</.exec(svg)?.[1]) - 4;
  assert.is(heights.length, 440);
  assert.ok(heights.every((y) => Math.abs(y - mark) < 12));
  assert.match(svg, '>tone &lt;&amp;> hum<');
  const levels = [...(drawn.get('#5cc8d6') ?? [])].map(([, low = 0, high = 0]) => [low, high]);
  // A tone at half level fills the middle half of the waveform, which is 130 high from 34 on.
  assert.ok(levels.every(([low = 0, high = 0]) => low > 65 && high < 133 && high > low));
});

test('a louder cell is lighter', () => {
  const light = (share: number): number =>
    (heat(share).match(/\d+/g) ?? []).reduce((sum, channel) => sum + Number(channel), 0);
  const shares = Array.from({ length: 33 }, (_, step) => step / 32);
  assert.ok(shares.slice(1).every((share, at) => light(share) > light(shares[at] ?? 0)));
});

test('a plot is written beside the sound', async () => {
  await runRender(['drone', '--seconds', '0.2', '--plot', place('drone.svg'), place('drone.wav')]);
  assert.match(readFileSync(place('drone.svg'), 'utf8'), /^<svg [\s\S]*>drone [\s\S]*<\/svg>\n$/);
});

test('gestures stay in the unit interval and most move', () => {
  for (const [name, gesture] of GESTURES) {
    const places = Array.from({ length: 200 }, (_, i) => gesture(i / 10, 5));
    assert.ok(
      places.flat().every((x) => x >= 0 && x <= 1),
      name,
    );
    assert.is(new Set(places.map((at) => at.join())).size > 1, name !== 'hold', name);
  }
});

test('a phrase ends every note it begins', () => {
  const notes = phrase(48000 * 3, 48000);
  const on = notes.filter(({ velocity }) => velocity > 0).map(({ key }) => key);
  const off = notes.filter(({ velocity }) => velocity === 0).map(({ key }) => key);
  assert.equal(on, off);
  assert.ok(on.length >= 6);
});

test('test files are cleared away', () => {
  rmSync(folder, { recursive: true, force: true });
});

test.run();

/** Renders: every mode sounds, finite and bounded; files and pictures are well formed; wrong wishes told. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Refusal } from '../../scripts/command-line.ts';
import { modeNamed, openWorkshop } from '../../scripts/instrument/modes.ts';
import { makeInstrument } from '../../scripts/instrument/spec.ts';
import { runNewMode } from '../../scripts/new-mode/command.ts';
import { runRender } from '../../scripts/render/command.ts';
import { GESTURES } from '../../scripts/render/gesture.ts';
import { crc32, Picture, textWidth } from '../../scripts/render/picture.ts';
import { heat, plot } from '../../scripts/render/plot.ts';
import { loudnessDb, peak } from '../../scripts/render/render.ts';
import { fft, spectrogram } from '../../scripts/render/spectrogram.ts';
import { phrase } from '../../scripts/render/stimulus.ts';
import { readWav, writeWav } from '../../scripts/render/wav.ts';

mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/render-');
const place = (name: string): string => path.join(folder, name);

async function refused(pattern: RegExp, ...args: readonly string[]): Promise<void> {
  try {
    await runRender(args);
  } catch (error) {
    assert.ok(
      error instanceof Refusal || error instanceof TypeError || error instanceof RangeError,
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

test('a mode of another folder is played too, and a folder that is not there is told', async () => {
  const modes = place('modes');
  mkdirSync(modes);
  await runNewMode(['my_pad', '--engine', 'paf_synth', '--modes', modes]);
  const wav = place('my_pad.wav');
  assert.match(await runRender(['my_pad', '--modes', modes, '--seconds', '0.2', wav]), /my_pad/);
  await refused(/no mode "drone"; there are my_pad/, 'drone', '--modes', modes, wav);
  await refused(/no folder nowhere/, 'drone', '--modes', 'nowhere', wav);
});

test('the analysis sends MIDI', async () => {
  const said = await runRender(['sound_analysis', '--seconds', '1', place('analysis.wav')]);
  assert.match(said, /[1-9]\d* MIDI messages/);
});

test('the same wish gives the same bytes, another seed or gesture others', async () => {
  const files = [];
  for (const more of [[], [], ['--seed', '2'], ['--gesture', 'corners'], ['--rate', '24000']]) {
    const file = place(`same-${files.length}.wav`);
    await runRender(['paf_synth', '--seconds', '0.5', ...more, file]);
    files.push(readFileSync(file).toString('base64'));
  }
  assert.is(files[0], files[1]);
  assert.is(new Set(files).size, 4);
});

test('a recording may be what a mode hears', async () => {
  const samples = Float32Array.from({ length: 4800 }, (_, i) => 0.3 * Math.sin(i / 10));
  writeFileSync(place('in.wav'), writeWav({ sampleRateHz: 48000, left: samples, right: samples }));
  await runRender(['space_reverb', '--seconds', '0.3', '--in', place('in.wav'), place('wet.wav')]);
  await runRender(['space_reverb', '--seconds', '0.3', place('phrase.wav')]);
  assert.not.equal(readFileSync(place('wet.wav')), readFileSync(place('phrase.wav')));
  writeFileSync(place('broken.wav'), 'RIFFnothing');
  await refused(/not a WAV file/, 'space_reverb', '--in', place('broken.wav'), place('x.wav'));
});

test('what was taught is what is rendered', async () => {
  const { abi, modes } = await openWorkshop();
  const instrument = makeInstrument(abi, modeNamed(modes, 'drone'));
  instrument.jitter(20000);
  writeFileSync(place('moved.taught'), instrument.save());
  const [plain, taught] = [place('plain.wav'), place('taught.wav')];
  await runRender(['drone', '--seconds', '0.3', plain]);
  await runRender(['drone', '--seconds', '0.3', '--taught', place('moved.taught'), taught]);
  assert.not.equal(readFileSync(plain), readFileSync(taught));
});

test('wrong wishes are told', async () => {
  await refused(/name one mode and one WAV/, 'paf_synth');
  await refused(/there is no mode "paf_sinth".*"paf_synth"/, 'paf_sinth', place('x.wav'));
  await refused(
    /no voice space "9"; it has 0 "/,
    'paf_synth',
    '--voice-space',
    '9',
    place('x.wav'),
  );
  await refused(
    /no gesture "wave"; there are .*circle/,
    'paf_synth',
    '--gesture',
    'wave',
    place('x.wav'),
  );
  for (const name of ['constructor', 'toString', '__proto__']) {
    await refused(/no gesture/, 'paf_synth', '--gesture', name, place('x.wav'));
  }
  await refused(/ends in \.wav, not to "modes/, 'paf_synth', 'modes/paf_synth.json');
  await refused(/ends in \.png/, 'paf_synth', '--plot', 'x.svg', place('x.wav'));
  await refused(/--seconds is more than 0/, 'paf_synth', '--seconds=-1', place('x.wav'));
  await refused(/--seconds is/, 'paf_synth', '--seconds', '', place('x.wav'));
  await refused(/--rate is one of/, 'paf_synth', '--rate', '96000', place('x.wav'));
  await refused(/--seed is a whole number/, 'paf_synth', '--seed', '1.5', place('x.wav'));
  await refused(/loud/, 'paf_synth', '--loud', place('x.wav'));
});

test('what a file holds that does not fit is told with its name', async () => {
  const { abi, modes } = await openWorkshop();
  const wav = place('x.wav');
  await refused(/^package\.json: not a WAV file$/, 'drone', '--in', 'package.json', wav);
  await refused(/^package\.json: .*not begin with ENST/, 'drone', '--taught', 'package.json', wav);
  const drone = modeNamed(modes, 'drone');
  const narrow = { ...drone, layers: [...drone.layers.slice(0, 1), 3, ...drone.layers.slice(-1)] };
  writeFileSync(place('narrow.taught'), makeInstrument(abi, narrow).save());
  await refused(
    /other channels, layers or params/,
    'drone',
    '--taught',
    place('narrow.taught'),
    wav,
  );
  writeFileSync(place('drone.taught'), makeInstrument(abi, drone).save());
  await refused(/taught to drone, not to/, 'fm_voice', '--taught', place('drone.taught'), wav);
  const cut = readFileSync(place('drone.taught')).subarray(0, 100);
  writeFileSync(place('cut.taught'), cut);
  await refused(/damaged/, 'drone', '--taught', place('cut.taught'), wav);
  assert.not(existsSync(wav), 'nothing was written');
});

test('voice spaces are chosen by name too', async () => {
  assert.match(
    await runRender(['paf_synth', '--voice-space', 'Glass', '--seconds', '0.2', place('g.wav')]),
    /Glass/,
  );
});

test('WAV keeps every bit of a sound', () => {
  fc.assert(
    fc.property(fc.float32Array({ minLength: 0, maxLength: 64, noNaN: true }), (left) => {
      const right = left.map((x) => -x);
      const back = readWav(writeWav({ sampleRateHz: 44100, left, right }));
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

/** Decodes what Picture writes: 8-bit RGB without filters. */
function decode(png: Buffer): { width: number; height: number; rows: Buffer } {
  assert.is(png.toString('latin1', 1, 4), 'PNG');
  const data: Buffer[] = [];
  let [width, height] = [0, 0];
  for (let at = 8; at < png.length; ) {
    const bytes = png.readUInt32BE(at);
    const named = png.subarray(at + 4, at + 8 + bytes);
    assert.is(png.readUInt32BE(at + 8 + bytes), crc32(named));
    const type = named.toString('latin1', 0, 4);
    if (type === 'IHDR') [width, height] = [named.readUInt32BE(4), named.readUInt32BE(8)];
    if (type === 'IDAT') data.push(named.subarray(4));
    at += 12 + bytes;
  }
  return { width, height, rows: inflateSync(Buffer.concat(data)) };
}

test('pictures are PNG whose points are those drawn', () => {
  const picture = new Picture(20, 10, [1, 2, 3]);
  picture.box(4, 5, 2, 2, [200, 100, 50]);
  picture.point(99, 99, [9, 9, 9]);
  picture.text(0, 0, '1?', [255, 255, 255], 1);
  const { width, height, rows } = decode(picture.png());
  assert.equal([width, height, rows.length], [20, 10, 10 * 61]);
  assert.equal([...rows.subarray(5 * 61 + 1 + 4 * 3, 5 * 61 + 1 + 5 * 3)], [200, 100, 50]);
  assert.equal(picture.colourAt(1, 0), [255, 255, 255]);
  assert.equal(picture.colourAt(5, 0), [1, 2, 3]);
  assert.is(textWidth('abc', 2), 24);
});

test('the check of the picture format is the one of the standard', () => {
  assert.is(crc32(Buffer.from('123456789')), 0xcbf43926);
});

test('a plot shows a tone as a light line at its height', async () => {
  const samples = Float32Array.from(
    { length: 24000 },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * 1000 * i) / 48000),
  );
  const picture = plot({ sampleRateHz: 48000, left: samples, right: samples }, 'tone');
  const column = Array.from({ length: picture.height }, (_, y) => picture.colourAt(500, y));
  const light = ([r, g, b]: readonly [number, number, number]): number => r + g + b;
  const below = column.slice(200, 470);
  const lightest = below.reduce(
    (best, colour, at) => (light(colour) > light(below[best] ?? [0, 0, 0]) ? at : best),
    0,
  );
  const tick = Array.from({ length: picture.height }, (_, y) => picture.colourAt(60, y)).findIndex(
    (colour, y) => y > 300 && y < 400 && light(colour) > 400,
  );
  assert.ok(
    Math.abs(200 + lightest - tick) < 12,
    `line at ${200 + lightest}, mark of 1k at ${tick}`,
  );
  assert.ok(light(heat(1)) > light(heat(0.5)) && light(heat(0.5)) > light(heat(0)));
  await runRender(['drone', '--seconds', '0.2', '--plot', place('drone.png'), place('drone.wav')]);
  assert.is(decode(readFileSync(place('drone.png'))).width, 960);
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

/**
 * The external for a Pd with numbers of 32 bits and of 64, in our test double of Pd: the same sound, the same taught files and
 * the same answers from both, which Debian's Pd can show of 32 bits only.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TICK_FRAMES } from '../../build/ts/contract.ts';
import { modeNamed, openWorkshop } from '../../scripts/instrument/modes.ts';
import { type RenderRequest, render } from '../../scripts/render/render.ts';
import { readFloats, runScript } from '../support/host-script.ts';
import { lessonsOf, taughtInPage } from '../support/lessons.ts';
import { Native } from '../support/native.ts';
import { withFolder } from '../support/pd.ts';
import { PLUGINS } from '../support/plugins.ts';
import { CIRCLE, inEveryVoiceSpace, RATE_HZ } from '../support/reference-sounds.ts';
import { ADAPTERS } from '../support/sanitized.ts';

const TICKS = 40;
const FRAMES = TICKS * TICK_FRAMES;

const { abi, modes } = await openWorkshop();
const mode = modeNamed(modes, 'paf_synth');
const silence = new Float32Array(FRAMES);
const requests = inEveryVoiceSpace(modes, FRAMES, ({ listens }) => ({
  gesture: CIRCLE,
  notes: [],
  ...(listens ? { input: { sampleRateHz: RATE_HZ, left: silence, right: silence } } : {}),
}));

const adapter = ADAPTERS.find(({ name }) => name === 'pd');
if (adapter === undefined) throw new Error('no adapter for Pd');
const { sources, flags } = adapter;

/** Bits of a number of Pd. */
const SIZES = [32, 64] as const;
type Size = (typeof SIZES)[number];

const compile = (size: Size): Promise<Native> =>
  Native.compile({
    sources: [
      ...['test/hosts/pd/main.cc', ...sources],
      ...['libens_host.a', 'libens.a'].map((name) => path.join(PLUGINS, name)),
    ],
    flags: ['-O1', `-DPD_FLOATSIZE=${size}`, ...flags],
  });

const hosts = { 32: await compile(32), 64: await compile(64) };

/** Runs a script in a folder; gives what was printed and what `read` finds. */
function run<T>(size: Size, script: readonly string[], read: (folder: string) => T) {
  return withFolder((folder) => {
    const { lines, status } = runScript(hosts[size], '', folder, script);
    assert.is(status, 0, lines.join('\n'));
    return { lines, found: read(folder) };
  });
}

function performance({ mode: { modeId, channels }, voiceSpace }: RenderRequest, place: number) {
  const moved = channels.filter(({ family }) => !['audio', 'midi', 'wander'].includes(family));
  const ticks = Array.from({ length: TICKS }, (_, tick) => [
    ...CIRCLE((tick * TICK_FRAMES) / RATE_HZ, moved.length).map((value, index) => {
      const unit = Math.round(value * 32768);
      return `send set ${moved[index]?.name} ${unit / 32768}`;
    }),
    `play 1 ${TICK_FRAMES}`,
  ]);
  return [
    `open ${modeId} ${RATE_HZ}`,
    `send voice_space ${voiceSpace}`,
    ...ticks.flat(),
    `sound ${place}.raw`,
  ];
}

/** What a file of sound holds in numbers of this size. */
function numbersOf(file: string, size: Size): Float64Array {
  if (size === 32) return Float64Array.from(readFloats(file));
  return new Float64Array(new Uint8Array(readFileSync(file)).buffer);
}

for (const size of SIZES) {
  test(`with numbers of ${size} bits every mode and voice space is the rendered sound`, () => {
    const sounding = new Set<string>();
    run(size, requests.flatMap(performance), (folder) => {
      for (const [place, request] of requests.entries()) {
        const heard = numbersOf(path.join(folder, `${place}.raw`), size);
        const { left, right } = render(abi, request);
        const name = `${request.mode.modeId} ${request.voiceSpace}`;
        assert.is(heard.length, 2 * FRAMES, name);
        if (left.some((x) => x !== 0)) sounding.add(name);
        assert.ok(
          left.every((x, at) => x === heard[at]),
          `${name}, left`,
        );
        assert.ok(
          right.every((x, at) => x === heard[FRAMES + at]),
          `${name}, right`,
        );
      }
    });
    // Effects hear silence, and no key is held.
    assert.ok(sounding.size >= requests.length / 3, [...sounding].join());
  });
}

const LESSONS = [
  'open paf_synth 48000',
  ...lessonsOf(mode).flatMap(({ inputs, params }) => [
    `send ${inputs.join(' ')}`,
    ...params.map((value, index) => `send param ${mode.params[index]?.name} ${value}`),
    'send teach',
  ]),
  ...['send release', 'send set_train_config 0.5 40 0.002', 'send train', 'play 4000 64'],
  ...['send voice_space Growl', 'send save taught', 'patch', 'send save reopened', 'send dump'],
  ...['send set joy_q 0.5', 'send train 1', 'send load nothing', 'open paf_sinth 48000'],
];

const taught = Buffer.from(
  taughtInPage(abi, mode, {
    learning_rate: 0.5,
    max_iterations: 40,
    min_error: Math.fround(0.002),
  }),
);

for (const size of SIZES) {
  test(`with numbers of ${size} bits lessons give the taught file of the page, also out of a patch`, () => {
    const { lines } = run(size, LESSONS, (folder) => {
      for (const name of ['taught', 'reopened']) {
        assert.is(Buffer.compare(readFileSync(path.join(folder, name)), taught), 0, name);
      }
    });
    const said = lines.join('\n');
    assert.match(said, 'out: voice_space 3 Growl');
    assert.match(said, /out: train_config 0\.5 40 0\.002\d*\n/);
    assert.match(said, 'no channel "joy_q"; did you mean "joy_x"?');
    assert.match(said, 'train: takes learning rate, max iterations and min error, or nothing');
    assert.match(said, 'load: cannot read nothing');
    assert.match(said, 'no mode "paf_sinth"; did you mean "paf_synth"?');
  });
}

/** Plays while everything is moved, taught, trained and undone, as a restless hand would. */
const restless = (modeId: string, rateHz: number): string[] => [
  ...[`open ${modeId} ${rateHz}`, 'play 2 64'],
  ...[0.1, 0.9, 0.4].flatMap((value) => [`send ${value}`, 'send teach', 'quiet 40 64']),
  ...[
    'train',
    'note 60 100',
    'undo',
    'redraw',
    'jitter',
    'explore',
    'explore_move 0.2 0.7',
  ].flatMap((message) => [`send ${message}`, 'quiet 80 64']),
  ...['send train 1 1000 0', 'quiet 200 64', 'send explore_end', 'quiet 20 1000'],
];

for (const size of SIZES) {
  test(`with numbers of ${size} bits a block allocates nothing, takes no lock and never asks the kernel`, () => {
    const script = modes.flatMap(({ modeId }) =>
      [48000, 96000].flatMap((rateHz) => restless(modeId, rateHz)),
    );
    const { lines } = run(size, script, () => undefined);
    const counts = lines.filter((line) => line.startsWith('quiet'));
    assert.is(counts.length, script.filter((line) => line.startsWith('quiet')).length);
    for (const line of counts) assert.match(line, /^quiet 0 0 0/, lines.join('\n'));
  });
}

test('both answer the same', () => {
  const [narrow, wide] = SIZES.map((size) => run(size, LESSONS, () => undefined).lines);
  assert.equal(wide, narrow);
});

test('for 64 bits the external has the name by which such a Pd finds it', () => {
  withFolder((folder) => {
    const configure = ['-S', 'firmware', '-B', folder, '-DENS_PLUGINS=ON', '-DENS_PD_FLOATSIZE=64'];
    execFileSync('cmake', configure, { stdio: 'ignore', env: { ...process.env, RACK_DIR: '' } });
    const install = readFileSync(path.join(folder, 'pd/cmake_install.cmake'), 'utf8');
    assert.match(install, /ensemble~\.linux-(?:amd64|arm64)-64\.so/);
    assert.not.match(install, '.pd_linux');
  });
});

test('the hosts can be removed', () => {
  for (const size of SIZES) hosts[size].remove();
});

test.run();

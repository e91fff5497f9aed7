/** Teaching in an LV2 host: the same taught file as everywhere, in the session too, and a log that helps. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { STATUS, UNIT_ONE } from '../../build/ts/contract.ts';
import { lv2Uri } from '../../dsl/emit/lv2.ts';
import { makeInstrument } from '../../scripts/instrument/make-instrument.ts';
import { modeNamed, openWorkshop } from '../../scripts/instrument/modes.ts';
import { readFloats } from '../support/host-script.ts';
import { lessonsOf, taughtInPage, unitOf } from '../support/lessons.ts';
import { compileHost, runHost } from '../support/lv2.ts';
import { withFolder } from '../support/pd.ts';

const { abi, modes } = await openWorkshop();
const mode = modeNamed(modes, 'paf_synth');
const open = (modeId = 'paf_synth', rateHz = 48000): string => `open ${lv2Uri(modeId)} ${rateHz}`;

const press = (button: string): string[] => [
  `set ${button} 1`,
  'play 64',
  `set ${button} 0`,
  'play 64',
];

const TEACH: readonly string[] = [
  'play 64',
  'set hold 1',
  ...lessonsOf(mode).flatMap(({ inputs, params }) => [
    ...inputs.map((value, index) => `set ${mode.channels[index]?.name} ${value}`),
    ...params.map((value, index) => `set hand_${mode.params[index]?.name} ${value}`),
    ...press('teach'),
  ]),
  'set hold 0',
];

const setConfig = (prefix: string, values: readonly number[]): string[] =>
  ['learning_rate', 'max_iterations', 'min_error'].map(
    (name, index) => `set ${prefix}${name} ${values[index]}`,
  );

const TICKS_TO_TRAIN = 4000;
const FRAMES_TO_TRAIN = `play ${TICKS_TO_TRAIN * 64} 4096`;

const host = await compileHost();

const fileIn = (folder: string, name: string): Buffer => readFileSync(path.join(folder, name));
const logged = (lines: readonly string[]): string[] =>
  lines.filter((line) => line.startsWith('log '));

for (const [name, begin, reference] of [
  ['with the configuration', press('train'), () => taughtInPage(abi, mode)],
  [
    'with a configuration set at run time',
    [...setConfig('', [0.5, 40, 0.002]), ...press('train')],
    () =>
      taughtInPage(abi, mode, {
        learning_rate: 0.5,
        max_iterations: 40,
        min_error: Math.fround(0.002),
      }),
  ],
  [
    'once, which ignores the configuration',
    [...setConfig('', [0.5, 40, 0.002]), ...setConfig('once_', [1, 9, 0]), ...press('train_once')],
    () => taughtInPage(abi, mode, {}, { learning_rate: 1, max_iterations: 9, min_error: 0 }),
  ],
] as const) {
  test(`lessons taught by ports and trained ${name} give the taught file of the page`, () => {
    withFolder((folder) => {
      const { lines, status } = runHost(host, folder, [
        open(),
        ...TEACH,
        'get examples',
        ...begin,
        FRAMES_TO_TRAIN,
        'get training',
        'get status',
        'save out.taught',
      ]);
      assert.is(status, 0, lines.join('\n'));
      assert.is(lines[0], 'examples 3');
      assert.match(lines[1] ?? '', /^training [23]$/);
      assert.is(lines[2], 'status 0');
      assert.is(Buffer.compare(fileIn(folder, 'out.taught'), Buffer.from(reference())), 0);
    });
  });
}

test('a session brings back the taught file and its sound, in another instance', () => {
  withFolder((folder) => {
    const listen = ['set joy_x 0.3', 'play 16384 256'];
    const { lines, status } = runHost(host, folder, [
      open(),
      ...TEACH,
      ...press('train'),
      FRAMES_TO_TRAIN,
      'save first.taught',
      'keep',
      open(),
      'revive',
      'save again.taught',
      ...listen,
      'get examples',
      'sound revived.raw',
      open(),
      'load first.taught',
      ...listen,
      'sound loaded.raw',
      open(),
      ...listen,
      'sound new.raw',
    ]);
    assert.is(status, 0, lines.join('\n'));
    assert.equal(lines, ['examples 3']);
    assert.is(Buffer.compare(fileIn(folder, 'again.taught'), fileIn(folder, 'first.taught')), 0);
    const [revived, loaded, untaught] = ['revived.raw', 'loaded.raw', 'new.raw'].map((name) =>
      fileIn(folder, name),
    );
    assert.ok(revived?.equals(loaded ?? Buffer.of()));
    assert.not.ok(revived?.equals(untaught ?? Buffer.of()));
  });
});

test('a truncated, foreign or unknown state is reported in the log, and the instrument plays on', () => {
  withFolder((folder) => {
    const taught = Buffer.from(taughtInPage(abi, mode));
    const drone = makeInstrument(abi, modeNamed(modes, 'drone'));
    writeFileSync(path.join(folder, 'page.taught'), taught);
    writeFileSync(path.join(folder, 'short.taught'), taught.subarray(0, 500));
    writeFileSync(path.join(folder, 'drone.taught'), drone.save());
    drone.destroy();
    const rest = ['play 4096', 'play 4096', 'sound played.raw', 'save again.taught'];
    const { lines, status } = runHost(host, folder, [
      open(),
      'load page.taught',
      'load short.taught',
      'load drone.taught',
      'load page.taught http://lv2plug.in/ns/ext/atom#String',
      'load -',
      ...rest,
    ]);
    assert.is(status, 0, lines.join('\n'));
    const about = 'log error: urn:ensemble:mode:paf_synth: ';
    assert.equal(lines, [
      `${about}lessons in the saved state: the file is damaged`,
      `${about}lessons in the saved state: the file was taught for another mode: select that mode first`,
      `${about}the lessons in the saved state are not a taught file`,
    ]);
    assert.is(Buffer.compare(fileIn(folder, 'again.taught'), taught), 0);
    const alone = runHost(host, folder, [
      open(),
      'load page.taught',
      ...rest.slice(0, 2),
      'sound alone.raw',
    ]);
    assert.is(alone.status, 0);
    assert.ok(fileIn(folder, 'played.raw').equals(fileIn(folder, 'alone.raw')));
  });
});

test('every button does what its name says, and the status port says how it ended', () => {
  withFolder((folder) => {
    const ask = (button: string): string[] => [...press(button), 'get status', 'get examples'];
    const buttons = [
      ['forget', STATUS.no_examples, 0],
      ['train', STATUS.no_examples, 0],
      ['train_once', STATUS.no_examples, 0],
      ['undo', STATUS.nothing_to_undo, 0],
      ['cancel', STATUS.not_training, 0],
      ['jitter', STATUS.ok, 0],
      ['undo', STATUS.ok, 0],
      ['like', STATUS.not_exploring, 0],
      ['dislike', STATUS.not_exploring, 0],
      ['explore_undo', STATUS.not_exploring, 0],
      ['redraw', STATUS.ok, 0],
      ['teach', STATUS.ok, 1],
      ['teach', STATUS.ok, 2],
      ['forget', STATUS.ok, 1],
      ['train', STATUS.ok, 1],
      ['cancel', STATUS.ok, 1],
      ['clear', STATUS.ok, 0],
    ] as const;
    const { lines, status } = runHost(host, folder, [
      open(),
      'play 64',
      'set min_error 0',
      'set max_iterations 1000000',
      ...buttons.flatMap(([button]) => ask(button)),
    ]);
    assert.is(status, 0, lines.join('\n'));
    assert.equal(
      lines,
      buttons.flatMap(([, code, examples]) => [`status ${code}`, `examples ${examples}`]),
    );
  });
});

test('a button that is down when a session opens is not pressed by that', () => {
  withFolder((folder) => {
    const { lines } = runHost(host, folder, [
      open(),
      'set teach 1',
      'play 640',
      'get examples',
      'set teach 0',
      'play 64',
      'set teach 1',
      'play 640',
      'get examples',
    ]);
    assert.equal(lines, ['examples 0', 'examples 1']);
  });
});

test('Explore plays a plane that its ports move in, and the network plays again when it is off', () => {
  withFolder((folder) => {
    const names = mode.params.map(({ name }) => `get now_${name}`);
    const { lines, status } = runHost(host, folder, [
      open(),
      'play 640',
      ...names,
      'set explore 1',
      'play 640',
      ...names,
      'set explore_x 1',
      'set explore_y 0.25',
      'play 640',
      ...names,
      ...press('like'),
      'get status',
      'set explore_x 0.5',
      'set explore_y 0.5',
      'play 640',
      ...names,
      ...press('explore_undo'),
      ...press('teach'),
      'get status',
      'set explore 0',
      'set joy_x 0.9',
      'play 6400',
      ...names,
    ]);
    assert.is(status, 0, lines.join('\n'));
    const count = names.length;
    const sounds = [0, 1, 2, 3, 4].map((turn) => {
      const begin = turn * count + (turn > 2 ? 1 : 0) + (turn > 3 ? 1 : 0);
      return lines.slice(begin, begin + count).join();
    });
    assert.is(sounds[0], sounds[1], 'the sound that was heard is in the middle');
    assert.is.not(sounds[1], sounds[2]);
    assert.is(sounds[2], sounds[3], 'Like puts it in the middle');
    assert.is.not(sounds[3], sounds[4]);
    assert.is(lines.filter((line) => line === 'status 0').length, 2);
  });
});

test('held parameters are where the ports are, released ones where the network is', () => {
  withFolder((folder) => {
    const name = mode.params[5]?.name;
    const { lines } = runHost(host, folder, [
      open(),
      'play 640',
      `get now_${name}`,
      `set hand_${name} 0.25`,
      'play 640',
      `get now_${name}`,
      'set hold 1',
      'play 640',
      `get now_${name}`,
      `set hand_${name} nan`,
      'play 640',
      `get now_${name}`,
      'set hold 0',
      'play 640',
      `get now_${name}`,
    ]);
    const [first, before, held, strange, after] = lines.map((line) => Number(line.split(' ')[1]));
    assert.is(held, unitOf(0.25) / UNIT_ONE);
    assert.is(strange, 0);
    assert.is.not(first, held);
    assert.is(before, first);
    assert.is(after, first);
  });
});

test('saving from another thread neither changes the sound nor gives a file that does not load', () => {
  withFolder((folder) => {
    const saves = 2000;
    const { lines, status } = runHost(host, folder, [
      open(),
      ...TEACH,
      'set min_error 0',
      'set max_iterations 1000000',
      'set train 1',
      `race ${saves}`,
      'sound raced.raw',
    ]);
    assert.is(status, 0, lines.join('\n'));
    const files = Number(/^race (\d+)$/.exec(lines[0] ?? '')?.[1]);
    assert.ok(files > 1, `${files} different files`);
    const raced = readFloats(path.join(folder, 'raced.raw'));
    const loads = Array.from({ length: files }, (_, index) => `load race-${index}.taught`);
    const again = runHost(host, folder, [
      open(),
      ...TEACH,
      'set min_error 0',
      'set max_iterations 1000000',
      'set train 1',
      `play ${raced.length / 2 - 7 * 64} 64`,
      'sound alone.raw',
      ...loads,
    ]);
    assert.equal(again.lines, []);
    assert.ok(fileIn(folder, 'raced.raw').equals(fileIn(folder, 'alone.raw')));
  });
});

test('at 96 kHz the delay of the filters is reported; a rate without a base rate is logged', () => {
  withFolder((folder) => {
    const high = runHost(host, folder, [open('space_reverb', 96000), 'play 64', 'get latency']);
    assert.match(high.lines[0] ?? '', /^latency [1-9]\d*$/);
    assert.equal(logged(high.lines), []);
    const odd = runHost(host, folder, [open('paf_synth', 50000), 'play 64']);
    assert.match(logged(odd.lines).join('\n'), 'at 50000 Hz the pitch is wrong');
  });
});

test('a thousand plugins are made and deleted', () => {
  withFolder((folder) => {
    const rounds = Array.from({ length: 125 }, () => modes.map(({ modeId }) => open(modeId)));
    const { lines, status } = runHost(host, folder, rounds.flat());
    assert.is(status, 0);
    assert.equal(lines, []);
  });
});

test('the host can be removed', () => host.remove());

test.run();

/** Teaching in Rack: the same taught file as everywhere, in the patch too, and what the panel does. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeInstrument } from '../../scripts/instrument/make-instrument.ts';
import { modeNamed, openWorkshop } from '../../scripts/instrument/modes.ts';
import { decodeTaught } from '../../src/shared/taught.ts';
import { readFloats } from '../support/host-script.ts';
import { lessonsOf, taughtInPage } from '../support/lessons.ts';
import { withFolder } from '../support/pd.ts';
import { compileRackHost, partId, runRack } from '../support/rack.ts';

const { abi, modes } = await openWorkshop();
const mode = modeNamed(modes, 'paf_synth');
const open = 'open paf_synth 48000';
const control = (name: string): number => partId(mode, 'control', name);
const input = (name: string): number => partId(mode, 'input', name);

const press = (name: string): string[] => [
  `param ${control(name)} 1`,
  'play 64',
  `param ${control(name)} 0`,
  'play 64',
];

const TEACH: readonly string[] = [
  'play 64',
  `param ${control('Hold')} 1`,
  ...lessonsOf(mode).flatMap(({ inputs, params }) => [
    ...inputs.map((value, i) => `param ${control(mode.channels[i]?.label ?? '')} ${value}`),
    ...params.map((value, i) => `param ${control(mode.params[i]?.label ?? '')} ${value}`),
    ...press('Teach'),
  ]),
  `param ${control('Hold')} 0`,
];

const TRAINED = ['play 256000'];
const host = await compileRackHost();
const fileIn = (folder: string, name: string): Buffer => readFileSync(path.join(folder, name));

/** Runs a script that must not end in an error; gives the folder's files to `check`. */
function run(
  script: readonly string[],
  check: (lines: readonly string[], folder: string) => void = () => undefined,
  files: Readonly<Record<string, Uint8Array>> = {},
): void {
  withFolder((folder) => {
    for (const [name, bytes] of Object.entries(files))
      writeFileSync(path.join(folder, name), bytes);
    const { lines, status } = runRack(host, folder, script);
    assert.is(status, 0, lines.join('\n'));
    check(lines, folder);
  });
}

const config = { learning_rate: 0.5, max_iterations: 40, min_error: Math.fround(0.002) };
const once = { learning_rate: 1, max_iterations: 9, min_error: 0 };
const settings = (name: string, values: object): string =>
  `state ${name} ${Object.values(values).join(' ')}`;

for (const [name, before, reference] of [
  ['with the default configuration', [], () => taughtInPage(abi, mode)],
  [
    'with a configuration set at run time',
    [settings('training', config)],
    () => taughtInPage(abi, mode, config),
  ],
] as const) {
  test(`lessons taught on the panel and trained ${name} give the taught file of the page`, () => {
    run(
      [open, ...TEACH, ...before, ...press('Train'), ...TRAINED, 'save out.taught'],
      (_, folder) => assert.ok(fileIn(folder, 'out.taught').equals(Buffer.from(reference()))),
    );
  });
}

test('Train once ignores the configuration', () => {
  run(
    [
      ...[open, ...TEACH, settings('training', config), settings('once', once)],
      ...['menu Train once/Train with these', ...TRAINED, 'save out.taught'],
    ],
    (_, folder) => {
      const reference = Buffer.from(taughtInPage(abi, mode, {}, once));
      assert.ok(fileIn(folder, 'out.taught').equals(reference));
    },
  );
});

test('a trigger of one frame teaches, trains and undoes; what is up from the start does nothing', () => {
  const trigger = (name: string): string[] => [
    ...[`input ${input(name)} 5`, 'play 1', `input ${input(name)} 0`, 'play 200'],
  ];
  run(
    [
      ...[open, `input ${input('Teach trigger')} 10`, 'play 640', 'save none.taught'],
      ...[`input ${input('Teach trigger')} 0`, `param ${control('Hold')} 1`, 'play 64'],
      ...[...trigger('Teach trigger'), 'save one.taught'],
      ...[settings('training', { ...config, max_iterations: 5000, min_error: 0 })],
      ...[...trigger('Train trigger'), 'light 0', 'light 1', ...TRAINED],
      ...['light 0', 'save trained.taught'],
      ...[...trigger('Undo trigger'), 'save undone.taught'],
    ],
    (lines, folder) => {
      assert.is(lines[0], 'light 1');
      assert.match(lines[1] ?? '', /^light /);
      assert.is(lines[2], 'light 0');
      const [none, one, trained, undone] = ['none', 'one', 'trained', 'undone'].map((name) =>
        fileIn(folder, `${name}.taught`),
      );
      assert.ok((one?.length ?? 0) > (none?.length ?? 0));
      assert.not.ok(trained?.equals(one ?? Buffer.of()));
      assert.ok(undone?.equals(one ?? Buffer.of()));
    },
  );
});

test('Explore plays the planes of the page; Like, Dislike and Undo judge them, and Teach keeps a sound', () => {
  const outputs = ['Parameters 1-16', 'Parameters 17-32', 'Parameters 33'];
  const show = outputs.map((name) => `output ${partId(mode, 'output', name)}`);
  const knob = (name: string, value: number): string => `param ${control(name)} ${value}`;
  const page = makeInstrument(abi, mode);
  for (const [index] of mode.params.entries()) page.setParam(index, 16384);
  page.exploring.begin(10);
  page.exploring.move(32768, 0);
  page.exploring.like();
  page.exploring.move(8192, 0);
  const found = [...page.exploring.sound];
  page.destroy();
  run(
    [
      ...[open, ...mode.params.map(({ label }) => knob(label, 0.5)), knob('Hold', 1), 'play 640'],
      ...[knob('Explore', 1), 'play 64', knob('Hold', 0), knob('Explore X', 1)],
      ...[knob('Explore Y', 0), 'play 64', ...press('Like'), ...press('Dislike')],
      ...[...press('Undo'), `input ${input('Explore X')} -7.5`, 'play 64', ...show],
      ...[...press('Teach'), 'save kept.taught'],
      ...[knob('Explore', 0), `param ${control('Joystick X')} 0.9`, 'play 6400', ...show],
    ],
    (lines, folder) => {
      const units = (from: number): number[] =>
        lines
          .slice(from, from + show.length)
          .flatMap((line) => line.split(' ').slice(2).map(Number))
          .map((volts) => Math.round((volts / 10) * 32768));
      assert.equal(units(0), found);
      const [example] = decodeTaught(fileIn(folder, 'kept.taught')).examples;
      assert.equal([...(example?.outputs ?? [])], found);
      assert.not.equal(units(show.length), found);
    },
  );
});

test('while a sound is explored, every voice plays it, wherever its own controls are', () => {
  const second = (name: string, joystick: string, explores: number): string[] => [
    ...[
      open,
      `input ${input('Joystick X')} ${joystick}`,
      `param ${control('Explore')} ${explores}`,
    ],
    ...['play 4096', `sound ${name}.raw 1`],
  ];
  run(
    [
      ...[...second('left', '0 -4', 1), ...second('right', '0 4', 1)],
      ...[...second('network-left', '0 -4', 0), ...second('network-right', '0 4', 0)],
    ],
    (_, folder) => {
      const sound = (name: string): Buffer => fileIn(folder, `${name}.raw`);
      assert.ok(sound('left').equals(sound('right')));
      assert.not.ok(sound('network-left').equals(sound('network-right')));
    },
  );
});

test('all voices play what the first was taught', () => {
  const listen = (name: string, jack: string, voice: number): string[] => [
    ...[open, 'load page.taught', `input ${input('Joystick X')} ${jack}`, 'play 4096'],
    `sound ${name}.raw ${voice}`,
  ];
  const taughtWhilePlaying = (name: string, teach: readonly string[]): string[] => [
    ...[open, `input ${input('Joystick X')} -4 -4`, `param ${control('Hold')} 1`],
    ...['play 64', ...teach],
    ...[`param ${control('Hold')} 0`, 'play 20000', `sound ${name}.raw 1`],
  ];
  run(
    [
      ...listen('alone', '3', 0),
      ...listen('second', '-4 3', 1),
      ...taughtWhilePlaying('follows', press('Teach')),
      ...taughtWhilePlaying('knows-nothing', ['play 128']),
    ],
    (_, folder) => {
      assert.ok(fileIn(folder, 'second.raw').equals(fileIn(folder, 'alone.raw')));
      assert.not.ok(fileIn(folder, 'follows.raw').equals(fileIn(folder, 'knows-nothing.raw')));
    },
    { 'page.taught': taughtInPage(abi, mode) },
  );
});

test('a patch brings back the taught file, the menu and the sound; Initialize forgets all of it', () => {
  const listen = (name: string): string[] => ['play 8192', `sound ${name}.raw 0`];
  run(
    [
      ...[
        open,
        ...TEACH,
        ...press('Train'),
        ...TRAINED,
        'state voice_space 2',
        'state bipolar 0 1',
      ],
      ...[
        settings('training', config),
        settings('once', once),
        'save first.taught',
        'data',
        'keep',
      ],
      ...[open, 'revive', 'save again.taught', 'data', ...listen('revived')],
      ...['reset', ...listen('reset'), 'data', 'save reset.taught'],
      ...[open, 'data', 'save new.taught'],
    ],
    (lines, folder) => {
      assert.is(lines[1], lines[0]);
      assert.match(lines[0] ?? '', /^data 2 0\.5 40 0\.002 1 9 0 0 1 1 1/);
      assert.is(lines[2], lines[3]);
      assert.ok(fileIn(folder, 'again.taught').equals(fileIn(folder, 'first.taught')));
      assert.ok(fileIn(folder, 'reset.taught').equals(fileIn(folder, 'new.taught')));
      assert.not.ok(fileIn(folder, 'revived.raw').equals(fileIn(folder, 'reset.raw')));
    },
  );
});

test('Randomize gives another sound, keeps lessons and knobs, and Undo brings the sound back', () => {
  run(
    [
      ...[open, ...TEACH, ...press('Train'), ...TRAINED, 'save first.taught', 'randomize'],
      ...['play 4096', 'save random.taught', ...press('Undo'), 'save back.taught'],
    ],
    (_, folder) => {
      const [first, random, back] = ['first', 'random', 'back'].map((name) =>
        fileIn(folder, `${name}.taught`),
      );
      assert.not.ok(random?.equals(first ?? Buffer.of()));
      assert.is(random?.length, first?.length);
      assert.ok(back?.equals(first ?? Buffer.of()));
    },
  );
});

test('a bypassed effect passes its input on, a bypassed instrument is silent, and both go on after', () => {
  const reverb = modeNamed(modes, 'space_reverb');
  run(
    [
      ...['open space_reverb 48000', `input ${partId(reverb, 'input', 'Left')} 3`],
      ...['play 64', 'bypass 1', 'play 64', 'output 0', 'bypass 0', 'play 64', 'output 0'],
      ...[open, 'play 4096', 'bypass 1', 'play 64', 'output 0', 'bypass 0', 'play 64'],
      'sound after.raw 0',
    ],
    (lines, folder) => {
      assert.is(lines[0], 'output 1 3');
      assert.is.not(lines[1], 'output 1 3');
      assert.is(lines[2], 'output 1 0');
      const sound = readFloats(path.join(folder, 'after.raw'));
      assert.ok(sound.subarray(4160, 4224).some((x) => x !== 0));
    },
  );
});

test('held params are where their knobs are, and come out of polyphonic outputs in volts', () => {
  const place = 5;
  const knob = control(mode.params[place]?.label ?? '');
  const outputs = ['Parameters 1-16', 'Parameters 17-32', 'Parameters 33'];
  const show = outputs.map((name) => `output ${partId(mode, 'output', name)}`);
  const hold = `param ${control('Hold')}`;
  run(
    [
      ...[open, 'play 640', ...show, `param ${knob} 0.25`, 'play 640', show[0] ?? ''],
      ...[`${hold} 1`, 'play 640', show[0] ?? '', `${hold} 0`, 'play 640', show[0] ?? ''],
    ],
    (lines) => {
      assert.equal(
        lines.slice(0, 3).map((line) => line.split(' ')[1]),
        ['16', '16', '1'],
      );
      assert.is(lines[3], lines[0]);
      assert.is(lines[4]?.split(' ')[2 + place], '2.5');
      assert.is(lines[5], lines[0]);
    },
  );
});

test('a jack moves its channel by its attenuverter, over the range that the menu says', () => {
  const jack = input('Joystick X');
  const amount = control('Joystick X attenuverter');
  const at = (name: string, ...commands: string[]): string[] => [
    ...[open, ...commands, 'play 2048', `sound ${name}.raw 0`],
  ];
  run(
    [
      ...at('knob', `param ${control('Joystick X')} 0.75`),
      ...at('bipolar', `input ${jack} 2.5`),
      ...at('unipolar', 'state bipolar 0', `input ${jack} 7.5`),
      ...at('inverted', `param ${amount} -1`, `input ${jack} -2.5`),
      ...at('off', `param ${amount} 0`, `input ${jack} -2.5`),
      ...at('rest'),
      ...at('beyond', `input ${jack} nan`),
    ],
    (_, folder) => {
      const sound = (name: string): Buffer => fileIn(folder, `${name}.raw`);
      for (const name of ['bipolar', 'unipolar', 'inverted']) {
        assert.ok(sound(name).equals(sound('knob')), name);
      }
      assert.ok(sound('off').equals(sound('rest')));
      assert.not.ok(sound('knob').equals(sound('rest')));
      assert.ok(readFloats(path.join(folder, 'beyond.raw')).every(Number.isFinite));
    },
  );
});

test('a truncated or foreign taught file and a text that is none are logged, and the module plays on', () => {
  const taught = taughtInPage(abi, mode);
  const drone = makeInstrument(abi, modeNamed(modes, 'drone'));
  const foreign = drone.save();
  drone.destroy();
  run(
    [
      ...[open, 'load page.taught', 'load short.taught', 'load drone.taught', 'lessons *'],
      ...['play 2048', 'save again.taught', 'sound heard.raw 0'],
      ...[open, 'load page.taught', 'play 2048', 'sound alone.raw 0'],
    ],
    (lines, folder) => {
      const text = lines.join('\n');
      assert.match(text, 'paf_synth: lessons in the patch: the file is damaged');
      assert.match(
        text,
        'paf_synth: lessons in the patch: the file was taught for another mode: select that mode first',
      );
      assert.match(text, 'paf_synth: the lessons in the patch are not base64');
      assert.ok(fileIn(folder, 'again.taught').equals(Buffer.from(taught)));
      assert.ok(fileIn(folder, 'heard.raw').equals(fileIn(folder, 'alone.raw')));
    },
    { 'page.taught': taught, 'short.taught': taught.subarray(0, 500), 'drone.taught': foreign },
  );
});

test('a change of the rate carries everything over; a rate without a base rate is logged', () => {
  run(
    [
      ...[open, ...TEACH, ...press('Train'), ...TRAINED, 'save first.taught'],
      ...['rate 96000', 'play 2000', 'save again.taught', 'rate 50000', 'play 64'],
    ],
    (lines, folder) => {
      assert.ok(fileIn(folder, 'again.taught').equals(fileIn(folder, 'first.taught')));
      assert.match(lines.join('\n'), 'at 50000 Hz the pitch is wrong');
    },
  );
});

test('the host can be removed', () => host.remove());

test.run();

/** Teaching in Pure Data: the same taught file as everywhere, inside the patch too, and messages that help. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeInstrument } from '../../scripts/instrument/make-instrument.ts';
import { modeNamed, openWorkshop } from '../../scripts/instrument/modes.ts';
import { decodeTaught } from '../../src/shared/taught.ts';
import { lessonsOf, taughtInPage } from '../support/lessons.ts';
import { Patch, play, runPd, withFolder } from '../support/pd.ts';

const { abi, modes } = await openWorkshop();
const mode = modeNamed(modes, 'paf_synth');

const teach = (to: string): string[] => [
  ...lessonsOf(mode).flatMap(({ inputs, params }) => [
    `${to} ${inputs.join(' ')}`,
    ...params.map((value, index) => `${to} param ${mode.params[index]?.name} ${value}`),
    `${to} teach`,
  ]),
  `${to} release`,
];

/** An object that receives what is sent to `ens` and prints what it sends. */
function studio(text = 'ensemble~ paf_synth'): Patch {
  const patch = new Patch();
  const object = patch.obj(text);
  patch.connect(patch.obj('r ens'), 0, object);
  patch.connect(object, 2, patch.obj('print out'));
  return patch;
}

const TICKS_TO_TRAIN = 4000;
const wait = (ticks: number): string[][] => Array.from({ length: ticks }, () => []);

for (const [name, begin, reference] of [
  ['with the configuration', ['ens train'], () => taughtInPage(abi, mode)],
  [
    'with a configuration set at run time',
    ['ens set_train_config 0.5 40 0.002', 'ens train'],
    () =>
      taughtInPage(abi, mode, {
        learning_rate: 0.5,
        max_iterations: 40,
        min_error: Math.fround(0.002),
      }),
  ],
  [
    'with one setting changed by name',
    ['ens set_train_config max_iterations 7', 'ens train'],
    () => taughtInPage(abi, mode, { max_iterations: 7 }),
  ],
  [
    'with arguments, which ignore the configuration',
    ['ens set_train_config 0.5 40 0.002', 'ens train 1 9 0'],
    () => taughtInPage(abi, mode, {}, { learning_rate: 1, max_iterations: 9, min_error: 0 }),
  ],
] as const) {
  test(`lessons taught with audio off and trained ${name} give the taught file of the page`, () => {
    withFolder((folder) => {
      const { lines, status } = play(folder, studio(), [
        [...teach('ens'), ...begin],
        ...wait(TICKS_TO_TRAIN),
        ['ens save out.taught', 'pd quit'],
      ]);
      assert.is(status, 0);
      assert.ok(lines.includes('out: examples 3'), lines.join('\n'));
      assert.match(
        lines.filter((line) => line.startsWith('out: progress')).at(-1) ?? '',
        /converged|exhausted/,
      );
      const file = readFileSync(path.join(folder, 'out.taught'));
      assert.is(Buffer.compare(file, Buffer.from(reference())), 0);
    });
  });
}

test('a taught file of the browser opens in Pd, goes into the patch, and comes back the same', () => {
  const taught = Buffer.from(taughtInPage(abi, mode));
  withFolder((folder) => {
    writeFileSync(path.join(folder, 'page.taught'), taught);
    const first = play(folder, studio(), [
      ['ens load page.taught', 'ens voice_space Growl', 'ens set_train_config 0.25 50 0.125'],
      ['pd-patch.pd savetofile kept.pd .'],
      ['pd quit'],
    ]);
    assert.is(first.status, 0, first.lines.join('\n'));
    writeFileSync(
      path.join(folder, 'qlist.txt'),
      '0;\nens dump;\nens save again.taught;\n0;\npd quit;\n',
    );
    const { lines } = runPd(folder, 'kept.pd');
    assert.is(Buffer.compare(readFileSync(path.join(folder, 'again.taught')), taught), 0);
    assert.ok(lines.includes('out: voice_space 3 Growl'), lines.join('\n'));
    assert.ok(lines.includes('out: train_config 0.25 50 0.125'));
    assert.ok(lines.includes('out: examples 3'));
  });
});

test('what is taught after a patch is opened again goes on from the same seed', () => {
  withFolder((folder) => {
    const lesson = [
      mode.channels.map(() => '0.25').join(' '),
      ...mode.params.map(({ name }) => `param ${name} 0.5`),
      'teach',
      'save more.taught',
    ];
    const first = play(folder, studio(), [
      ['ens seed 987654', ...teach('ens')],
      ['pd-patch.pd savetofile kept.pd .'],
      [...lesson.map((message) => `ens ${message}`), 'pd quit'],
    ]);
    assert.is(first.status, 0, first.lines.join('\n'));
    assert.match(readFileSync(path.join(folder, 'kept.pd'), 'utf8'), '#A seed 15 4614;');
    const expected = readFileSync(path.join(folder, 'more.taught'));
    const messages = lesson.map((message) => `ens ${message};\n`).join('');
    writeFileSync(path.join(folder, 'qlist.txt'), `0;\n${messages}0;\npd quit;\n`);
    runPd(folder, 'kept.pd');
    assert.is(Buffer.compare(readFileSync(path.join(folder, 'more.taught')), expected), 0);
  });
});

test('a truncated or foreign taught file is refused in the console, and the instrument plays on', () => {
  withFolder((folder) => {
    const taught = Buffer.from(taughtInPage(abi, mode));
    const drone = makeInstrument(abi, modeNamed(modes, 'drone'));
    writeFileSync(path.join(folder, 'short.taught'), taught.subarray(0, 500));
    writeFileSync(path.join(folder, 'drone.taught'), drone.save());
    writeFileSync(path.join(folder, 'page.taught'), taught);
    drone.destroy();
    const { lines, status } = play(folder, studio(), [
      ['ens load page.taught'],
      ['ens load short.taught', 'ens load drone.taught', 'ens load nothing.taught'],
      ['ens save again.taught', 'pd quit'],
    ]);
    assert.is(status, 0);
    const errors = lines.filter((line) => line.startsWith('error: '));
    assert.match(errors[0] ?? '', 'ensemble~ paf_synth: load short.taught: the file is damaged');
    assert.match(errors[1] ?? '', 'the file was taught for another mode');
    assert.match(errors[2] ?? '', 'load: cannot read');
    assert.is(Buffer.compare(readFileSync(path.join(folder, 'again.taught')), taught), 0);
  });
});

test('a sound is explored with the planes of a page, kept by teach, and held at the end', () => {
  withFolder((folder) => {
    const { lines, status } = play(folder, studio(), [
      mode.params.map(({ name }) => `ens param ${name} 0.5`),
      ['ens explore 7', 'ens explore_move 1 0', 'ens like', 'ens dislike', 'ens explore_undo'],
      ['ens explore_move 0 0', 'ens teach', 'ens explore_end'],
      ['ens bang', 'ens save found.taught', 'pd quit'],
    ]);
    assert.is(status, 0, lines.join('\n'));
    const page = makeInstrument(abi, mode);
    for (const [index] of mode.params.entries()) page.setParam(index, 16384);
    page.exploring.begin(7);
    page.exploring.move(32768, 0);
    page.exploring.like();
    page.exploring.move(0, 0);
    const found = [...page.exploring.sound];
    page.destroy();
    const heard = lines
      .find((line) => line.startsWith('out: params'))
      ?.split(' ')
      .slice(2);
    assert.equal(
      heard?.map((value) => Math.round(Number(value) * 32768)),
      found,
    );
    const file = decodeTaught(readFileSync(path.join(folder, 'found.taught')));
    assert.equal([...(file.examples[0]?.outputs ?? [])], found);
  });
});

test('a locked param is left alone by random sounds, variations and presets, and goes along in the file', () => {
  withFolder((folder) => {
    const { lines, status } = play(folder, studio(), [
      ['ens param cutoff_hz 0.25', 'ens lock cutoff_hz', 'ens release', 'ens redraw'],
      ['ens jitter 1', 'ens explore 7', 'ens explore_move 1 0', 'ens explore_end', 'ens release'],
      ['ens preset 2', 'ens seed 9'],
      ['ens bang', 'ens locks', 'ens save locked.taught'],
      ['ens param cutoff_hz 0.5', 'ens locks', 'ens unlock', 'ens locks', 'ens save free.taught'],
      ['ens load locked.taught', 'ens locks', 'ens unlock cutoff_hz', 'ens locks', 'pd quit'],
    ]);
    assert.is(status, 0, lines.join('\n'));
    const cutoff = mode.params.findIndex(({ name }) => name === 'cutoff_hz');
    const heard = lines.find((line) => line.startsWith('out: params'))?.split(' ');
    assert.is(heard?.[2 + cutoff], '0.25');
    assert.equal(
      lines.filter((line) => line.startsWith('out: locks')).map((line) => line.trim()),
      [
        'out: locks cutoff_hz 0.25',
        'out: locks cutoff_hz 0.5',
        'out: locks',
        'out: locks cutoff_hz 0.25',
        'out: locks',
      ],
    );
    const locksOf = (name: string) => decodeTaught(readFileSync(path.join(folder, name))).locks;
    assert.equal([...locksOf('locked.taught')], [[cutoff, 8192]]);
    assert.is(locksOf('free.taught').size, 0);
  });
});

const WRONG = [
  ['ens tech', 'no message "tech"; did you mean "teach"?'],
  ['ens set joy_q 0.5', 'no channel "joy_q"; did you mean "joy_x"?'],
  ['ens param pich_hz 0.5', 'no param "pich_hz"; did you mean "pitch_hz"?'],
  ['ens lock pich_hz', 'no param "pich_hz"; did you mean "pitch_hz"?'],
  ['ens unlock pich_hz', 'no param "pich_hz"; did you mean "pitch_hz"?'],
  ['ens voice_space Glas', 'no voice space "Glas"; did you mean "Glass"?'],
  [
    'ens voice_space 9',
    'no voice space "9"; there are "Choir", "Throat", "Glass", "Growl", "Swarm"',
  ],
  ['ens set_train_config min_eror 1', 'no setting "min_eror"; did you mean "min_error"?'],
  ['ens set_train_config 1 0 0.1', 'learning_rate must be above 0 up to 100'],
  ['ens train 1', 'train: takes learning rate, max iterations and min error, or nothing'],
  ['ens train', 'train: there are no examples yet'],
  ['ens forget', 'forget: there are no examples yet'],
  ['ens undo', 'undo: there is nothing to undo'],
  ['ens cancel', 'cancel: no training is running'],
  ['ens like', 'like: no sound is being explored: begin with one first'],
  ['ens explore_move 0.5', 'explore_move: takes a place in the plane, two numbers'],
  ['ens 0 0 0 0 0', 'a list has a number for each channel; there are 4'],
] as const;

test('a wrong message is answered in the console with what is right', () => {
  withFolder((folder) => {
    const patch = studio();
    patch.obj('ensemble~ paf_sinth');
    const { lines, status } = play(folder, patch, [WRONG.map(([message]) => message), ['pd quit']]);
    assert.is(status, 0);
    const errors = lines.filter((line) => line.startsWith('error: '));
    assert.match(errors[0] ?? '', 'ensemble~: no mode "paf_sinth"; did you mean "paf_synth"?');
    for (const [index, [message, answer]] of WRONG.entries()) {
      assert.match(errors[index + 1] ?? '', answer, message);
    }
    assert.is(errors.length, WRONG.length + 1, lines.join('\n'));
  });
});

test('a sample rate of 96 kHz runs at 48 kHz behind filters; one without a base rate is reported', () => {
  withFolder((folder) => {
    const high = play(folder, studio(), [['ens teach'], ['ens dump'], ['pd quit']], {
      rateHz: 96000,
    });
    assert.ok(high.lines.includes('out: rate 48000 24'), high.lines.join('\n'));
    assert.ok(high.lines.includes('out: examples 1'));
    const odd = play(folder, studio(), [[], ['pd quit']], { rateHz: 50000 });
    assert.match(odd.lines.join('\n'), /at 50000 Hz the pitch is wrong/);
  });
});

test('a thousand objects are created and deleted without a complaint', () => {
  withFolder((folder) => {
    const patch = new Patch();
    patch.sub('many', new Patch());
    const rounds = Array.from({ length: 125 }, () => [
      ...modes.map(({ modeId }, place) => `pd-many obj ${place} 10 ensemble~ ${modeId}`),
      'pd-many clear',
    ]);
    const { lines, status } = play(folder, patch, [...rounds, ['pd quit']]);
    assert.is(status, 0);
    assert.equal(lines, []);
  });
});

test.run();

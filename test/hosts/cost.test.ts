/**
 * What sixteen paf_synth cost, in time of the processor. The bars are those of firmware/host/README.md; the limits here are
 * three times as wide, because a busy machine makes the same work slower.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BUNDLE } from '../support/lv2.ts';
import { Native } from '../support/native.ts';
import { Patch, withFolder } from '../support/pd.ts';
import { PLUGINS } from '../support/plugins.ts';

/** At most, in percent of a core: sixteen in Pd, and one training beside its sound. */
const PD_BAR = 15;
const TRAINING_BAR = 10;
/** At most, of the cost of the engines alone. */
const RATIO_BAR = 1.5;
const WIDE = 3;

const SECONDS = 20;

test('sixteen LV2 plugins cost what their engines do, and training a small part of a tick', async () => {
  const native = await Native.compile({
    sources: [
      'test/hosts/cost/main.cc',
      ...['libens_host.a', 'libens.a'].map((name) => path.join(PLUGINS, name)),
    ],
    flags: ['-O2', '-pthread'],
  });
  try {
    const { code, stdout, stderr } = await native.run(path.join(BUNDLE, 'ensemble.so'));
    assert.is(code, 0, `${stdout}${stderr}`);
    const [engine = 0, lv2 = 0, training = 0] = (stdout.match(/\d+\.\d+/g) ?? []).map(Number);
    assert.ok(engine > 0 && lv2 < RATIO_BAR * WIDE * engine, stdout);
    assert.ok(training < TRAINING_BAR * WIDE, stdout);
  } finally {
    native.remove();
  }
});

test('sixteen objects in Pd leave most of a core to others', () => {
  withFolder((folder) => {
    const patch = new Patch();
    const load = patch.obj('loadbang');
    patch.connect(load, 0, patch.msg('\\; pd dsp 1'));
    const wait = patch.obj(`delay ${1000 * SECONDS}`);
    patch.connect(load, 0, wait);
    patch.connect(wait, 0, patch.msg('\\; pd quit'));
    const out = patch.obj('dac~');
    for (let i = 0; i < 16; i += 1) {
      const object = patch.obj('ensemble~ paf_synth');
      for (const side of [0, 1]) patch.connect(object, side, out, side);
    }
    writeFileSync(path.join(folder, 'patch.pd'), patch.text());
    const external = path.join(PLUGINS, 'pd');
    const pd = `pd -nogui -nrt -noaudio -nomidi -batch -r 48000 -path ${external} -open patch.pd`;
    const times = execFileSync('bash', ['-c', `${pd}; times`], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 300_000,
    });
    const last = times.trim().split('\n').at(-1) ?? '';
    const seconds = [...last.matchAll(/(\d+)m([\d.]+)s/g)]
      .map(([, minutes, rest]) => 60 * Number(minutes) + Number(rest))
      .reduce((sum, part) => sum + part, 0);
    const percent = (100 * seconds) / SECONDS;
    assert.ok(percent > 0.1 && percent < PD_BAR * WIDE, `${percent} % of a core`);
  });
});

test.run();

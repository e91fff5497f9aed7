/** A scale chosen in each plugin host: pitches are taught on its notes, as on the page, and the choice is kept. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lv2Uri } from '../../dsl/emit/lv2.ts';
import { lv2Ports } from '../../dsl/emit/lv2-ports.ts';
import { hasPitches } from '../../dsl/pitch-params.ts';
import { makeInstrument } from '../../scripts/instrument/make-instrument.ts';
import { modeNamed, openWorkshop } from '../../scripts/instrument/modes.ts';
import { NO_SCALE, SCALE_NAMES, scaleOn } from '../../src/shared/scale.ts';
import { decodeTaught } from '../../src/shared/taught.ts';
import { lessonsOf, unitOf } from '../support/lessons.ts';
import { compileHost, runHost } from '../support/lv2.ts';
import { Patch, play, withFolder } from '../support/pd.ts';
import { compileRackHost, partId, runRack } from '../support/rack.ts';

const { abi, modes } = await openWorkshop();
const mode = modeNamed(modes, 'paf_synth');
const [lv2, rack] = await Promise.all([compileHost(), compileRackHost()]);

const ROOT = 2;
const SCALE = scaleOn(ROOT, 'minor_pentatonic');
const CHOICE = SCALE_NAMES.indexOf('minor_pentatonic') + 2;
const [{ inputs, params } = { inputs: [], params: [] }] = lessonsOf(mode);

/** One lesson on the page, on a scale. */
function taught(scale: number): Buffer {
  const page = makeInstrument(abi, mode);
  page.tuning.setScale(scale);
  for (const [index, value] of inputs.entries()) page.setInput(index, unitOf(value));
  for (const [index, value] of params.entries()) page.setParam(index, unitOf(value));
  page.recordExample();
  const file = Buffer.from(page.save());
  page.destroy();
  return file;
}

const fileIn = (folder: string, name: string): Buffer =>
  readFileSync(path.join(folder, `${name}.taught`));
const scaleIn = (folder: string, name: string): number => decodeTaught(fileIn(folder, name)).scale;

test('the lesson has pitches off the scale, so that it says whether they snapped', () => {
  assert.not.ok(taught(SCALE).equals(taught(NO_SCALE)));
});

test('Pure Data: a scale by name, kept in the patch and in files', () => {
  withFolder((folder) => {
    const patch = new Patch();
    const object = patch.obj('ensemble~ paf_synth');
    patch.connect(patch.obj('r ens'), 0, object);
    patch.connect(object, 2, patch.obj('print out'));
    const { lines, status } = play(folder, patch, [
      [
        ...['ens scale', 'ens scale D minor_pentatonic', 'ens scale', `ens ${inputs.join(' ')}`],
        ...params.map((value, index) => `ens param ${mode.params[index]?.name} ${value}`),
        'ens teach',
      ],
      ['ens save snapped.taught', 'ens scale off', 'ens dump', 'ens save off.taught'],
      ['ens load snapped.taught', 'ens scale', 'ens scale bb blues', 'ens scale'],
      ['ens scale H minor', 'ens scale C minr', 'ens scale C', 'ens scale 60', 'pd quit'],
    ]);
    assert.is(status, 0, lines.join('\n'));
    assert.ok(fileIn(folder, 'snapped').equals(taught(SCALE)));
    assert.is(scaleIn(folder, 'off'), NO_SCALE);
    assert.equal(
      lines.filter((line) => line.startsWith('out: scale')).map((line) => line.slice(11).trim()),
      ['off', 'D minor_pentatonic', 'off', 'D minor_pentatonic', 'Bb blues'],
    );
    const usage = 'scale: takes a root (C, F#, Bb) and a scale, or off';
    assert.is(lines.filter((line) => line.includes(usage)).length, 3, lines.join('\n'));
    assert.match(lines.join('\n'), 'no scale "minr"; did you mean "minor"?');
  });
});

test('LV2: a scale by two ports, which a restored session does not change', () => {
  withFolder((folder) => {
    const { lines, status } = runHost(lv2, folder, [
      ...[`open ${lv2Uri(mode.modeId)} 48000`, `set scale ${CHOICE}`, `set scale_root ${ROOT}`],
      ...['play 64', 'set hold 1'],
      ...inputs.map((value, index) => `set ${mode.channels[index]?.name} ${value}`),
      ...params.map((value, index) => `set hand_${mode.params[index]?.name} ${value}`),
      ...['set teach 1', 'play 64', 'set teach 0', 'play 64', 'save snapped.taught'],
      ...['set scale 1', 'play 64', 'save off.taught'],
      ...['load snapped.taught', 'play 64', 'save still-off.taught'],
      ...['set scale 0', 'play 64', 'load snapped.taught', 'play 64', 'save as-taught.taught'],
    ]);
    assert.is(status, 0, lines.join('\n'));
    assert.ok(fileIn(folder, 'snapped').equals(taught(SCALE)));
    assert.is(scaleIn(folder, 'off'), NO_SCALE);
    assert.is(scaleIn(folder, 'still-off'), NO_SCALE);
    assert.is(scaleIn(folder, 'as-taught'), SCALE);
  });
});

test('VCV Rack: a scale in the menu, kept in the patch', () => {
  const control = (name: string): number => partId(mode, 'control', name);
  withFolder((folder) => {
    const { lines, status } = runRack(rack, folder, [
      ...['open paf_synth 48000', 'menu Scale/Minor pentatonic', 'menu Scale root/D', 'play 64'],
      `param ${control('Hold')} 1`,
      ...inputs.map((value, i) => `param ${control(mode.channels[i]?.label ?? '')} ${value}`),
      ...params.map((value, i) => `param ${control(mode.params[i]?.label ?? '')} ${value}`),
      ...[`param ${control('Teach')} 1`, 'play 64', `param ${control('Teach')} 0`, 'play 64'],
      ...['save snapped.taught', 'keep', 'menu Scale/Off', 'play 6400', 'save off.taught'],
      ...['revive', 'play 64', 'save revived.taught'],
      ...['reset', 'load snapped.taught', 'play 64', 'save as-taught.taught'],
    ]);
    assert.is(status, 0, lines.join('\n'));
    assert.ok(fileIn(folder, 'snapped').equals(taught(SCALE)));
    assert.is(scaleIn(folder, 'off'), NO_SCALE);
    assert.is(scaleIn(folder, 'revived'), SCALE);
    assert.is(scaleIn(folder, 'as-taught'), SCALE);
  });
});

test('only modes with pitches have the ports', () => {
  const having = modes.filter((each) => lv2Ports(each).some(({ symbol }) => symbol === 'scale'));
  assert.equal(
    having.map(({ modeId }) => modeId),
    modes.filter((each) => hasPitches(each.params)).map(({ modeId }) => modeId),
  );
  assert.ok(having.length > 1 && having.length < modes.length);
});

test('the hosts can be removed', () => {
  lv2.remove();
  rack.remove();
});

test.run();

/** The panel and the menu of a module, as Rack makes them. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { RACK_SLUG } from '../../dsl/emit/rack.ts';
import { rackPanel } from '../../dsl/emit/rack-parts.ts';
import { openWorkshop } from '../../scripts/instrument/modes.ts';
import { readFloats } from '../support/host-script.ts';
import { withFolder } from '../support/pd.ts';
import { installPlugin } from '../support/plugins.ts';
import { compileRackHost, hasRack, PLUGIN, partId, runRack } from '../support/rack.ts';

const { modes } = await openWorkshop();
const host = await compileRackHost();

function lines(script: readonly string[]): readonly string[] {
  return withFolder((folder) => {
    const run = runRack(host, folder, script);
    assert.is(run.status, 0, run.lines.join('\n'));
    return run.lines;
  });
}

interface Box {
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function boxOf(line: string): Box {
  const [kind = '', id = '', ...numbers] = line.split(' ');
  const [left = 0, top = 0, width = 0, height = 0] = numbers.map(Number);
  return { name: `${kind} ${id}`, left, top, right: left + width, bottom: top + height };
}

const apart = (a: Box, b: Box): boolean =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

/** Rack draws knobs and jacks with files of its own, whose folder RACK_SYSTEM_DIR is; its SDK has none. */
const knowsSizes = !hasRack() || (process.env['RACK_SYSTEM_DIR'] ?? '') !== '';

const HP_PIXELS = 15;
const HEIGHT_PIXELS = 380;

for (const mode of modes) {
  test(`${mode.modeId}: every part is on the panel, inside it and on no other`, () => {
    const [size = '', ...printed] = lines([`open ${mode.modeId} 48000`, 'panel']);
    const parts = printed.filter((line) => /^(param|input|output|light) /.test(line));
    const [width = 0, height = 0] = size.split(' ').slice(1).map(Number);
    assert.ok(Math.abs(width / HP_PIXELS - Math.round(width / HP_PIXELS)) < 0.01, `${width}`);
    assert.ok(Math.abs(height - HEIGHT_PIXELS) < 1, `${height}`);
    const boxes = parts.map(boxOf);
    assert.is(boxes.length, rackPanel(mode).parts.length);
    assert.is(new Set(boxes.map(({ name }) => name)).size, boxes.length);
    if (!knowsSizes) return;
    for (const [place, box] of boxes.entries()) {
      assert.ok(box.right > box.left && box.bottom > box.top, box.name);
      assert.ok(
        box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height,
        box.name,
      );
      for (const other of boxes.slice(place + 1)) {
        assert.ok(apart(box, other), `${box.name} and ${other.name}`);
      }
    }
  });
}

test('the menu shows and changes voice space, ranges and the training configuration', () => {
  const open = 'open paf_synth 48000';
  const menu = lines([open, 'menu']);
  const text = menu.join('\n');
  assert.match(text, 'Last action: done');
  assert.match(text, 'Voice space: Choir');
  assert.match(text, 'Joystick X: ±5 V\n');
  assert.match(text, 'Learning rate: 1 (default 1)');
  assert.match(text, 'Max iterations: 1000 (default 1000)');
  assert.match(text, 'Min error: 0.001 (default 0.001)');
  const [data] = lines([
    open,
    'menu Voice space/Glass',
    'menu Inputs/Joystick X/0–10 V',
    'slide Training configuration/Learning rate|0',
    'slide Training configuration/Max iterations|1',
    'slide Training configuration/Min error|0.5',
    'slide Train once/Max iterations|0.5',
    'data',
  ]);
  assert.match(data ?? '', /^data [1-9]\d* 0\.001 1e\+06 0\.12 1 1000 0\.001 0 1 1 1$/);
  const [back] = lines([
    open,
    'slide Training configuration/Learning rate|0',
    'slide Training configuration/Learning rate',
    'data',
  ]);
  assert.match(back ?? '', /^data 0 1 1000 0\.001 /);
});

test('the menu does what its items say, and says how the last one ended', () => {
  const said = lines([
    'open paf_synth 48000',
    ...[
      'Forget the nearest example',
      'Cancel training',
      'Variation',
      'Random sound',
      'Clear all examples',
      'Train once/Train with these',
    ].flatMap((item) => [`menu ${item}`, 'play 64', 'menu']),
  ]).filter((line) => line.startsWith('Last action'));
  assert.equal(said, [
    'Last action: there are no examples yet: add one first',
    'Last action: no training is running',
    'Last action: done',
    'Last action: done',
    'Last action: done',
    'Last action: there are no examples yet: add one first',
  ]);
});

test('the plugin lists every mode, has its panels, and does not bear the name of the host', () => {
  const text = readFileSync(path.join(PLUGIN, 'plugin.json'), 'utf8');
  const plugin: unknown = JSON.parse(text);
  assert.ok(typeof plugin === 'object' && plugin !== null && 'modules' in plugin);
  assert.match(text, `"slug": "${RACK_SLUG}"`);
  assert.match(text, /"version": "2\.\d+\.\d+"/);
  assert.not.match(text, /vcv/i);
  for (const { modeId } of modes) {
    assert.match(text, `"slug": "${modeId}"`);
    for (const name of [modeId, `${modeId}-dark`]) {
      assert.match(readFileSync(path.join(PLUGIN, `res/${name}.svg`), 'utf8'), '<path d="M');
    }
  }
});

const PATCH = v.object({
  modules: v.array(v.object({ id: v.number(), plugin: v.string(), model: v.string() })),
  cables: v.array(
    v.object({
      outputModuleId: v.number(),
      outputId: v.number(),
      inputModuleId: v.number(),
      inputId: v.number(),
    }),
  ),
});

test('the first lesson moves two controls of a module and hears both its sides', () => {
  const text = readFileSync(path.join(PLUGIN, 'first-lesson.vcv'), 'utf8');
  const { modules, cables } = v.parse(PATCH, JSON.parse(text));
  const ours = modules.find(({ plugin }) => plugin === RACK_SLUG);
  const mode = modes.find(({ modeId }) => modeId === ours?.model);
  if (ours === undefined || mode === undefined) throw new Error('no module of ours');
  const into = cables.filter(({ inputModuleId }) => inputModuleId === ours.id);
  const moved = mode.channels.slice(0, 2).map(({ label }) => partId(mode, 'input', label));
  assert.equal(
    into.map(({ inputId }) => inputId),
    moved,
  );
  const from = cables.filter(({ outputModuleId }) => outputModuleId === ours.id);
  assert.equal(
    from.map(({ outputId, inputId }) => [outputId, inputId]),
    [
      [0, 0],
      [1, 1],
    ],
  );
  const plug = moved.map((id, place) => `input ${id} ${4 * place - 1}`);
  withFolder((folder) => {
    const script = [`open ${mode.modeId} 48000`, ...plug, 'play 48000', 'sound heard.raw 0'];
    assert.is(runRack(host, folder, script).status, 0);
    const peak = Math.max(...readFloats(path.join(folder, 'heard.raw')).map(Math.abs));
    assert.ok(peak > 0.1, `${peak} V`);
  });
});

test('the install command puts the plugin where Rack looks', () => {
  withFolder((folder) => {
    const rack = path.join(installPlugin('rack', folder), '.local/share/Rack2');
    const place = path.join(rack, 'plugins-lin-x64/Ensemble');
    for (const file of ['plugin.so', 'plugin.json', 'res/paf_synth.svg', 'first-lesson.vcv']) {
      assert.ok(existsSync(path.join(place, file)), file);
    }
    assert.not.ok(existsSync(path.join(place, 'pictures')));
  });
});

test('the host can be removed', () => host.remove());

test.run();

/** The patches of the guide open without a complaint, and the first lesson is heard at once. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openWorkshop } from '../../scripts/instrument/modes.ts';
import { drawPatch } from '../support/patch-picture.ts';
import { runPd, withFolder } from '../support/pd.ts';
import { installPlugin } from '../support/plugins.ts';

const { modes } = await openWorkshop();
const QUIT =
  '#N canvas 0 0 100 100 12;\n#X obj 10 10 loadbang;\n#X obj 10 40 delay 4000;\n#X msg 10 70 \\; pd quit;\n#X connect 0 0 1 0;\n#X connect 1 0 2 0;\n';

/** Opens a patch beside one that quits; gives what was printed. */
function opened(
  file: string,
  change: (text: string) => string = (text) => text,
): readonly string[] {
  return withFolder((folder) => {
    writeFileSync(path.join(folder, 'patch.pd'), change(readFileSync(file, 'utf8')));
    writeFileSync(path.join(folder, 'quit.pd'), QUIT);
    const { lines, status } = runPd(folder, 'patch.pd', { also: 'quit.pd' });
    assert.is(status, 0);
    return lines;
  });
}

test('the install command puts the external and its patches where Pd looks', () => {
  withFolder((folder) => {
    const home = path.join(installPlugin('pd', folder), '.local/lib/pd/extra/ensemble~');
    for (const file of ['ensemble~.pd_linux', 'ensemble~-help.pd', 'first-lesson.pd']) {
      assert.ok(existsSync(path.join(home, file)), file);
    }
  });
});

test('the help patch opens without an error and has every mode', () => {
  const text = readFileSync('build/pd/ensemble~-help.pd', 'utf8');
  for (const { modeId } of modes) assert.match(text, new RegExp(`ensemble~ ${modeId};`));
  assert.equal(opened('build/pd/ensemble~-help.pd'), []);
});

test('the picture in the guide shows the first lesson as it is', () => {
  const patch = readFileSync('firmware/pd/first-lesson.pd', 'utf8');
  assert.fixture(drawPatch(patch), readFileSync('firmware/pictures/first-lesson.svg', 'utf8'));
});

test('the first lesson plays when it is opened', () => {
  const lines = opened('firmware/pd/first-lesson.pd', (text) => {
    const count = text.split('\n').filter((line) => /^#X (?:obj|msg|text)/.test(line)).length;
    const object = text
      .split('\n')
      .filter((line) => /^#X (?:obj|msg|text)/.test(line))
      .findIndex((line) => line.includes('ensemble~ paf_synth'));
    return `${text}#X obj 0 0 env~;\n#X obj 0 0 print level;\n#X connect ${object} 0 ${count} 0;\n#X connect ${count} 0 ${count + 1} 0;\n`;
  });
  const levels = lines.map((line) => Number(/^level: (.+)$/.exec(line)?.[1] ?? 0));
  assert.ok(Math.max(...levels) > 60, `${Math.max(...levels)} dB`);
  assert.equal(
    lines.filter((line) => /error/.test(line)),
    [],
  );
});

test.run();

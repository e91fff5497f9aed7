/** The plugins as they are installed: what they compute, what they show, and what they do to their host by being loaded. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { differences, readGolden } from '../../scripts/golden/command.ts';
import { Native } from '../support/native.ts';
import { PLUGINS } from '../support/plugins.ts';

/** Shared objects, and the one symbol each may show. */
const OBJECTS = [
  ['pd/ensemble~.pd_linux', 'ensemble_tilde_setup'],
  ['lv2/ensemble.lv2/ensemble.so', 'lv2_descriptor'],
  ['rack/Ensemble/plugin.so', 'init'],
].filter(([file = '']) => existsSync(path.join(PLUGINS, file)));

const program = await Native.compile({
  sources: ['test/hosts/shared-object/main.cc'],
  flags: ['-O1', '-Wno-array-bounds'],
});

for (const [file = '', symbol = ''] of OBJECTS) {
  const object = path.join(PLUGINS, file);

  test(`${file} shows one symbol`, () => {
    const text = execFileSync('nm', ['-D', '--defined-only', object], { encoding: 'utf8' });
    const names = text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ').at(-1));
    assert.equal(names, [symbol]);
  });

  for (const mode of ['as-it-is', 'ftz']) {
    test(`${file} gives the golden sound, denormals ${mode}, and loading it changes no float mode`, async () => {
      const { code, stdout, stderr } = await program.run(object, mode);
      assert.is(code, 0, `${stdout}${stderr}`);
      assert.equal(differences(readGolden(), stdout.trimEnd().split('\n')), []);
    });
  }
}

test('there are plugins to test', () => {
  assert.ok(OBJECTS.length > 0);
  program.remove();
});

test.run();

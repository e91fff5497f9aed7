/** The bundle as the guide installs it: complete, valid, and found by hosts. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lv2Uri } from '../../dsl/emit/lv2.ts';
import { openWorkshop } from '../../scripts/instrument/modes.ts';
import { BUNDLE } from '../support/lv2.ts';
import { withFolder } from '../support/pd.ts';
import { installPlugin } from '../support/plugins.ts';

const { modes } = await openWorkshop();

/** Gives the files that a command says are wrong, in its words. */
function validated(files: readonly string[]): string {
  const { stdout, stderr } = spawnSync('lv2_validate', [...files], { encoding: 'utf8' });
  return `${stdout}${stderr}`;
}

const turtle = readdirSync(BUNDLE)
  .filter((name) => name.endsWith('.ttl'))
  .map((name) => path.join(BUNDLE, name));

test('lv2_validate finds no error in the bundle', () => {
  // Of each mode its ports and its presets.
  assert.is(turtle.length, 2 * modes.length + 1);
  assert.match(validated(turtle), /^Found 0 errors/m);
});

test('the install command puts the bundle where hosts look, and lilv finds every mode in it', () => {
  withFolder((folder) => {
    const home = path.join(installPlugin('lv2', folder), '.lv2');
    assert.ok(existsSync(path.join(home, 'ensemble.lv2/ensemble.so')));
    const found = { ...process.env, LV2_PATH: home };
    const list = execFileSync('lv2ls', { env: found, encoding: 'utf8' });
    assert.equal(list.trim().split('\n').sort(), modes.map(({ modeId }) => lv2Uri(modeId)).sort());
    for (const { modeId, listens, sendsMidi, followsMidi, followsClock } of modes) {
      const text = execFileSync('lv2info', [lv2Uri(modeId)], { env: found, encoding: 'utf8' });
      assert.match(text, 'http://lv2plug.in/ns/lv2core#hardRTCapable', modeId);
      assert.match(text, 'http://lv2plug.in/ns/ext/state#interface', modeId);
      assert.is(/Symbol:\s+left_in/.test(text), listens, modeId);
      assert.is(/Symbol:\s+midi_in/.test(text), followsMidi || followsClock, modeId);
      assert.is(/Symbol:\s+midi_out/.test(text), sendsMidi, modeId);
    }
  });
});

test.run();

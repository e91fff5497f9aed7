/** A session is saved ten thousand times while its plugin plays, without a data race. */
import { readdirSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Native } from '../support/native.ts';

const sources = ['dsp', 'engines', 'instrument', 'abi', 'host', 'lv2'].flatMap((folder) =>
  readdirSync(`firmware/${folder}`)
    .filter((name) => name.endsWith('.cc'))
    .map((name) => `firmware/${folder}/${name}`),
);

test('ten thousand saves while it plays, teaches and trains are clean under ThreadSanitizer', async () => {
  const native = await Native.compile({
    sources: ['test/hosts/lv2/threads.cc', ...sources],
    flags: ['-O1', '-g', '-fsanitize=thread', '-pthread'],
  });
  try {
    const { code, stdout, stderr } = await native.run();
    assert.is(code, 0, `${stdout}${stderr}`);
    assert.not.match(stderr, /WARNING: ThreadSanitizer/);
    assert.match(stdout, /^10000 saves, 0 refused/);
  } finally {
    native.remove();
  }
});

test.run();

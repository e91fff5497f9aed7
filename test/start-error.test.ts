/** Why the server cannot start: each error names the setting, and says whether starting again would help. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigError } from '../src/config.ts';
import { folderError, listenError } from '../src/start-error.ts';

/** [code, whether the settings are wrong, what is said] */
const CASES: readonly (readonly [string, boolean, RegExp])[] = [
  [
    'EADDRINUSE',
    false,
    /^PORT 80 is in use by another program on here\. .* set PORT to another port/,
  ],
  ['EACCES', true, /^PORT is 80, and this user may not listen there\. Set PORT to 1024 or higher/],
  ['EADDRNOTAVAIL', false, /^HOST is here, which is not an address of this computer/],
  ['ENOTFOUND', true, /^HOST is here, which is not the name of any computer/],
  ['EAI_AGAIN', false, /^HOST is here, and no name server answers/],
  ['EINVAL', true, /^HOST is here, where the server cannot listen \(EINVAL\)/],
];
for (const [code, isWrong, said] of CASES) {
  test(`${code} is said as a sentence`, () => {
    const error = listenError(Object.assign(new Error(), { code }), { HOST: 'here', PORT: 80 });
    assert.ok(error instanceof Error);
    assert.match(error.message, said);
    assert.is(error instanceof ConfigError, isWrong);
  });
}

test('a full disk is no wrong setting, a folder that is none is one', () => {
  for (const [code, isWrong] of [
    ['ENOSPC', false],
    // As LMDB says it.
    [28, false],
    ['EACCES', true],
    [13, true],
  ] as const) {
    const error = folderError(Object.assign(new Error('why'), { code }), '/data');
    assert.ok(error instanceof Error);
    assert.is(error.message, 'DATA_DIR names /data, which cannot be opened or created (why).');
    assert.is(error instanceof ConfigError, isWrong, String(code));
  }
});

test('what is no error of the system stays as it is', () => {
  const error = new Error('a mistake');
  assert.is(listenError(error, { HOST: 'here', PORT: 80 }), error);
  assert.is(folderError(error, '/data'), error);
});

test.run();

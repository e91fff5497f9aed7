/** Every command that a guide shows does, in a fresh checkout, what the guide says. */
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { certificate } from './support/certificate.ts';
import { Checkout } from './support/checkout.ts';
import { commandsIn, fenceIn, guides } from './support/readme.ts';
import { TRIALS } from './support/readme-commands.ts';
import { tryIn } from './support/trial.ts';

const inAll = guides().flatMap((guide) => commandsIn(readFileSync(guide, 'utf8')));
// Of a command that several show, the one shown with what it prints.
const shown = [
  ...new Map(
    inAll.sort((a, b) => a.prints.length - b.prints.length).map((one) => [one.command, one]),
  ).values(),
];

test('each command shown has a trial in test/support/readme-commands.ts, and each trial is of one shown', () => {
  const tried = new Set(TRIALS.map((trial) => trial.shown));
  const untried = shown.map(({ command }) => command).filter((command) => !tried.delete(command));
  assert.equal({ untried, gone: [...tried] }, { untried: [], gone: [] });
});

test('commands that stand for themselves are steps of the complete run', () => {
  const steps = readFileSync('.ci/run', 'utf8');
  for (const { shown } of TRIALS.filter(({ by }) => by === 'ci')) {
    assert.ok(steps.includes(shown), shown);
  }
});

test('commands that another test runs are still in it', () => {
  for (const { shown, test: place } of TRIALS.filter(({ by }) => by === 'other')) {
    const [file, words] = place ?? ['', ''];
    assert.ok(readFileSync(file, 'utf8').includes(words), `${shown}: no ${words} in ${file}`);
  }
});

/** What the rule finds in a document, or why it refuses it. */
const RULE: readonly (readonly [string, string, readonly string[] | RegExp])[] = [
  ['lines of sh', '```sh\nnpm a\nB=1 \\\n  brew c\n```\n', ['npm a', 'B=1 brew c']],
  ['lines after $', '```console\n$ npm a\nnpm is said\n```\n', ['npm a']],
  ['code in the text', 'Say `npm x` or `--x`, twice `npm x`; `npm run` is none.', ['npm x']],
  ['what is only read', '```json\nnpm a\n```\n', []],
  ['a fence without a name', '```\nnpm a\n```\n', /a fence is named ""/],
  ['a block by indentation', 'so:\n\n    npm a\n', /put it in a fence: npm a/],
];
for (const [what, text, found] of RULE) {
  test(`the rule: ${what}`, () => {
    if (found instanceof RegExp) {
      assert.throws(
        () => commandsIn(text),
        (error: Error) => found.test(error.message),
      );
    } else {
      assert.equal(
        commandsIn(text).map(({ command }) => command),
        found,
      );
    }
  });
}

const checkout = new Checkout();
const { cert, key } = certificate('first');
writeFileSync(checkout.file('cert.pem'), cert);
writeFileSync(checkout.file('key.pem'), key);

for (const trial of TRIALS.filter(({ by }) => by === 'test')) {
  test(trial.shown, async () => {
    // The first mode is written when the reader gets to it, which is after the first start.
    if (trial.shown === 'npm run gen') {
      writeFileSync(
        checkout.file('modes/whisper.json'),
        fenceIn(readFileSync('dsl/README.md', 'utf8'), 'json'),
      );
    }
    const output = await tryIn(checkout, trial);
    const prints = shown.find(({ command }) => command === trial.shown)?.prints ?? [];
    for (const line of prints.filter((text) => text !== '…')) {
      assert.ok(output.split('\n').includes(line), `${line}\nis not in\n${output}`);
    }
  });
}

test('the checkout is cleared away', () => checkout.remove());

test.run();

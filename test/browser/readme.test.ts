/** The guides' pictures are what the product shows: the command that takes them, in a checkout of its own. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Checkout } from '../support/checkout.ts';
import { guides } from '../support/readme.ts';
import { TRIALS } from '../support/readme-commands.ts';
import { tryIn } from '../support/trial.ts';

const checkout = new Checkout();
const FOLDER = 'src/web/pictures';
const PICTURE = /[\w./-]+\.png/g;
const named = guides().flatMap((guide) => {
  const found = readFileSync(guide, 'utf8').match(PICTURE) ?? [];
  return found.map((name) => join(dirname(guide), name));
});
const pictures = [...new Set(named)].filter((name) => dirname(name) === FOLDER);

/** Width and height, as the head of a PNG says them. */
function sizeOf(file: string): readonly [number, number] {
  const head = readFileSync(file);
  return [head.readUInt32BE(16), head.readUInt32BE(20)];
}

for (const trial of TRIALS.filter(({ by }) => by === 'browser')) {
  test(trial.shown, async () => {
    const takes = trial.shown === 'npm run screenshots' ? pictures : [];
    for (const name of takes) rmSync(checkout.file(name));
    await tryIn(checkout, trial);
    for (const name of takes) assert.equal(sizeOf(checkout.file(name)), sizeOf(name), name);
  });
}

test('every picture of the folder is in a guide, and every picture of a guide in the folder', () => {
  assert.equal(readdirSync(FOLDER).sort(), pictures.map((name) => basename(name)).sort());
});

test('the checkout is cleared away', () => checkout.remove());

test.run();

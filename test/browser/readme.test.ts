/** The guides' pictures are what the product shows: the command that takes them, in a checkout of its own. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Checkout } from '../support/checkout.ts';
import { guides } from '../support/readme.ts';
import { TRIALS, tryIn } from '../support/readme-commands.ts';

const checkout = new Checkout();
const PICTURE = /(?<=web\/pictures\/|\.\.\/pictures\/)[\w-]+\.png/g;
const named = guides().flatMap((guide) => readFileSync(guide, 'utf8').match(PICTURE) ?? []);
const pictures = [...new Set(named)].map((name) => `src/web/pictures/${name}`);

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
  assert.equal(
    readdirSync('src/web/pictures').sort(),
    pictures.map((name) => basename(name)).sort(),
  );
});

test('the checkout is cleared away', () => checkout.remove());

test.run();

/** The guides' commands that install what they compare with from the package registry. */
import { test } from 'uvu';
import { Checkout } from '../support/checkout.ts';
import { TRIALS } from '../support/readme-commands.ts';
import { tryIn } from '../support/trial.ts';

const checkout = new Checkout();

for (const trial of TRIALS.filter(({ by }) => by === 'bench')) {
  test(trial.shown, async () => {
    await tryIn(checkout, trial);
  });
}

test('the checkout is cleared away', () => checkout.remove());

test.run();

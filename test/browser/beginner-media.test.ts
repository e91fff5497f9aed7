/** Beginners' games, media, sites of several pages and libraries work wherever they are shown, as in `beginner-pages.test.ts`. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RICH_PAGES } from '../support/beginner-pages.ts';
import { problemsOf } from '../support/beginner-trial.ts';

test('beginners’ games, media and libraries work wherever they are shown, or the editor says what to do', async () => {
  assert.equal(await problemsOf(RICH_PAGES), []);
});

test.run();

/**
 * Beginners' first pages and forms work published, in the preview and exported, as one file and as a folder, or the
 * editor says what to do; those with games, media and libraries are in `beginner-media.test.ts`.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FIRST_PAGES, RICH_PAGES } from '../support/beginner-pages.ts';
import { problemsOf } from '../support/beginner-trial.ts';

test('beginners’ first pages and forms work wherever they are shown, or the editor says what to do', async () => {
  assert.ok(FIRST_PAGES.length + RICH_PAGES.length >= 30);
  assert.equal(await problemsOf(FIRST_PAGES), []);
});

test.run();

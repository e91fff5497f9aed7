/** A session is saved ten thousand times while its plugin plays, without a data race. */
import { test } from 'uvu';
import { raceSaves } from '../support/sanitized.ts';

test('ten thousand saves while it plays, teaches and trains are clean under ThreadSanitizer', () =>
  raceSaves('lv2'));

test.run();

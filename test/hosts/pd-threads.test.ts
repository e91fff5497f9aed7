/** A patch is saved ten thousand times while its object plays on another thread, without a data race. */
import { test } from 'uvu';
import { raceSaves } from '../support/sanitized.ts';

test('ten thousand saves while it plays, teaches and trains are clean under ThreadSanitizer', () =>
  raceSaves('pd'));

test.run();

/** The browser helper itself: errors are kept, people share no storage. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Chromium } from '../support/chromium.ts';

test('an uncaught error of a page is kept with its person', async () => {
  const chromium = await Chromium.launch();
  try {
    const person = await chromium.person();
    await person.page.setContent('<script>throw new Error("loud")</script>');
    assert.match(person.errors.join(), /loud/);
  } finally {
    await chromium.close();
  }
});

test.run();

/** What people add to a site: pictures of one name, what they paste, and what they insert into a page. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { choose, code, insertInstrument, startFrom } from '../../scripts/demo/page-actions.ts';
import { codeOf, waitForCode, withWorld, write } from '../support/editing.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A picture; what follows its end is ignored by browsers. */
const picture = (name: string, more = '') => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.from(more)]),
});

async function add(page: Page, ...files: ReturnType<typeof picture>[]): Promise<void> {
  await page.getByRole('tab', { name: /^Pictures and sounds/ }).click();
  await page.getByLabel('Add pictures and sounds').setInputFiles(files);
}

const names = (page: Page) => page.locator('.assets b').allTextContents();

/** Pastes into the code what office programs and browsers put on the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await code(page).evaluate(
    (target, [plain, base64]) => {
      const data = new DataTransfer();
      if (plain !== '') {
        data.setData('text/plain', plain);
        data.setData('text/html', `<b>${plain}</b>`);
      }
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      data.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
      const paste = { clipboardData: data, bubbles: true, cancelable: true, composed: true };
      target.dispatchEvent(new ClipboardEvent('paste', paste));
    },
    [text, PIXEL] as const,
  );
}

test('pictures of one name are kept side by side, and people are told what to write', () =>
  withWorld({}, async ({ editor }) => {
    const ada = await editor('album', 'Ada');
    const bob = await editor('album', 'Bob');
    await add(ada.page, picture('IMG_0001.png'));
    await ada.page.getByRole('button', { name: 'Insert IMG_0001.png' }).waitFor();
    await bob.page.getByRole('tab', { name: 'Pictures and sounds (1)' }).waitFor();
    await add(bob.page, picture('IMG_0001.png', 'other'), picture('фото.png', 'third'));
    const told = (words: string) => bob.page.getByRole('status').getByText(words).waitFor();
    await told(
      'The site has a different IMG_0001.png, so IMG_0001.png was added as IMG_0001-2.png.',
    );
    await told('фото.png was added as picture.png. Use that name in your code.');
    const all = ['IMG_0001-2.png', 'IMG_0001.png', 'picture.png'];
    assert.equal(await names(bob.page), all);
    // The same file again is not another one.
    await add(ada.page, picture('IMG_0001.png', 'other'));
    const again = 'IMG_0001.png was added as IMG_0001-2.png. Use that name in your code.';
    await ada.page.getByRole('status').getByText(again).waitFor();
    assert.equal(await names(ada.page), all);
    assert.equal([...ada.errors, ...bob.errors], []);
  }));

test('text that brings a picture of itself is pasted as text, a picture is added as a file', () =>
  withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('pasted', 'Ada');
    await code(page).focus();
    await paste(page, 'Monday\tPiano');
    await waitForCode(page, 'Monday\tPiano');
    await page.getByRole('tab', { name: 'Pictures and sounds', exact: true }).waitFor();
    await paste(page, '');
    await page.getByRole('button', { name: 'Insert image.png' }).waitFor();
    assert.is(await codeOf(page), 'Monday\tPiano');
    assert.equal(errors, []);
  }));

test('what is inserted before anybody put the cursor somewhere comes last in the page', () =>
  withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('first', 'Ada');
    await startFrom(page);
    await code(page).getByText('</html>').waitFor();
    const before = await codeOf(page);
    const tag = '<sound-mode mode="drone" taught="drone" controls="play"></sound-mode>';
    await page.getByRole('tab', { name: 'style.css' }).click();
    await insertInstrument(page, /^Drone/);
    const whole = before.replace('\n  </main>', `\n    ${tag}\n  </main>`);
    await waitForCode(page, whole);
    await page.keyboard.press('Control+z');
    await waitForCode(page, before);
    await page.keyboard.press('Control+y');
    await waitForCode(page, whole);
    // Where somebody writes it comes there.
    await code(page).locator('.cm-line', { hasText: '<h1>' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await choose(page, 'Insert', /^List/);
    const heading = before.split('\n').find((line) => line.includes('<h1>'));
    const list = '<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>';
    await waitForCode(page, whole.replace(`${heading}`, `${heading}\n    ${list}`));
    // At the end of all there is nothing but the end of the page.
    await code(page).focus();
    await page.keyboard.press('Control+End');
    await insertInstrument(page, /^Drone/);
    await code(page).locator('.cm-line', { hasText: 'drone-2' }).waitFor();
    assert.match(await codeOf(page), /drone-2" controls="play"><\/sound-mode>\n {2}<\/main>/);
    assert.equal(errors, []);
  }));

test('what stands before the doctype is marked', () =>
  withWorld({}, async ({ editor }) => {
    const { page } = await editor('quirks', 'Ada');
    await write(page, '<b>early</b>\n<!doctype html>\n<title>T</title>');
    const marked = code(page).locator('.cm-lintRange');
    await marked.first().waitFor({ timeout: 60_000 });
    await marked.first().hover();
    await page.getByText('<!doctype html> has to be the first thing in a page').first().waitFor();
  }));

test.run();

/** Files that are deleted while others work in them, in Chromium: people are told, and no word is lost. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { code, newFile, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { codeOf, type World, waitForCode, withWorld, write } from '../support/editing.ts';

const tab = (page: Page) => page.getByRole('tab', { name: 'about.html', exact: true });
const remove = (page: Page) => page.getByRole('button', { name: 'Delete about.html' }).click();
const told = (page: Page, words: string) =>
  page.getByRole('status').getByText(words, { exact: false });

/** Ada and Ben, who both have about.html open. */
async function two({ editor }: World) {
  const [ada, ben] = [await editor('class', 'Ada'), await editor('class', 'Ben')];
  await newFile(ada.page, 'about.html');
  await tab(ben.page).click();
  await code(ben.page, 'about.html').getByText('</html>').first().waitFor();
  const text = await codeOf(ada.page, 'about.html');
  await waitForCode(ben.page, text, 'about.html');
  return { ada, ben, text };
}

test('whoever has a file open that somebody deletes is told, and can bring it back', () =>
  withWorld({}, async (world) => {
    const { ada, ben, text } = await two(world);
    await remove(ada.page);
    await tab(ben.page).waitFor({ state: 'detached' });
    const notice = told(ben.page, 'Someone deleted about.html.');
    await notice.waitFor();
    await look(ben.page, 'deleted-file', 'desktop');
    await look(ben.page, 'deleted-file', 'phone');
    assert.equal(await accessibility(ben.page), []);
    await notice.getByRole('button', { name: 'Bring it back' }).click();
    await waitForCode(ben.page, text, 'about.html');
    assert.is(await tab(ben.page).getAttribute('aria-selected'), 'true');
    await tab(ada.page).click();
    await waitForCode(ada.page, text, 'about.html');
    // Whoever deletes it sees no such notice, only Undo.
    assert.is(await told(ada.page, 'Bring it back').count(), 0);
    assert.equal([...ada.errors, ...ben.errors], []);
  }));

test('what somebody wrote offline in a file that is deleted meanwhile is there once they are back', () =>
  withWorld({}, async (world) => {
    const { ada, ben, text } = await two(world);
    await ben.context.setOffline(true);
    await waitForStatus(ben.page, 'offline');
    await write(ben.page, '<p>Words of Ben</p>', 'about.html');
    await remove(ada.page);
    await tab(ada.page).waitFor({ state: 'detached' });
    await waitForStatus(ada.page, 'saved');
    await ben.context.setOffline(false);
    const notice = told(ben.page, 'What was written in it meanwhile is kept.');
    await notice.waitFor({ timeout: 60_000 });
    await waitForStatus(ben.page, 'saved');
    await waitForCode(ben.page, '<p>Words of Ben</p>', 'about.html');
    await tab(ada.page).click();
    await waitForCode(ada.page, '<p>Words of Ben</p>', 'about.html');
    await notice.getByRole('button', { name: 'Bring it back' }).click();
    for (const { page } of [ada, ben]) {
      await waitForCode(page, `${text}<p>Words of Ben</p>`, 'about.html');
    }
    // Once it has been written in, it is a file like any other.
    await code(ben.page, 'about.html').focus();
    await ben.page.keyboard.press('Control+a');
    await ben.page.keyboard.press('Delete');
    await waitForCode(ada.page, '', 'about.html');
    assert.equal(ada.errors, []);
  }));

test.run();

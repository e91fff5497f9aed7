/** Who is here and where, and following them: by mouse, by keyboard, on a phone. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { code } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look, SIZES } from '../support/chromium.ts';
import { codeOf, waitForCode, withWorld, write } from '../support/editing.ts';
import { until } from '../support/until.ts';

const LINES = Array.from({ length: 120 }, (_, line) => `<p>Line ${line + 1}</p>`).join('\n');

/** Waits until the line on which someone is followed reads so and is on the screen. */
async function followedLine(page: Page, text: string, file = 'index.html'): Promise<void> {
  const line = code(page, file).locator('.followed-line', { hasText: text });
  const height = await page.evaluate(() => innerHeight);
  const isShown = async (): Promise<boolean> => {
    const box = (await line.count()) === 1 ? await line.boundingBox() : null;
    return box !== null && box.y > 40 && box.y + box.height < height;
  };
  await until(isShown, () => `the followed line ${text} on the screen`);
}

test('whoever clicks a person follows them across files, until they type or press Escape', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('follow', 'Ada');
    const grace = await editor('follow', 'Grace');
    await write(ada.page, LINES);
    // All of it arrives at once, and the editor holds only the lines on the screen.
    await until(async () => (await codeOf(grace.page)).includes('Line 2<'));
    await code(ada.page).focus();
    await ada.page.keyboard.press('Control+Home');
    const person = ada.page.getByRole('button', { name: /^Follow Grace/ });
    await person.waitFor();

    await code(grace.page).focus();
    await grace.page.keyboard.press('Control+End');
    await ada.page.getByRole('button', { name: 'Follow Grace: index.html, line 120' }).click();
    await followedLine(ada.page, '<p>Line 120</p>');
    assert.is(await person.getAttribute('aria-pressed'), 'true');
    await look(ada.page, 'following');

    await grace.page.keyboard.press('Control+Home');
    await followedLine(ada.page, '<p>Line 1</p>');
    await write(grace.page, 'p { color: teal }', 'style.css');
    await followedLine(ada.page, 'p { color: teal }', 'style.css');
    assert.equal(await accessibility(ada.page), []);

    await ada.page.keyboard.press('Escape');
    await ada.page.locator('.followed-line').waitFor({ state: 'detached' });
    assert.is(await person.getAttribute('aria-pressed'), 'false');

    await person.click();
    await ada.page.getByText('Following Grace').waitFor();
    await code(ada.page, 'style.css').focus();
    await ada.page.keyboard.insertText('/* mine */ ');
    await ada.page.getByText('Following Grace').waitFor({ state: 'detached' });
    await ada.page.locator('.followed-line').waitFor({ state: 'detached' });
    await write(grace.page, '', 'index.html');
    await ada.page.getByRole('button', { name: /Grace: index.html/ }).waitFor();
    assert.is(await code(ada.page, 'style.css').isVisible(), true, 'nobody is followed any more');

    await person.click();
    await ada.page.getByText('Following Grace').waitFor();
    await grace.close();
    await ada.page.getByText('Grace left.').waitFor();
    await ada.page.getByText('Following Grace').waitFor({ state: 'detached' });
    assert.equal(ada.errors, []);
    assert.equal(grace.errors, []);
  });
});

test('the list says where everyone is, by keyboard and on a phone in the dark', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('list', 'Ada', { colorScheme: 'dark', viewport: SIZES.phone });
    const grace = await editor('list', 'Grace');
    const linus = await editor('list', 'Linus');
    await write(grace.page, '<h1>One</h1>\n<h2>Two</h2>');
    await waitForCode(linus.page, '<h1>One</h1>\n<h2>Two</h2>');
    const { page } = ada;
    const list = page.getByRole('button', { name: 'Who is here' });
    await list.focus();
    await page.keyboard.press('Enter');
    const entry = page.getByRole('menuitem', { name: /Follow Grace.*index.html, line 2/ });
    await entry.waitFor();
    await page.getByRole('menuitem', { name: /Follow Linus.*Looking around/ }).waitFor();
    await look(page, 'people-dark', 'phone');
    assert.equal(await accessibility(page), []);
    await page.keyboard.press('g');
    assert.is(await entry.count(), 1);
    await page.getByRole('menuitem', { name: /Follow Grace/ }).press('Enter');
    await followedLine(page, 'Two');
    assert.is(await page.getByRole('button', { name: 'Stop', exact: true }).isVisible(), true);
    await look(page, 'following-dark', 'phone');
    assert.equal(await accessibility(page), []);
    const sideways = () =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth;
    assert.is(await page.evaluate(sideways), 0);
    // With the longest words that say how things stand, the bar still ends where the screen does.
    const past = await page.evaluate(() => {
      const status = document.querySelector('.save-status');
      if (status !== null) status.textContent = 'Read-only';
      const menu = [...document.querySelectorAll('.appbar > .menu-box')].at(-1);
      return (menu?.getBoundingClientRect().right ?? Number.NaN) - innerWidth;
    });
    assert.ok(past <= 0, `the menu is ${past} pixels past the edge`);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.locator('.followed-line').waitFor({ state: 'detached' });
    assert.is(await codeOf(page), '<h1>One</h1>\n<h2>Two</h2>');
    assert.equal(ada.errors, []);
  });
});

test.run();

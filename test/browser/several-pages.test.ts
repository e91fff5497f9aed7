/** Sites of several pages in Chromium: made in the editor, shown in the preview, live and published, and found missing. */
import type { FrameLocator, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { code, newFile, published, shown, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { codeOf, waitForCode, withWorld, write } from '../support/editing.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const tabs = (page: Page) => page.getByRole('tab').allTextContents();
const heading = (place: Page | FrameLocator, name: string) =>
  place.getByRole('heading', { name, exact: true });

/** Whether the whole tab can be seen; scrolling stops at whole pixels. */
async function isInView(page: Page, name: string): Promise<boolean> {
  const bar = await page.locator('.tabs').boundingBox();
  const box = await tab(page, name).boundingBox();
  if (bar === null || box === null) return false;
  return box.x >= bar.x - 1 && box.x + box.width <= bar.x + bar.width + 1;
}

async function answer(page: Page, name: string, go: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File name').fill(name);
  await dialog.getByRole('button', { name: go }).click();
}

test('a page is made by the quick fix at its link, and followed in the preview, live and published', async () => {
  await withWorld({}, async ({ editor, chromium, url }) => {
    const { page } = await editor('several', 'Ada');
    await write(
      page,
      '<!doctype html><title>H</title><h1>Home</h1>\n<a href="about.html">About us</a>',
    );
    const marked = code(page, 'index.html').locator('.cm-lintRange');
    await marked.first().waitFor({ timeout: 60_000 });
    await marked.first().hover();
    await page.getByText('the site has no page about.html').first().waitFor();
    await page.getByRole('button', { name: 'Create about.html' }).first().click();
    await tab(page, 'about.html').waitFor();
    assert.equal(await tabs(page), [
      'index.html',
      'style.css',
      'script.js',
      'about.html',
      'Pictures and sounds',
    ]);
    assert.is(await tab(page, 'about.html').getAttribute('aria-selected'), 'true');
    await heading(shown(page), 'About').waitFor();
    await shown(page).getByRole('link', { name: 'Home' }).click();
    await heading(shown(page), 'Home').waitFor();
    await shown(page).getByRole('link', { name: 'About us' }).click();
    await heading(shown(page), 'About').waitFor();
    await waitForStatus(page, 'saved');

    const visitor = await chromium.person();
    await visitor.page.goto(url('/member/several'));
    await (await published(visitor.page)).getByRole('link', { name: 'About us' }).click();
    await visitor.page.waitForURL(url('/member/several?page=about.html'));
    const about = await published(visitor.page);
    await about.getByRole('heading', { name: 'About' }).waitFor();
    await about.getByRole('link', { name: 'Home' }).click();
    await visitor.page.waitForURL(url('/member/several'));

    await visitor.page.goto(url('/member/several?live'));
    await heading(shown(visitor.page), 'Home').waitFor();
    await shown(visitor.page).getByRole('link', { name: 'About us' }).click();
    await heading(shown(visitor.page), 'About').waitFor();

    const missing = await visitor.page.goto(url('/member/several?page=contact.html'));
    assert.is(missing?.status(), 404);
    await visitor.page.getByRole('link', { name: 'Go to the first page of this site' }).click();
    await visitor.page.waitForURL(url('/member/several'));
  });
});

test('the selected tab is fully visible, even when there are more tabs than fit', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('many', 'Ada');
    await newFile(page, 'about.html');
    await page.setViewportSize({ width: 1000, height: 800 });
    for (const name of ['index.html', 'about.html', 'index.html']) {
      // Unlike click(), this does not scroll first.
      await tab(page, name).dispatchEvent('click');
      assert.is(await tab(page, name).getAttribute('aria-selected'), 'true');
      assert.ok(await isInView(page, name), name);
    }
  });
});

test('a new page, and one that comes back, reads the same in the code of everyone and in the document', async () => {
  await withWorld({}, async ({ editor, chromium, url }) => {
    const ada = await editor('whole', 'Ada');
    const grace = await editor('whole', 'Grace');
    await newFile(ada.page, 'about.html');
    await tab(grace.page, 'about.html').click();
    await code(grace.page, 'about.html').getByText('</html>').first().waitFor();
    const text = await codeOf(ada.page, 'about.html');
    assert.match(text, /^<!doctype html>\n(?:(?!<!doctype)[\s\S])*<\/html>\n$/);
    await waitForCode(grace.page, text, 'about.html');
    await write(grace.page, '<p>at the end</p>', 'about.html');
    const whole = `${text}<p>at the end</p>`;
    await waitForCode(ada.page, whole, 'about.html');
    await ada.page.getByRole('button', { name: 'Delete about.html' }).click();
    await tab(grace.page, 'about.html').waitFor({ state: 'detached' });
    await ada.page.getByRole('status').getByText('Deleted about.html').getByRole('button').click();
    for (const { page } of [ada, grace]) {
      await tab(page, 'about.html').click();
      await waitForCode(page, whole, 'about.html');
    }
    await waitForStatus(ada.page, 'saved');
    const newcomer = await chromium.person();
    await newcomer.page.goto(url('/member/whole?edit'));
    await tab(newcomer.page, 'about.html').click();
    await waitForCode(newcomer.page, whole, 'about.html');
    assert.equal([ada.errors, grace.errors], [[], []]);
  });
});

test('links that a script makes lead to pages of the site', async () => {
  await withWorld({}, async ({ editor, chromium, url }) => {
    const { page } = await editor('scripted', 'Ada');
    await write(
      page,
      '<!doctype html><h1>Play</h1><p></p><script>' +
        "document.querySelector('p').innerHTML = '<a href=\"over.html#end\">made</a>';</script>",
    );
    await newFile(page, 'over.html');
    await heading(shown(page), 'Over').waitFor();
    await tab(page, 'index.html').click();
    await shown(page).getByRole('link', { name: 'made' }).click();
    await heading(shown(page), 'Over').waitFor();
    await waitForStatus(page, 'saved');
    const visitor = await chromium.person();
    await visitor.page.goto(url('/member/scripted'));
    await (await published(visitor.page)).getByRole('link', { name: 'made' }).click();
    await visitor.page.waitForURL(url('/member/scripted?page=over.html#end'));
    await (await published(visitor.page)).getByRole('heading', { name: 'Over' }).waitFor();
  });
});

test('files are added, renamed and deleted, with reasons and with undo, for everyone who edits', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('shared', 'Ada');
    const grace = await editor('shared', 'Grace');
    const { page } = ada;
    await write(page, '<p>Hello');
    await newFile(page, 'shop.html');
    await tab(grace.page, 'shop.html').waitFor();
    await page.getByRole('button', { name: 'New file' }).click();
    for (const [name, why] of [
      ['Shop.html', /This site has a file/],
      ['style.css', /This site has a file/],
      ['no ending', /end it in .html, .css or .js/],
      ['../up.html', /end it in .html, .css or .js/],
    ] as const) {
      await answer(page, name, 'Create');
      await page.getByRole('alert').filter({ hasText: why }).first().waitFor();
    }
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    assert.is(await page.getByRole('button', { name: 'Delete index.html' }).count(), 0);

    await tab(page, 'shop.html').click();
    await write(page, '<!-- mine -->', 'shop.html');
    await page.getByRole('button', { name: 'Rename shop.html' }).click();
    await answer(page, 'store.html', 'Rename');
    await tab(grace.page, 'store.html').click();
    await write(grace.page, '<!-- hers -->', 'store.html');
    await code(page, 'store.html').getByText('<!-- hers -->').waitFor();

    await page.getByRole('button', { name: 'Delete store.html' }).click();
    await tab(grace.page, 'store.html').waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('Deleted store.html').getByRole('button').click();
    await tab(grace.page, 'store.html').click();
    await code(grace.page, 'store.html').getByText('<!-- hers -->').waitFor();
  });
});

test('more style sheets and scripts take part, errors name their line, and History brings a file back', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('parts', 'Ada');
    await write(page, ' ');
    await newFile(page, 'more.css');
    await write(page, 'h1 { color: rgb(1, 2, 3) }', 'more.css');
    await newFile(page, 'tools.js');
    await write(page, 'export const word = "imported";\n', 'tools.js');
    await tab(page, 'index.html').click();
    await write(
      page,
      '<!doctype html><link rel=stylesheet href=more.css><h1></h1><script type=module>' +
        "import { word } from './tools.js'; document.querySelector('h1').textContent = word;</script>",
    );
    const title = heading(shown(page), 'imported');
    await title.waitFor();
    assert.is(await title.evaluate((one) => getComputedStyle(one).color), 'rgb(1, 2, 3)');

    await newFile(page, 'broken.js');
    await write(page, '// wrong\nnoSuchThing();', 'broken.js');
    await tab(page, 'index.html').click();
    await write(page, '<script src=broken.js></script>');
    await page.locator('.console summary').click();
    await page.getByRole('button', { name: 'broken.js:2' }).first().waitFor();

    await tab(page, 'more.css').click();
    await waitForStatus(page, 'saved');
    await page.getByRole('button', { name: 'Delete more.css' }).click();
    await tab(page, 'more.css').waitFor({ state: 'detached' });
    await waitForStatus(page, 'saved');
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Code', exact: true }).last().click();
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.old-files').getByRole('button', { name: 'more.css' }).click();
    await page.getByRole('button', { name: 'Restore more.css' }).click();
    await page.getByRole('button', { name: 'History' }).click();
    await tab(page, 'more.css').click();
    await waitForCode(page, 'h1 { color: rgb(1, 2, 3) }', 'more.css');
  });
});

test.run();

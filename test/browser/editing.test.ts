/** Two people write one site: text, cursors, undo, pictures, problems, and what a reader sees of it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import {
  choose,
  code,
  insertInstrument,
  openPlayer,
  published,
  shown,
  startFrom,
  waitForStatus,
} from '../../scripts/demo/page-actions.ts';
import { look } from '../support/chromium.ts';
import { codeOf, waitForCode, withWorld, write } from '../support/editing.ts';

/** What Chromium writes of a layout: a partial one is that of a part of the page that moves nothing else. */
const Trace = v.object({
  traceEvents: v.array(
    v.object({
      name: v.string(),
      args: v.object({
        beginData: v.optional(v.object({ partialLayout: v.optional(v.boolean()) })),
      }),
    }),
  ),
});

test('a visit to a name without a site leads to its editor, and the first edit creates it', async () => {
  await withWorld({}, async ({ chromium, url }) => {
    const { page, errors } = await chromium.person();
    await page.goto(url('/member/ada'));
    await page.getByRole('link', { name: 'Create this site' }).click();
    await startFrom(page);
    await waitForStatus(page, 'saved');
    await shown(page).getByRole('heading', { name: 'Hello from ada' }).waitFor();

    const visitor = await chromium.person();
    await visitor.page.goto(url('/member/ada'));
    const site = await published(visitor.page);
    await site.getByRole('heading', { name: 'Hello from ada' }).waitFor();
    await visitor.page.goto(url('/'));
    await visitor.page.getByRole('link', { name: /ada/ }).first().waitFor();
    assert.equal(errors, []);
    assert.equal(visitor.errors, []);
  });
});

test('two people see each other’s words, names, cursors and selections at once', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('together', 'Ada');
    const grace = await editor('together', 'Grace');
    await write(ada.page, '<h1>Hello</h1>\n');
    await waitForCode(grace.page, '<h1>Hello</h1>\n');
    await write(grace.page, '<p>World</p>');
    await waitForCode(ada.page, '<h1>Hello</h1>\n<p>World</p>');

    await ada.page.locator('.people').getByText('Grace').waitFor({ state: 'attached' });
    await grace.page.locator('.people').getByText('Ada').waitFor({ state: 'attached' });
    await ada.page.locator('.peer-caret [data-name="Grace"]').waitFor();
    await grace.page.keyboard.press('Shift+Home');
    await ada.page.locator('.peer-selection', { hasText: '<p>World</p>' }).waitFor();
    await waitForStatus(ada.page, 'saved');

    await grace.page.getByRole('button', { name: /Grace \(you\)/ }).click();
    await grace.page.getByLabel('Your name', { exact: true }).fill('Hopper');
    await grace.page.getByTitle('teal').click();
    await grace.page.getByRole('button', { name: 'Save' }).click();
    await ada.page.locator('.people').getByText('Hopper').waitFor({ state: 'attached' });

    await grace.close();
    await ada.page.locator('.peer-caret').waitFor({ state: 'detached' });
    assert.equal(ada.errors, []);
    assert.equal(grace.errors, []);
  });
});

test('whoever replaces a passage writes nothing of the cursor that another person has in it', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('replaced', 'Ada');
    const grace = await editor('replaced', 'Grace');
    await code(grace.page).focus();
    await write(ada.page, '<h1>Hello</h1>\n<p>World</p>\n');
    await waitForCode(grace.page, '<h1>Hello</h1>\n<p>World</p>\n');
    const texts = [
      '<h1>Hi</h1>\n<p>World</p>\n',
      '<b>1</b>\n<b>2</b>\n',
      '<b>1</b>\n<b>3</b>\n',
      'w',
    ];
    for (const [turn, text] of texts.entries()) {
      const [writer, other] = turn % 2 === 0 ? [grace.page, ada.page] : [ada.page, grace.page];
      await writer.locator('.cm-line:last-child .peer-caret').waitFor({ state: 'attached' });
      await code(writer).focus();
      await writer.keyboard.press('Control+A');
      await (text.length === 1 ? writer.keyboard.press(text) : writer.keyboard.insertText(text));
      await waitForCode(writer, text);
      await waitForCode(other, text);
    }
    assert.equal([...ada.errors, ...grace.errors], []);
  });
});

test('undo takes back one’s own edits and nobody else’s', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('undo', 'Ada');
    const grace = await editor('undo', 'Grace');
    await write(ada.page, 'one ');
    await waitForCode(grace.page, 'one ');
    await write(grace.page, 'two ');
    await waitForCode(ada.page, 'one two ');
    await code(ada.page).focus();
    await ada.page.keyboard.press('Control+z');
    await waitForCode(grace.page, 'two ');
    await ada.page.keyboard.press('Control+Shift+Z');
    await waitForCode(grace.page, 'one two ');
  });
});

test('the preview shows script errors with their place, and keeps the place scrolled to', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('scripts', 'Ada');
    await write(page, '<div style="height: 4000px">tall</div>\n<script src="script.js"></script>');
    await write(page, '// one\n// two\nnowhere.to = 1;', 'script.js');
    await page.getByText('1 error', { exact: true }).click();
    await page.locator('.log').getByText('nowhere is not defined').waitFor();
    await page.getByRole('button', { name: 'script.js:3' }).click();
    assert.is(
      await page.getByRole('tab', { name: 'script.js' }).getAttribute('aria-selected'),
      'true',
    );

    const inner = shown(page).locator('html');
    await inner.evaluate(() => window.scrollTo(0, 1500));
    await page.waitForTimeout(200);
    await write(page, 'body { color: teal }', 'style.css');
    await write(page, '<link rel="stylesheet" href="style.css">');
    await shown(page).locator('style[data-file="style.css"]').waitFor({ state: 'attached' });
    assert.is(await inner.evaluate(() => Math.round(window.scrollY)), 1500);
    await page.getByRole('button', { name: 'Reload the preview' }).click();
    await page.locator('.log').getByText('nowhere is not defined').waitFor();
  });
});

test('a link in the preview opens beside the editor, one within the page scrolls', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page, context } = await editor('links', 'Ada');
    const gap = '<div style="height: 3000px"></div>';
    await write(page, `<a href="/member/other">away</a><a href="#end">end</a>${gap}<p id="end">.`);
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      shown(page).getByText('away').click(),
    ]);
    await tab.waitForURL('**/member/other');
    await tab.close();
    await shown(page).getByText('end', { exact: true }).click();
    const top = await shown(page)
      .locator('html')
      .evaluate(() => window.scrollY);
    assert.ok(top > 1000, `scrolled to ${top}`);
  });
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('pictures are dropped in, put into the page, seen by others and taken out again', async () => {
  await withWorld({}, async ({ editor, chromium, url }) => {
    const ada = await editor('pictures', 'Ada');
    const grace = await editor('pictures', 'Grace');
    await ada.page.getByRole('tab', { name: 'Pictures and sounds' }).click();
    await ada.page.getByLabel('Add pictures and sounds').setInputFiles([
      { name: 'My Dot.png', mimeType: 'image/png', buffer: PIXEL },
      { name: 'notes.exe', mimeType: 'application/x-msdownload', buffer: PIXEL },
      { name: 'huge.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(2_500_000) },
    ]);
    await ada.page.getByText('A site holds files ending in').waitFor();
    await ada.page.getByText('huge.mp4 is 2.5 MB; the limit is').waitFor();
    await ada.page.getByRole('button', { name: 'Insert My-Dot.png' }).click();
    await waitForCode(grace.page, '<img src="My-Dot.png" alt="">');
    const picture = shown(grace.page).locator('img');
    await picture.waitFor();
    assert.is(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth), 1);

    await waitForStatus(ada.page, 'saved');
    const visitor = await chromium.person();
    await visitor.page.goto(url('/member/pictures'));
    const served = (await published(visitor.page)).locator('img');
    assert.is(await served.evaluate((image: HTMLImageElement) => image.naturalWidth), 1);

    await grace.page.getByRole('tab', { name: 'Pictures and sounds (1)' }).click();
    await grace.page.getByRole('button', { name: 'Remove My-Dot.png' }).click();
    await grace.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await ada.page.getByRole('tab', { name: 'Pictures and sounds', exact: true }).waitFor();
  });
});

test('files dropped on the code become files of the site', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('drop', 'Ada');
    await page.evaluate(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'dot.png', { type: 'image/png' }));
        const target = document.querySelector('.files');
        target?.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true }));
        target?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
      },
      [...PIXEL],
    );
    await page.getByRole('tab', { name: 'Pictures and sounds (1)' }).waitFor();
  });
});

test('the code completes names of the site and marks what is wrong', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('complete', 'Ada');
    await write(page, '.warm { color: tomato }', 'style.css');
    await write(page, '<p class="');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: 'warm' }).waitFor();
    // A list that has just come up takes no Enter, lest it catches one meant for the text.
    await page.waitForTimeout(300);
    await page.keyboard.press('Enter');
    await waitForCode(page, '<p class="warm');
    await write(page, '"><b>never closed');
    await page.locator('.cm-lint-marker-error').waitFor();
    await page.keyboard.press('Control+Shift+M');
    await page.getByText('<b> is not closed').first().waitFor();
    await code(page).focus();
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find' }).waitFor();
  });
});

test('a reader watches the site being written, without a place in the list of writers', async () => {
  await withWorld({}, async ({ editor, chromium, url }) => {
    const ada = await editor('live', 'Ada');
    await write(ada.page, '<h1>One</h1>');
    const reader = await chromium.person();
    await reader.page.goto(url('/member/live?live'));
    await shown(reader.page).getByRole('heading', { name: 'One' }).waitFor();
    await reader.page.getByText('Ada').waitFor({ state: 'attached' });
    await write(ada.page, '<h2>Two</h2>');
    await shown(reader.page).getByRole('heading', { name: 'Two' }).waitFor();
    assert.is(await ada.page.locator('.people li').count(), 1);
    assert.equal(reader.errors, []);
  });
});

test('a reader who scrolled stays at the place while others write above and below', async () => {
  await withWorld({}, async ({ editor, chromium, url }) => {
    const ada = await editor('long', 'Ada');
    const lines = Array.from({ length: 200 }, (_, line) => `<p>line ${line}</p>`);
    await write(ada.page, lines.join('\n'));
    const reader = await chromium.person();
    await reader.page.goto(url('/member/long?live'));
    const site = shown(reader.page);
    await site.getByText('line 199').waitFor();
    const place = () => site.locator('html').evaluate(() => Math.round(scrollY));
    await site.locator('html').evaluate(() => scrollTo({ top: 2_000, behavior: 'instant' }));
    await reader.page.waitForTimeout(300);
    assert.is(await place(), 2_000);
    for (const word of ['more', 'and more']) {
      await write(ada.page, `\n<p>${word}</p>`);
      await site.getByText(word, { exact: true }).waitFor();
      await reader.page.waitForTimeout(300);
      assert.is(await place(), 2_000, `after ${word}`);
    }
    assert.equal(reader.errors, []);
  });
});

test('an instrument, a list and a key list are at hand in the menus, by keyboard alone', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('menus', 'Ada');
    await choose(page, 'Insert', /^List/);
    await waitForCode(page, '<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>');
    await page.getByRole('button', { name: 'Insert' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    assert.match(await codeOf(page), '<button type="button">Press</button>');
    await page.keyboard.press('F1');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.keyboard.press('k');
    assert.match((await page.locator(':focus').textContent()) ?? '', 'Keyboard');
    await page.keyboard.press('Escape');
    const focused = page.locator(':focus');
    assert.is(await focused.getAttribute('aria-expanded'), 'false');
  });
});

test('an instrument is put into the page, shown playable, and has a player of its own', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('sounding', 'Ada');
    await insertInstrument(page, /^Drone/);
    await waitForCode(
      page,
      '<sound-mode mode="drone" taught="drone" controls="play"></sound-mode>',
    );
    await shown(page).locator('sound-mode .instrument').waitFor();
    await waitForStatus(page, 'saved');
    const player = await openPlayer(page, 'drone');
    assert.match(player.url(), '/member/sounding?play=drone');
    // A second of its kind has a name of its own.
    await page.bringToFront();
    await insertInstrument(page, /^Drone/);
    await shown(page).locator('sound-mode[taught="drone-2"]').waitFor();
  });
});

test('whoever inserts an instrument says what visitors can do with it, or changes their mind', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('levels', 'Ada');
    const dialog = page.getByRole('dialog', { name: 'Insert Drone' });
    await choose(page, 'Insert', /^Drone/);
    assert.ok(await dialog.getByRole('radio', { name: 'Play Play button' }).isChecked());
    await look(page, 'insert-instrument');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.not.match(await codeOf(page), 'sound-mode');
    await choose(page, 'Insert', /^Drone/);
    await dialog.getByRole('radio', { name: 'Play and teach' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await waitForCode(
      page,
      '<sound-mode mode="drone" taught="drone" controls="teach"></sound-mode>',
    );
    await shown(page).getByRole('button', { name: 'Teach', exact: true }).waitFor();
    await choose(page, 'Insert', /^Drone/);
    await dialog.getByRole('radio', { name: 'Nothing' }).check();
    await dialog.getByRole('button', { name: 'Insert' }).click();
    const hidden = shown(page).locator('sound-mode[controls="none"]');
    await hidden.waitFor({ state: 'attached' });
    assert.is(await hidden.isVisible(), false);
  });
});

test('what somebody types lays out the code alone, and completions are seen beyond its edge', async () => {
  await withWorld({}, async ({ chromium, editor }) => {
    const { page } = await editor('layout', 'Ada');
    await write(page, `<p>${'A sentence. '.repeat(4)}</p> <div `);
    await waitForStatus(page, 'saved');
    await chromium.browser.startTracing(page, { categories: ['devtools.timeline'] });
    await page.keyboard.insertText('cl');
    const completions = page.locator('.cm-tooltip-autocomplete');
    await completions.waitFor();
    const trace = v.parse(Trace, JSON.parse((await chromium.browser.stopTracing()).toString()));
    const layouts = trace.traceEvents.filter(({ name }) => name === 'Layout');
    assert.ok(layouts.some(({ args }) => args.beginData?.partialLayout === true));

    const split = await page.locator('.split').boundingBox();
    const box = await completions.boundingBox();
    assert.ok(
      split && box && box.x < split.x && split.x < box.x + box.width,
      'it is not at the edge',
    );
    const place = { x: box.x + box.width - 10, y: box.y + 10 };
    const seen = await page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.className,
      place,
    );
    assert.is(seen, 'code');
  });
});

test.run();

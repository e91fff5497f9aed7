/** The preview while its site is edited: what sounds goes on, and what a person did on the page stays. */
import type { Frame, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { code, press, shown, waitForStatus } from '../../scripts/demo/page-actions.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { keepsUp } from '../support/audio-thread.ts';
import { waitForCode, withWorld, write } from '../support/editing.ts';
import { until } from '../support/until.ts';

/** What Chrome does for people: a page that was clicked in may sound; the other tests ask for more. */
const AS_CHROME = ['--autoplay-policy=document-user-activation-required'];

const PAGE = `<!doctype html>
<title>Play on</title>
<link rel="stylesheet" href="style.css">
<h1>One</h1>
<ul id="list"></ul>
<sound-mode mode="drone"></sound-mode>
<script src="script.js"></script>
`;
const SCRIPT = `const item = document.createElement('li');
item.textContent = 'made by the script';
document.getElementById('list').append(item);
`;

/** Replaces all of a file at once, so that its scripts never run in an empty page. */
async function replace(page: Page, text: string, file: string): Promise<void> {
  const surface = code(page, file);
  if (!(await surface.isVisible())) await page.getByRole('tab', { name: file }).click();
  await surface.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

/** The document in the preview, the one that is shown. */
async function frameOf(page: Page): Promise<Frame> {
  const frame = await (await shown(page).locator('html').elementHandle())?.ownerFrame();
  if (frame === null || frame === undefined) throw new Error('nothing is shown');
  return frame;
}

const heading = (page: Page): Promise<string | null> => shown(page).locator('h1').textContent();

const instrument = (page: Page) => shown(page).locator('sound-mode').first();

const presetMenu = (page: Page) =>
  instrument(page).getByRole('combobox', { name: 'Preset', exact: true });

const isPlaying = (page: Page): Promise<boolean> =>
  instrument(page).evaluate((one: SoundModeElement) => one.view?.playing === true);

const STYLE = 'h1{color:rgb(1,2,3)}';

async function isStyled(page: Page): Promise<boolean> {
  const color = await shown(page)
    .locator('h1')
    .evaluate((one) => getComputedStyle(one).color);
  return color === 'rgb(1, 2, 3)';
}

/** Marks the page that runs. */
const mark = (page: Page) =>
  shown(page)
    .locator('html')
    .evaluate(() => Object.assign(globalThis, { sameRun: true }));

/** Opens a site with a drone and a script, plays a preset off its resting place, and marks the page that runs. */
async function playing(page: Page): Promise<void> {
  await replace(page, PAGE, 'index.html');
  await replace(page, SCRIPT, 'script.js');
  await until(async () => (await shown(page).locator('li').count()) === 1);
  await instrument(page).getByRole('button', { name: 'Play', exact: true }).waitFor();
  await presetMenu(page).selectOption({ label: 'Overtone Chant' });
  await instrument(page).locator('.controls input').first().fill('21000');
  await press(shown(page), 'Play');
  await until(() => isPlaying(page));
  await mark(page);
}

/** The largest of the last 2,048 samples, from 0 to 1. */
const peak = (page: Page): Promise<number> =>
  instrument(page).evaluate((one: SoundModeElement) => {
    const samples = new Float32Array(2048);
    one.view?.analyser?.getFloatTimeDomainData(samples);
    return Math.max(...samples.map(Math.abs));
  });

const sameRun = (page: Page): Promise<boolean> =>
  shown(page)
    .locator('html')
    .evaluate(() => Reflect.get(globalThis, 'sameRun') === true);

const params = (page: Page): Promise<number[]> =>
  instrument(page).evaluate((one: SoundModeElement) => [...(one.view?.model.params ?? [])]);

test('typing in the style sheet and in the page leaves the sound, the scripts and the instrument alone', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('play-on', 'Ada');
    const { page } = ada;
    await playing(page);
    const before = await params(page);
    await page.getByRole('tab', { name: 'style.css' }).click();
    await write(page, '', 'style.css');
    const found = await keepsUp(await frameOf(page), async () => {
      await page.keyboard.type(STYLE, { delay: 100 });
      await page.waitForTimeout(1200);
    });
    assert.is(found, 'on time');
    await until(() => isStyled(page));
    await replace(
      page,
      PAGE.replace(
        '<h1>One</h1>',
        '<h1>Two</h1>\n<p>new</p><sound-mode mode="wanderer"></sound-mode>',
      ),
      'index.html',
    );
    await until(async () => (await heading(page)) === 'Two');
    assert.is(await shown(page).locator('sound-mode').count(), 2);
    const drone = shown(page).locator('sound-mode[mode="drone"]');
    assert.is(await drone.evaluate((one: SoundModeElement) => one.view?.playing), true);
    assert.equal(
      await drone.evaluate((one: SoundModeElement) => [...(one.view?.model.params ?? [])]),
      before,
    );
    assert.is(await drone.getAttribute('id'), null);
    assert.is(await sameRun(page), true, 'the page was not loaded again');
    assert.is(await shown(page).locator('li').count(), 1, 'what the script made is there, once');
    await page.locator('.console summary').click();
    await page.locator('.log li', { hasText: 'scripts were not run again' }).first().waitFor();
    assert.equal(ada.errors, []);
  });
});

test('typing 10 characters a second in the page interrupts no sound, and what was learned stays', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('typing', 'Ada');
    await playing(page);
    const learned = (): Promise<string> =>
      instrument(page).evaluate((one: SoundModeElement) => {
        one.view?.model.settle();
        return `${one.view?.model.exampleCount} ${one.view?.model.save()}`;
      });
    const before = await learned();
    assert.match(before, /^[1-9]/);
    await write(page, '', 'index.html');
    const found = await keepsUp(await frameOf(page), async () => {
      await page.keyboard.type('<p>More and more words</p>\n', { delay: 100 });
      await page.waitForTimeout(1200);
    });
    assert.is(found, 'on time');
    await shown(page).locator('p', { hasText: 'More and more words' }).first().waitFor();
    assert.is(await sameRun(page), true, 'the page was not loaded again');
    assert.is(await isPlaying(page), true);
    assert.is(await learned(), before);
    assert.equal(errors, []);
  });
});

test('a changed script runs, and the instrument plays on as it was', async () => {
  await withWorld({ browserFlags: AS_CHROME }, async ({ editor }) => {
    const { page, errors } = await editor('run-again', 'Ada');
    await playing(page);
    const before = await params(page);
    await replace(page, SCRIPT.replace('made by', 'made anew by'), 'script.js');
    await until(
      async () => (await shown(page).locator('li').textContent()) === 'made anew by the script',
    );
    assert.is(await sameRun(page), false);
    await until(() => isPlaying(page));
    assert.equal(await params(page), before);
    // A random sound may be quiet at times, but never all zeros.
    await until(async () => (await peak(page)) > 1e-5);
    assert.equal(errors, []);
  });
});

test('while nothing sounds, a change of the page runs its scripts again; reload always does', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('quiet', 'Ada');
    await replace(page, PAGE.replace(/<sound-mode.*/, ''), 'index.html');
    await replace(page, SCRIPT, 'script.js');
    await until(async () => (await shown(page).locator('li').count()) === 1);
    await mark(page);
    await replace(page, STYLE, 'style.css');
    await until(() => isStyled(page));
    assert.is(await sameRun(page), true, 'a style sheet needs no script');
    await replace(page, PAGE.replace(/<sound-mode.*/, '').replace('One', 'Two'), 'index.html');
    await until(async () => (await heading(page)) === 'Two');
    assert.is(await sameRun(page), false);
    await mark(page);
    await page.getByRole('button', { name: 'Reload the preview' }).click();
    await until(async () => !(await sameRun(page)));
  });
});

test('a reload that was asked for is not lost to an edit that arrives while it is under way', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page, context } = await editor('slow', 'Ada');
    await context.route('https://slow.example/x.svg', async (route) => {
      await page.waitForTimeout(1_200);
      const headers = { 'cache-control': 'no-store', 'content-type': 'image/svg+xml' };
      await route.fulfill({ headers, body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
    });
    const slow = '<img alt="" src="https://slow.example/x.svg">';
    await replace(page, PAGE.replace(/<sound-mode.*/, slow), 'index.html');
    await replace(page, SCRIPT, 'script.js');
    await until(async () => (await shown(page).locator('li').count()) === 1);
    await page.getByRole('tab', { name: 'style.css' }).click();
    await page.waitForTimeout(1_500);
    await mark(page);
    await page.getByRole('button', { name: 'Reload the preview' }).click();
    await replace(page, STYLE, 'style.css');
    await until(() => isStyled(page));
    assert.is(await sameRun(page), false);
  });
});

/** Breaks everything in its page that a change of the running page is made with, and answers in its place. */
const HOSTILE = `${SCRIPT}
setTimeout(() => {
  for (const kind of [Node, Element, Document, DOMParser, CharacterData, DocumentFragment]) {
    for (const name of Object.getOwnPropertyNames(kind.prototype)) {
      const own = Object.getOwnPropertyDescriptor(kind.prototype, name);
      if (name === 'constructor' || typeof own.value !== 'function') continue;
      kind.prototype[name] = () => {
        throw new Error('broken');
      };
    }
  }
  for (let serial = 0; serial < 10; serial += 1) {
    parent.postMessage({ ensemble: 'changed', serial, reload: false, instruments: [['x', {}]] }, '*');
  }
  globalThis.isBroken = true;
}, 500);
`;

test('a site that breaks the morphing only breaks itself', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('hostile', 'Ada');
    const grace = await editor('hostile', 'Grace');
    const { page } = ada;
    await playing(page);
    await replace(page, HOSTILE, 'script.js');
    await until(async () =>
      (await frameOf(page)).evaluate(() => Reflect.get(globalThis, 'isBroken') === true),
    );
    // The page plays, so the change is made in it, or would be.
    await replace(page, PAGE.replace('One', 'Two'), 'index.html');
    await waitForStatus(page, 'saved');
    await waitForCode(grace.page, PAGE.replace('One', 'Two'));
    // Everyone goes on editing, and the page shows what is written once its script is another.
    await replace(grace.page, PAGE.replace('One', 'Three'), 'index.html');
    await waitForCode(page, PAGE.replace('One', 'Three'));
    await replace(page, SCRIPT, 'script.js');
    await page.getByRole('button', { name: 'Reload the preview' }).click();
    await until(async () => (await heading(page)) === 'Three');
    assert.is(await shown(page).locator('li').count(), 1);
    const others = [...ada.errors, ...grace.errors].filter((error) => error !== 'Error: broken');
    assert.equal(others, []);
  });
});

test.run();

/** Tidying a file in the editor: one step, which keeps what others wrote, and says what is wrong. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { choose, code, shown, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { waitForCode, withWorld, write } from '../support/editing.ts';
import { until } from '../support/until.ts';

const PAGE =
  '<!doctype html><html lang="en"><title>T</title><body><h1>One</h1><p>two</p></body></html>\n';
const TIDY = `<!doctype html>
<html lang="en">
  <title>T</title>
  <body>
    <h1>One</h1>
    <p>two</p>
  </body>
</html>
`;

test('a page, a style sheet and a script become tidy, each in one step that Undo takes back', () =>
  withWorld({}, async ({ editor }) => {
    const ada = await editor('tidy', 'Ada');
    const grace = await editor('tidy', 'Grace');
    const { page } = ada;
    await write(page, PAGE);
    await choose(page, 'Menu', /^Format this file/);
    await waitForCode(page, TIDY);
    await waitForCode(grace.page, TIDY);
    await page.getByText('index.html is formatted.').waitFor();
    await look(page, 'formatted', 'phone');
    await look(page, 'formatted', 'desktop');
    assert.equal(await accessibility(page), []);
    await shown(page).getByRole('heading', { name: 'One' }).waitFor();
    await code(page).focus();
    await page.keyboard.press('Control+Z');
    await waitForCode(page, PAGE);
    await page.keyboard.press('Control+Shift+Z');
    await waitForCode(page, TIDY);
    await page.keyboard.press('Alt+Shift+F');
    await page.getByText('index.html is formatted already.').waitFor();

    await write(page, 'h1{color:red;margin:0}', 'style.css');
    await page.keyboard.press('Alt+Shift+F');
    await waitForCode(page, 'h1 {\n  color: red;\n  margin: 0;\n}\n', 'style.css');
    await write(page, "if(true){console . log( 'x' )}", 'script.js');
    await page.keyboard.press('Alt+Shift+F');
    await waitForCode(page, 'if (true) {\n  console.log("x");\n}\n', 'script.js');
    await waitForStatus(page, 'saved');
    assert.equal([...ada.errors, ...grace.errors], []);
  }));

test('code that cannot be read stays as it is, and its line is named and shown', () =>
  withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('untidy', 'Ada');
    const broken = 'const a = 1;\nfunction ( {\n';
    await write(page, broken, 'script.js');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Alt+Shift+F');
    await page.getByText(/^script\.js, line 2: /).waitFor();
    await until(async () =>
      (await page.locator('.cm-activeLine').allTextContents()).includes('function ( {'),
    );
    await waitForCode(page, broken, 'script.js');
    await page.getByRole('tab', { name: /^Pictures and sounds/ }).click();
    await choose(page, 'Menu', /^Format this file/);
    await page.getByText('Open a page, a style sheet or a script first.').waitFor();
    // The preview runs the broken script.
    assert.equal(
      errors.filter((error) => !error.startsWith('SyntaxError')),
      [],
    );
  }));

test('a file that takes too long is given up, and stays as it is', () =>
  withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('endless', 'Ada');
    await write(page, PAGE);
    await page.clock.install();
    // A worker that never answers, as a formatter in an endless loop.
    await page.evaluate(() => {
      window.Worker.prototype.postMessage = () => undefined;
    });
    await page.keyboard.press('Alt+Shift+F');
    await until(async () => {
      await page.clock.fastForward(5_000);
      return page.getByText('index.html takes too long to format.').isVisible();
    });
    await waitForCode(page, PAGE);
    assert.equal(errors, []);
  }));

test('without a connection the editor says so, and formats once there is one', () =>
  withWorld({}, async ({ editor }) => {
    const { page, context } = await editor('away', 'Ada');
    await write(page, PAGE);
    await waitForStatus(page, 'saved');
    await context.setOffline(true);
    await page.keyboard.press('Alt+Shift+F');
    await page.getByText('The formatter could not be loaded.').waitFor();
    await context.setOffline(false);
    await page.keyboard.press('Alt+Shift+F');
    await waitForCode(page, TIDY);
  }));

test.run();

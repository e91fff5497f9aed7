/** The editor at three sizes, dark and light: nothing for axe to find, nothing off the screen. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { choose, shown, startFrom, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { look, SIZES } from '../support/chromium.ts';
import { withWorld, write } from '../support/editing.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const violations = v.array(
  v.object({ id: v.string(), nodes: v.array(v.object({ html: v.string() })) }),
);

/** What axe-core finds against WCAG 2.2 AA and its best practices, as "rule: element". */
async function audit(page: Page): Promise<string[]> {
  // Through the debugger, as an extension would: the page's own policy lets no such script in.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  const { result } = await session.send('Runtime.evaluate', {
    expression:
      'axe.run(document, { iframes: false }).then(({ violations }) => JSON.stringify(violations))',
    awaitPromise: true,
  });
  await session.detach();
  const found = v.parse(violations, JSON.parse(v.parse(v.string(), result.value)));
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the editor, its history, menus and questions are accessible (${colorScheme})`, async () => {
    await withWorld({}, async ({ editor }) => {
      const ada = await editor('looks', 'Ada Lovelace', { colorScheme });
      const grace = await editor('looks', 'Grace Hopper', { colorScheme });
      const { page } = ada;
      await startFrom(page);
      await shown(page).getByRole('heading', { name: 'Hello from looks' }).waitFor();
      await write(grace.page, '<!-- and a note -->');
      await waitForStatus(page, 'saved');
      assert.equal(await audit(page), []);
      for (const size of ['desktop', 'tablet', 'phone'] as const) {
        await look(page, `editor-${colorScheme}`, size);
        assert.is(await overflow(page), 0, `overflow at ${size}`);
        assert.equal(await audit(page), [], `editor at ${size}`);
      }
      await page.getByRole('button', { name: 'Site', exact: true }).click();
      await look(page, `editor-site-${colorScheme}`, 'phone');
      await page.getByRole('button', { name: 'Code', exact: true }).click();
      await page.setViewportSize(SIZES.desktop);

      await page.getByRole('button', { name: 'Menu' }).click();
      await look(page, `menu-${colorScheme}`);
      assert.equal(await audit(page), [], 'menu');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /\(you\)/ }).click();
      await look(page, `you-${colorScheme}`);
      assert.equal(await audit(page), [], 'you');
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: /Pictures/ }).click();
      assert.equal(await audit(page), [], 'pictures');

      await page.getByRole('button', { name: 'History' }).click();
      await page.getByRole('button', { name: 'Restore' }).waitFor();
      for (const size of ['desktop', 'tablet', 'phone'] as const) {
        await look(page, `history-${colorScheme}`, size);
        assert.is(await overflow(page), 0, `overflow at ${size}`);
        assert.equal(await audit(page), [], `history at ${size}`);
      }
      await page.getByRole('button', { name: 'Compare with now' }).click();
      assert.equal(await audit(page), [], 'changes');
    });
  });
}

test('on a phone a finger reaches code, site, menu and history', async () => {
  await withWorld({}, async ({ editor }) => {
    const phone = { viewport: SIZES.phone, hasTouch: true, isMobile: true };
    const { page, errors } = await editor('phone', 'Ada', phone);
    await page.getByRole('button', { name: /^Class page/ }).tap();
    await shown(page).getByRole('button', { name: 'Pick a name' }).tap();
    await shown(page)
      .locator('#picked', { hasText: /Amira|Ben|Chidi|Dana/ })
      .waitFor();
    await page.getByRole('button', { name: 'Code', exact: true }).tap();
    await page.getByRole('tab', { name: 'style.css' }).tap();
    await page.getByRole('textbox', { name: 'style.css code' }).tap();
    await choose(page, 'Menu', /^Keyboard/);
    await page.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'History' }).tap();
    await page.getByRole('button', { name: 'Restore' }).waitFor();
    for (const name of ['Menu', 'Insert', 'History']) {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox();
      assert.ok(box !== null && box.width >= 24 && box.height >= 24, `${name} is too small`);
    }
    assert.equal(errors, []);
  });
});

/** How bright the edge of a menu is, from 0 to 255: where there is more, it is darker. */
async function brightness(page: Page, side: 'top' | 'bottom'): Promise<number> {
  const box = await page.getByRole('menu').boundingBox();
  assert.ok(box);
  const y = side === 'top' ? box.y + 2 : box.y + box.height - 3;
  const clip = { x: box.x + box.width - 40, y, width: 1, height: 1 };
  const shot = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(image, 0, 0);
    return context?.getImageData(0, 0, 1, 1).data[0] ?? 0;
  }, shot);
}

test('the menu shows all items on a desktop, and where it cannot, that there are more', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('menu', 'Ada');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('menu');
    const hidden = () => menu.evaluate((one) => one.scrollHeight - one.clientHeight);
    assert.is(await hidden(), 0);
    const plain = await brightness(page, 'bottom');
    await page.setViewportSize({ width: 1440, height: 500 });
    assert.ok((await hidden()) > 0);
    assert.ok((await brightness(page, 'bottom')) < plain - 20);
    assert.ok(Math.abs((await brightness(page, 'top')) - plain) < 5);
    await page.keyboard.press('End');
    assert.ok(Math.abs((await brightness(page, 'bottom')) - plain) < 5);
    assert.ok((await brightness(page, 'top')) < plain - 20);
  });
});

test('the line between code and site moves by keyboard and by mouse, and stays moved', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('split', 'Ada');
    const line = page.getByRole('separator', { name: 'Resize the code' });
    await line.focus();
    await page.keyboard.press('ArrowRight');
    assert.is(await line.getAttribute('aria-valuenow'), '52');
    const box = await line.boundingBox();
    assert.ok(box !== null);
    await page.mouse.move(box.x + 2, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(SIZES.desktop.width * 0.3, box.y + 100);
    await page.mouse.up();
    assert.is(await line.getAttribute('aria-valuenow'), '30');
    await page.reload();
    await waitForStatus(page, 'saved');
    assert.is(await line.getAttribute('aria-valuenow'), '30');
  });
});

test.run();

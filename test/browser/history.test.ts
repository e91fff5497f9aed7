/** The timeline in a browser: versions with who and when, looks, changes, names, restoring. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shown, waitForSign } from '../../scripts/demo/hands.ts';
import { waitForCode, withWorld, write } from '../support/editing.ts';

test('an earlier version is seen, compared, named and restored as a new edit', async () => {
  await withWorld({}, async ({ editor, server }) => {
    const ada = await editor('past', 'Ada');
    await write(ada.page, '<h1>Before</h1>\n');
    await waitForSign(ada.page, 'saved');

    await ada.page.getByRole('button', { name: 'History' }).click();
    await ada.page.locator('.versions button', { hasText: 'Ada' }).first().waitFor();
    await ada.page.getByRole('button', { name: 'Name…' }).click();
    await ada.page.getByLabel('Name of this version').fill('The start');
    await ada.page.getByRole('button', { name: 'Keep' }).click();
    await ada.page.locator('.versions .named', { hasText: 'The start' }).waitFor();
    await ada.page.getByRole('button', { name: 'History' }).click();

    await write(ada.page, '<h2>After</h2>\n');
    await waitForSign(ada.page, 'saved');
    await ada.page.getByRole('button', { name: 'History' }).click();
    await ada.page.locator('.versions button', { hasText: 'The start' }).click();
    await shown(ada.page).getByRole('heading', { name: 'Before' }).waitFor();
    await ada.page.getByRole('button', { name: 'Changes since' }).click();
    await ada.page.locator('.cm-changedLine', { hasText: 'After' }).waitFor();
    assert.is(await ada.page.locator('.diff p', { hasText: 'The same as now' }).count(), 2);

    const grace = await editor('past', 'Grace');
    await ada.page.getByRole('button', { name: 'Restore' }).click();
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await waitForCode(grace.page, '<h1>Before</h1>\n');
    await ada.page.locator('.versions button', { hasText: 'restored' }).waitFor();

    await server.stop();
    await server.start();
    await waitForSign(grace.page, 'saved');
    await grace.page.goto(`${server.url}/member/past?history`);
    await grace.page.locator('.versions .named', { hasText: 'The start' }).waitFor();
    assert.equal(
      ada.errors.filter((text) => !text.includes('WebSocket')),
      [],
    );
  });
});

test.run();

/** A full history in a browser: its owner sees why nobody can edit, restores a version and makes room. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closeDialog, giveAuthenticator, makeMine } from '../../scripts/demo/member-actions.ts';
import { waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { waitForCode, withWorld, write } from '../support/editing.ts';
import { Editor } from '../support/sites.ts';
import { until } from '../support/until.ts';

/** A computer that does much else takes long for all that makes someone a member. */
const SLOW_MS = 240_000;

/** Short lines: a browser that does much else would take a second for each long one, and fall behind. */
const lines = (round: number): string => `${String(round % 10).repeat(59)}\n`.repeat(250);

/** Inserts and deletes until nobody can edit; stays, since a site that everyone leaves is stored again in fewer bytes. */
async function flood(port: number, site: string): Promise<Editor> {
  const mallory = await new Editor(port, site).ready();
  const isFull = () => mallory.permission?.reason === 'full';
  for (let round = 0; round < 60 && !isFull(); round++) {
    mallory.insert(lines(round));
    await until(() => mallory.settled || isFull());
    mallory.doc.getText('index.html').delete(0, mallory.text().length);
    await until(() => mallory.settled || isFull());
  }
  assert.ok(isFull());
  return mallory;
}

test('the owner of a site whose history is full restores a version, makes room, and everyone edits again', async () => {
  await withWorld({ env: { LIMITS: 'site_bytes=20000' } }, async (world) => {
    const { page } = await world.chromium.person();
    page.setDefaultTimeout(SLOW_MS);
    await giveAuthenticator(page);
    await page.goto(world.server.named('/member/class?edit'));
    await waitForStatus(page, 'saved');
    await write(page, '<h1>Our class</h1>');
    await page.locator('.save-status', { hasText: /^Saved$/ }).waitFor();
    await makeMine(page, 'Ada');
    await closeDialog(page);

    const mallory = await flood(Number(new URL(world.url('/')).port), 'class');
    await page.getByText('There is no space left for more edits.').first().waitFor();
    const visitor = await world.chromium.person();
    visitor.page.setDefaultTimeout(SLOW_MS);
    await visitor.page.goto(world.url('/member/class?history'));
    await visitor.page.locator('.versions [data-version]').first().waitFor();
    assert.is(await visitor.page.getByRole('button', { name: 'Restore', exact: true }).count(), 0);

    await page.getByRole('button', { name: 'History' }).click();
    await page.locator('.versions [data-version]').last().click();
    await look(page, 'full-history', 'phone');
    await look(page, 'full-history', 'desktop');
    assert.equal(await accessibility(page), []);
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.locator('.versions button', { hasText: 'restored' }).waitFor();
    await page.getByRole('button', { name: 'Erase older…' }).click();
    await page.getByText('Everything before the version shown is erased for good.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Make room…' }).click();
    const loaded = page.waitForEvent('load');
    await page.getByRole('dialog').getByRole('button', { name: 'Make room' }).click();
    await loaded;
    await page.goto(world.server.named('/member/class?edit'));
    await waitForStatus(page, 'saved');
    await waitForCode(page, '<h1>Our class</h1>');
    await write(page, '<p>again</p>');
    await waitForCode(page, '<h1>Our class</h1><p>again</p>');
    await waitForStatus(page, 'saved');
    mallory.cut();
  });
});

test.run();

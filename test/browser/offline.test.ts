/** Without a network, and without the page: edits are kept, told truly, and merge on return. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { waitForStatus } from '../../scripts/demo/page-actions.ts';
import type { Person } from '../support/chromium.ts';
import { codeOf, type World, waitForCode, withWorld, write } from '../support/editing.ts';

test('edits of both sides of a broken network merge when it returns', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('torn', 'Ada');
    const grace = await editor('torn', 'Grace');
    await write(ada.page, 'start\n');
    await waitForCode(grace.page, 'start\n');

    await ada.context.setOffline(true);
    await waitForStatus(ada.page, 'offline');
    await ada.page.getByText('Keep working; your edits will sync').waitFor();
    await write(ada.page, 'ada\n');
    await write(grace.page, 'grace\n');
    await waitForStatus(grace.page, 'saved');
    assert.is(await codeOf(ada.page), 'start\nada\n');
    assert.is(await codeOf(grace.page), 'start\ngrace\n');

    await ada.context.setOffline(false);
    await waitForStatus(ada.page, 'saved');
    const merged = await codeOf(ada.page);
    assert.ok(['start\nada\ngrace\n', 'start\ngrace\nada\n'].includes(merged), merged);
    await waitForCode(grace.page, merged);
  });
});

test('a server that takes no more connections from a network is busy, not away', async () => {
  await withWorld(
    { env: { LIMITS: 'sockets_per_address=1' } },
    async ({ editor, chromium, url }) => {
      const ada = await editor('taken', 'Ada');
      await write(ada.page, 'ada');
      await waitForStatus(ada.page, 'saved');
      const { page } = await chromium.person();
      await page.goto(url('/member/taken?edit'));
      await waitForStatus(page, 'busy');
      await page.getByText('The server is too busy to connect you right now').waitFor();
      await page.locator('.save-status', { hasText: 'Server busy' }).waitFor();
      await ada.page.close();
      await waitForStatus(page, 'saved');
      await waitForCode(page, 'ada');
    },
  );
});

/** Ada saves "first ", writes "second" while the server is stopped, and leaves; it starts again. */
async function editOffline({ editor, server }: World, site: string): Promise<Person> {
  const ada = await editor(site, 'Ada');
  await write(ada.page, 'first ');
  await waitForStatus(ada.page, 'saved');
  await server.stop();
  await waitForStatus(ada.page, 'offline');
  await write(ada.page, 'second');
  await ada.page.waitForTimeout(300);
  await ada.page.close();
  await server.start();
  return ada;
}

test('edits made without the server outlive the page and reach the others later', async () => {
  await withWorld({}, async (world) => {
    const { editor, url } = world;
    const ada = await editOffline(world, 'kept');
    const again = await ada.tab();
    await again.goto(url('/member/kept?edit'));
    await waitForCode(again, 'first second');
    await waitForStatus(again, 'saved');
    const grace = await editor('kept', 'Grace');
    await waitForCode(grace.page, 'first second');
  });
});

test('storage that responds too late changes nothing on the page, and is used the next time', async () => {
  await withWorld({}, async (world) => {
    const { url } = world;
    const ada = await editOffline(world, 'late');
    const slow = await ada.tab();
    await slow.addInitScript(() => {
      const open = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function (name, version) {
        const request = open.call(this, name, version);
        const listen = request.addEventListener.bind(request);
        request.addEventListener = (type: string, listener: EventListener) => {
          const late = type === 'success' ? () => setTimeout(listener, 3_000) : listener;
          listen(type, late);
        };
        return request;
      };
    });
    await slow.goto(url('/member/late?edit'));
    await waitForCode(slow, 'first ');
    await waitForStatus(slow, 'saved');
    await slow.waitForTimeout(2_000);
    assert.is(await codeOf(slow), 'first ');
    await slow.close();

    const again = await ada.tab();
    await again.goto(url('/'));
    await again.getByText('Unsaved edits in this browser').waitFor();
    await again.goto(url('/member/late?edit'));
    await waitForCode(again, 'first second');
    await waitForStatus(again, 'saved');
  });
});

test('a server that was killed has every edit that was marked saved', async () => {
  await withWorld({}, async ({ editor, server }) => {
    const ada = await editor('killed', 'Ada');
    await write(ada.page, 'durable');
    await waitForStatus(ada.page, 'saved');
    await server.stop('SIGKILL');
    await waitForStatus(ada.page, 'offline');
    await server.start();
    await waitForStatus(ada.page, 'saved');
    const grace = await editor('killed', 'Grace');
    await waitForCode(grace.page, 'durable');
  });
});

test('many edits in one browser are put together, not piled up', async () => {
  await withWorld({}, async ({ editor, url }) => {
    const { page } = await editor('many', 'Ada');
    for (let count = 0; count < 80; count += 1) await write(page, `${count} `);
    await waitForStatus(page, 'saved');
    const text = await codeOf(page);
    for (let visits = 0; visits < 2; visits += 1) {
      await page.goto(url('/member/many?edit'));
      await waitForCode(page, text);
    }
    const records = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('ensemble/many');
          opening.onsuccess = () => {
            const store = opening.result.transaction('updates').objectStore('updates');
            const counting = store.count();
            counting.onsuccess = () => resolve(counting.result);
          };
        }),
    );
    assert.ok(records < 20, `${records} records`);
  });
});

test.run();

/** The welcome site is created over the socket like any other, stored durably, and never replaces an existing site. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { teachDrummers, welcomeSite } from '../../scripts/welcome.ts';
import { exportSources, readSources } from '../../src/shared/site/export.ts';
import { decodeTaught } from '../../src/shared/taught.ts';
import { type SeedOptions, seedSite } from '../../src/sites/seed.ts';
import { start, waitFor } from '../support/program.ts';
import { Editor, withSites } from '../support/sites.ts';

const content = await welcomeSite(await teachDrummers());
const options = (port: number): SeedOptions => {
  const base = `http://127.0.0.1:${port}`;
  return { base, origin: base, username: 'welcome', content, key: '' };
};

test('the welcome site teaches four sounds at four corners', () => {
  const [instrument] = content.instruments;
  const { examples, mode_id } = decodeTaught(instrument?.taught ?? new Uint8Array());
  assert.is(mode_id, instrument?.mode);
  assert.is(new Set(examples.map(({ inputs }) => inputs.join())).size, 4);
  assert.ok(content.files['index.html'].includes(`taught="${instrument?.id}"`));
});

test('its sources come back as they were', () => {
  assert.equal(readSources(exportSources(content)), content);
  assert.throws(
    () => readSources('{"format":2}'),
    (error: unknown) => error instanceof RangeError,
  );
});

test('a seeded site is what any visitor and any editor finds, and is seeded once', async () => {
  await withSites({}, async ({ port, sites }) => {
    assert.is(await seedSite(options(port)), true);
    const page = await fetch(`http://127.0.0.1:${port}/member/welcome`);
    // In the attribute of a frame, where quotes are written as entities.
    const text = (await page.text()).replaceAll('&quot;', '"');
    assert.match(text, /<h1>Welcome<\/h1>/);
    assert.match(text, /<script type="text\/plain" data-taught="four_drummers">/);
    assert.is(sites.list({ search: '', offset: 0, count: 9 }).sites[0]?.display_name, 'Welcome');
    const editor = await new Editor(port, 'welcome').ready();
    editor.insert('mine ');
    await editor.save();
    editor.cut();
    assert.is(await seedSite(options(port)), false);
    const again = await (await fetch(`http://127.0.0.1:${port}/member/welcome`)).text();
    assert.ok(again.includes('mine <header>'), again.slice(0, 500));
  });
});

test('where the key is wrong the seed says so and writes nothing', async () => {
  await withSites({ keys: { edit: 'the right key of the house' } }, async ({ port, sites }) => {
    let refused = '';
    try {
      await seedSite({ ...options(port), key: 'another key altogether' });
    } catch (error) {
      refused = String(error);
    }
    assert.match(refused, /closed the connection: 44\d\d/);
    assert.is(sites.list({ search: '', offset: 0, count: 9 }).total, 0);
  });
});

test('the program makes it with --welcome where the store is empty, and leaves it alone afterwards', async () => {
  const program = start(['--port', '0', '--welcome']);
  const [, url = ''] = await waitFor(program, /"url":"([^"]+\/member\/welcome)"/);
  assert.match(await (await fetch(url)).text(), /<h1>Welcome<\/h1>/);
  program.child.kill();
  assert.is(await program.ended, 0);
});

test.run();

/** What the homepage lists, and what nothing on it tells. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { becomeMember } from '../support/authenticator.ts';
import { ask } from '../support/raw.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

async function write(port: number, site: string, name: string): Promise<Editor> {
  const editor = await new Editor(port, site).ready();
  editor.insert(`<p>by ${name}</p>`);
  await editor.save();
  return editor;
}

test('an unlisted site changes no byte of any list', () =>
  withSites({}, async ({ port, sites }) => {
    await write(port, 'listed', 'ada');
    const lists = ['/', '/?q=e', '/?q=secret', '/?page=2'];
    const bodies = async () =>
      Promise.all(lists.map(async (address) => (await ask(port, address)).body));
    const before = await bodies();
    const ada = await write(port, 'secret', 'ada');
    await until(() => sites.list({ search: '', offset: 0, count: 9 }).total === 2);
    assert.not.equal(await bodies(), before);
    await becomeMember(ada, port, 'Ada');
    await ada.request({ op: 'claim' });
    await ada.request({ op: 'set-access', listed: false });
    assert.equal(await bodies(), before);
    ada.insert('more');
    await ada.save();
    assert.equal(await bodies(), before);
    assert.match((await ask(port, '/member/secret')).body, /by ada/);
    await ada.request({ op: 'set-access', listed: true });
    assert.not.equal(await bodies(), before);
  }));

test('a card opens its site, and its editor', () =>
  withSites({}, async ({ port, sites }) => {
    await write(port, 'ada', 'ada');
    await until(() => sites.list({ search: '', offset: 0, count: 9 }).total === 1);
    const { body } = await ask(port, '/');
    const [card = ''] = /<li class="card">.*?<\/li>/s.exec(body) ?? [];
    assert.match(card, /href="\/member\/ada"/);
    assert.match(card, /href="\/member\/ada\?edit"[^>]*>Edit/);
  }));

test.run();

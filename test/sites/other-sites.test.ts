/** The request `sites`: what the homepage lists, for the editor of another site. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { setMeta } from '../../src/shared/site/document.ts';
import { SitesReply } from '../../src/shared/site/sites-protocol.ts';
import { Editor, withSites } from '../support/sites.ts';

const OPERATOR = { keys: { operator: 'op' } };

/** Creates a site. */
async function create(port: number, name: string, displayName = ''): Promise<Editor> {
  const editor = await new Editor(port, name, { key: 'op' }).ready();
  editor.insert(name);
  if (displayName !== '') setMeta(editor.doc, 'displayName', displayName);
  return editor.save();
}

async function ask(editor: Editor, search?: string): Promise<{ names: string[]; more: boolean }> {
  const { ok, value } = await editor.request({
    op: 'sites',
    ...(search !== undefined && { search }),
  });
  assert.ok(ok);
  const { sites, more } = v.parse(SitesReply, value);
  return { names: sites.map(({ username, displayName }) => displayName || username), more };
}

test('lists the sites of the homepage, latest first, without the one that asks', async () => {
  await withSites(OPERATOR, async ({ port }) => {
    const names: string[] = [];
    for (const name of ['ada', 'ben', 'cleo']) {
      (await create(port, name, name === 'ben' ? 'Bénédicte' : '')).cut();
      names.unshift(name === 'ben' ? 'Bénédicte' : name);
    }
    const fresh = await new Editor(port, 'fresh').ready();
    const all = await ask(fresh);
    assert.equal([...all.names].sort(), [...names].sort());
    assert.not(all.more);
    assert.equal((await ask(fresh, ' BÉNÉ ')).names, ['Bénédicte']);
    assert.equal((await ask(fresh, 'ben')).names, ['Bénédicte'], 'by its address');
    assert.equal((await ask(fresh, 'nobody')).names, []);
    const ada = await new Editor(port, 'ada').ready();
    assert.equal((await ask(ada)).names.sort(), ['Bénédicte', 'cleo']);
  });
});

test('hidden and removed sites are not in it', async () => {
  await withSites(OPERATOR, async ({ port }) => {
    for (const [name, op] of [
      ['hidden', 'hide'],
      ['removed', 'remove'],
    ] as const) {
      const editor = await create(port, name);
      assert.ok((await editor.request({ op })).ok);
      editor.cut();
    }
    (await create(port, 'shown')).cut();
    const fresh = await new Editor(port, 'fresh').ready();
    assert.equal((await ask(fresh)).names, ['shown']);
  });
});

test('a reply has as many sites as a page of the homepage, and says when there are more', async () => {
  await withSites({ ...OPERATOR, limits: { sites_per_page: 2 } }, async ({ port }) => {
    const fresh = await new Editor(port, 'fresh').ready();
    for (const [name, expected] of [
      ['one', [1, false]],
      ['two', [2, false]],
      ['three', [2, true]],
    ] as const) {
      (await create(port, name)).cut();
      const { names, more } = await ask(fresh);
      assert.equal([names.length, more], expected, name);
    }
    for (const name of ['one', 'two', 'three']) {
      const own = await new Editor(port, name).ready();
      const { names, more } = await ask(own);
      assert.equal([names.length, names.includes(name), more], [2, false, false]);
      own.cut();
    }
  });
});

test('a search is a short text and nothing else', async () => {
  await withSites({}, async ({ port }) => {
    const fresh = await new Editor(port, 'fresh').ready();
    for (const search of ['x'.repeat(65), '\0'.repeat(400)]) {
      const { ok, value } = await fresh.request({ op: 'sites', search });
      assert.equal([ok, value['code']], [false, 'request']);
    }
    assert.equal((await ask(fresh, '__proto__')).names, []);
  });
});

test.run();

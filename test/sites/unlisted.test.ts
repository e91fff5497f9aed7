/** Sites that their owner keeps off the homepage: whoever has the address opens them, and no list names them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { SitesReply } from '../../src/shared/site/sites-protocol.ts';
import { becomeMember } from '../support/authenticator.ts';
import { ask } from '../support/raw.ts';
import { Editor, withSites } from '../support/sites.ts';

const NAME = 'quiet-corner';

test('an unlisted site is on no list, opens by its address, and can be listed again', () =>
  withSites({}, async ({ port }) => {
    const ada = await new Editor(port, NAME).ready();
    ada.insert('<h1>By Ada</h1>');
    await ada.save();
    await becomeMember(ada, port, 'Ada');
    assert.ok((await ada.request({ op: 'claim' })).ok);
    const bob = await new Editor(port, 'bob').ready();
    bob.insert('by bob');
    await bob.save();

    /** Where the site is named: the homepage, its search, and what editors offer to remix. */
    const lists = async (): Promise<boolean[]> => {
      const pages = await Promise.all(['/', `/?q=${NAME}`].map((path) => ask(port, path)));
      const { value } = await bob.request({ op: 'sites', search: 'quiet' });
      const { sites } = v.parse(SitesReply, value);
      return [
        ...pages.map(({ body }) => body.includes(`/member/${NAME}`)),
        sites.some(({ username }) => username === NAME),
      ];
    };
    assert.equal(await lists(), [true, true, true]);
    const stranger = await new Editor(port, NAME).ready();
    assert.is((await stranger.request({ op: 'set-access', listed: false })).value['code'], 'owner');
    assert.equal(await lists(), [true, true, true]);

    assert.ok((await ada.request({ op: 'set-access', listed: false })).ok);
    assert.equal(await lists(), [false, false, false]);
    const page = await ask(port, `/member/${NAME}`);
    assert.is(page.status, 200);
    assert.match(page.body, 'By Ada');
    stranger.insert('and a stranger');
    await stranger.save();
    assert.equal(await lists(), [false, false, false], 'an edit lists it no more');

    assert.ok((await ada.request({ op: 'set-access', listed: true })).ok);
    assert.equal(await lists(), [true, true, true]);
  }));

test.run();

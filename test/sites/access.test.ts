/** Keys: what each gives, over the socket and in the rules. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { permissionFor, rightsOf, sameKey } from '../../src/sites/access.ts';
import type { SiteRecord } from '../../src/sites/records.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const EDIT = 'the edit key of the house';
const OPERATOR = 'the operator key of the house';

test('keys are compared whole, and an unset one is matched by nothing', () => {
  assert.ok(sameKey(EDIT, EDIT));
  assert.not(sameKey(EDIT.slice(1), EDIT));
  assert.not(sameKey('', ''));
});

const cases: readonly (readonly [string, string, string, string | undefined])[] = [
  // given, edit key, operator key, rights
  ['', '', '', 'edit'],
  ['', EDIT, '', 'read'],
  [EDIT, EDIT, '', 'edit'],
  ['wrong', EDIT, '', undefined],
  [OPERATOR, EDIT, OPERATOR, 'operate'],
  [OPERATOR, '', OPERATOR, 'operate'],
  ['wrong', '', OPERATOR, undefined],
  ['kept from before', '', '', 'edit'],
];
for (const [given, edit, operator, rights] of cases) {
  test(`key "${given}" where edit is "${edit}" and operator "${operator}": ${rights}`, () => {
    assert.is(rightsOf(given, { edit, operator }), rights);
  });
}

const record: SiteRecord = {
  name: 'ada',
  incarnation: 'x',
  createdMs: 1,
  editedMs: 1,
  seq: 1,
  bytes: 1,
  displayName: '',
  locked: false,
  hidden: false,
  removedMs: 0,
};

test('moderation comes before obstacles, obstacles before a missing key; an operator goes on', () => {
  assert.equal(permissionFor('edit', undefined, ''), { access: 'edit', reason: '' });
  assert.equal(permissionFor('read', record, ''), { access: 'read', reason: 'key' });
  assert.equal(permissionFor('edit', record, 'full'), { access: 'read', reason: 'full' });
  const locked = { ...record, locked: true };
  assert.equal(permissionFor('edit', locked, 'full'), { access: 'read', reason: 'locked' });
  assert.equal(permissionFor('operate', locked, ''), { access: 'operate', reason: '' });
  assert.equal(permissionFor('edit', { ...locked, removedMs: 5 }, ''), {
    access: 'read',
    reason: 'removed',
  });
});

test('without the key one reads what others write, and what one writes goes nowhere', async () => {
  await withSites({ keys: { edit: EDIT } }, async ({ port }) => {
    const ada = await new Editor(port, 'ada', { key: EDIT }).ready();
    ada.insert('by ada');
    await ada.save();
    const reader = await new Editor(port, 'ada').ready();
    assert.equal(reader.permission, { access: 'read', reason: 'key' });
    reader.insert('by a stranger ');
    const plain = await new Editor(port, 'ada', { plain: true }).ready();
    plain.insert('by a provider ');
    await until(() => plain.heard.some(({ kind }) => kind === 'denied'));
    const { ok, value } = await reader.request({ op: 'restore', at: 1 });
    assert.not(ok);
    assert.is(value['code'], 'access');
    ada.insert('!', 6);
    await ada.save();
    await until(() => reader.text().includes('by ada!'));
    const later = await new Editor(port, 'ada').ready();
    assert.is(later.text(), 'by ada!');
    assert.not(reader.settled);
    assert.is(reader.closed, undefined);
  });
});

test('a wrong key closes with 4401, an unknown version with 4426', async () => {
  const { encodeHello } = await import('../../src/shared/site/protocol.ts');
  await withSites({ keys: { edit: EDIT } }, async ({ port }) => {
    assert.is(await new Editor(port, 'ada', { key: 'wrong' }).gone(), 4401);
    const other = new Editor(port, 'ada', { plain: true });
    other.ws.removeAllListeners('open');
    other.ws.on('open', () => other.ws.send(encodeHello('', '', 2)));
    assert.is(await other.gone(), 4426);
  });
});

test.run();

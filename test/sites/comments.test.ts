/** Comments of a site: who is told of them, who may change them, and what hostile ones meet. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { decodeServerMessage, encodeRequest } from '../../src/shared/site/protocol.ts';
import { addFile, deleteFile, rootOfFile } from '../../src/shared/site/text-files.ts';
import { becomeMember, guest } from '../support/authenticator.ts';
import { codeOf, comment, commentOn, commentsOf, heardComments } from '../support/comments.ts';
import { invite } from '../support/identity.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const PAGE = '<h1>Hello world</h1>\n<p>Some text</p>\n';

/** Ada has a site with a page; a guest unless she becomes somebody. */
async function started(port: number, name = 'Ada'): Promise<Editor> {
  const ada = await guest(port, 'ada', name);
  ada.insert(PAGE);
  await ada.save();
  return ada;
}

async function another(port: number, name: string): Promise<Editor> {
  const editor = await guest(port, 'ada', name);
  await until(() => editor.text() === PAGE);
  return editor;
}

test('a comment and its replies reach every editor, and say who wrote them', () =>
  withSites({}, async ({ port }) => {
    const ada = await started(port);
    await becomeMember(ada, port, 'Ada');
    const bob = await another(port, 'Bob');
    assert.equal(await commentsOf(bob), []);
    const first = await comment(ada, 'world', 'Which\r\nworld?\u202e');
    assert.is(await codeOf(bob, { op: 'reply', thread: first.id, text: 'This one.' }), 'ok');
    await until(() => heardComments(bob).length === 2);
    const [one, two] = heardComments(bob);
    assert.equal(
      [one?.text, one?.quote, one?.file, one?.by, one?.member, one?.mine],
      ['Which\nworld?', 'world', 'index.html', 'Ada', true, false],
    );
    assert.equal(
      [two?.thread, two?.text, two?.by, two?.member, two?.mine],
      [first.id, 'This one.', 'Bob', false, true],
    );
    assert.equal(
      (await commentsOf(ada)).map(({ mine }) => mine),
      [true, false],
    );
  }));

test('an added file has comments, before anybody has visited the site, and none once it is deleted', () =>
  withSites({}, async ({ port }) => {
    const ada = await guest(port, 'ada', 'Ada');
    addFile(ada.doc, 'poem.html', '<p>A poem</p>');
    await ada.save();
    const root = rootOfFile(ada.doc, 'poem.html');
    const asked = commentOn(ada, 'poem', 'By whom?', root);
    assert.is(await codeOf(ada, asked), 'ok');
    const [said] = await commentsOf(ada);
    assert.equal([said?.file, said?.quote], ['poem.html', 'poem']);
    deleteFile(ada.doc, 'poem.html');
    await ada.save();
    assert.is(await codeOf(ada, asked), 'anchor');
  }));

test('a thread is resolved by any editor, reopened, and reopened by a reply', () =>
  withSites({}, async ({ port }) => {
    const ada = await started(port);
    const bob = await another(port, 'Bob');
    const { id } = await comment(ada, 'world', 'Which?');
    const kinds = async () => (await commentsOf(ada)).map(({ kind, by }) => `${kind} ${by}`);
    for (const resolved of [true, true, false, true]) {
      assert.is(await codeOf(bob, { op: 'resolve', thread: id, resolved }), 'ok');
    }
    assert.is(await codeOf(ada, { op: 'reply', thread: id, text: 'Still.' }), 'ok');
    assert.equal(await kinds(), [
      'comment Ada',
      'resolve Bob',
      'reopen Bob',
      'resolve Bob',
      'reopen Ada',
      'comment Ada',
    ]);
    for (const request of [
      { op: 'resolve', thread: 99, resolved: true },
      { op: 'reply', thread: 99, text: 'x' },
      { op: 'reply', thread: 2, text: 'x' },
      { op: 'delete-comment', comment: 2 },
    ] as const) {
      assert.is(await codeOf(bob, request), 'comment', JSON.stringify(request));
    }
  }));

test('a reader receives no byte of a comment', () =>
  withSites({}, async ({ port }) => {
    const ada = await started(port);
    await becomeMember(ada, port, 'Ada');
    await ada.request({ op: 'claim' });
    await ada.request({ op: 'set-access', editors: 'link' });
    const link = await invite(ada, { once: false });
    const [reader, plain] = [
      await new Editor(port, 'ada').ready(),
      await new Editor(port, 'ada', { plain: true }).ready(),
    ];
    const bytes: Buffer[] = [];
    for (const { ws } of [reader, plain]) {
      ws.on('message', (data) => data instanceof Buffer && bytes.push(data));
    }
    const holder = await new Editor(port, 'ada', { key: link }).ready();
    await until(() => holder.text() === PAGE);
    assert.equal(await commentsOf(holder), []);
    for (const one of [reader, plain]) {
      assert.is(await codeOf(one, { op: 'comments' }), 'access');
      assert.is(await codeOf(one, { op: 'reply', thread: 1, text: 'x' }), 'access');
    }
    const { id } = await comment(ada, 'world', 'CONFIDENTIAL');
    await until(() => heardComments(holder).length === 1);
    // Whoever may not edit any more is told no more either.
    const { value } = await ada.request({ op: 'access' });
    const [{ id: revoked }] = Array.isArray(value['links']) ? value['links'] : [];
    await ada.request({ op: 'revoke', link: String(revoked) });
    await until(() => holder.permission?.access === 'read');
    await ada.request({ op: 'reply', thread: id, text: 'CONFIDENTIAL too' });
    assert.is(await codeOf(holder, { op: 'comments' }), 'access');
    assert.is(heardComments(holder).length, 1);
    ada.insert('!');
    await until(() => reader.text().startsWith('!') && plain.text().startsWith('!'));
    const sent = Buffer.concat(bytes).toString('latin1');
    assert.ok(sent.length > 0 && !sent.includes('CONFIDENTIAL'));
    for (const query of ['', '?live', '?export', '?edit', '?preview', '?history']) {
      const page = await fetch(`http://127.0.0.1:${port}/member/ada${query}`);
      assert.not.ok((await page.text()).includes('CONFIDENTIAL'), query);
    }
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(ada.doc));
    assert.not.ok(JSON.stringify(doc.toJSON()).includes('CONFIDENTIAL'));
  }));

test("a comment in someone else's name is refused", () =>
  withSites({}, async ({ port }) => {
    const ada = await started(port);
    await becomeMember(ada, port, 'Ada');
    const bob = await another(port, 'Ada');
    const asked = commentOn(bob, 'world', 'I am Ada');
    for (const more of [{ by: 'Ada' }, { author: 'x' }, { member: true }, { atMs: 1 }]) {
      const id = 900 + Object.keys(more).length;
      bob.heard.length = 0;
      const request = Object.assign({}, asked, more);
      bob.ws.send(encodeRequest(id, request));
      const find = () => bob.heard.find((one) => one.kind === 'reply' && one.id === id);
      await until(() => find() !== undefined);
      const reply = find();
      assert.ok(reply?.kind === 'reply' && !reply.ok && reply.json.includes('"request"'));
    }
    const before = Date.now();
    const said = await comment(bob, 'world', 'I am Ada');
    assert.equal([said.by, said.member], ['Ada (guest)', false]);
    assert.ok(said.atMs >= before && said.atMs <= Date.now());
    assert.is((await commentsOf(ada)).length, 1);
  }));

test("an editor cannot delete someone else's comment", () =>
  withSites({ keys: { operator: 'the operator key of the house' } }, async ({ port }) => {
    const ada = await started(port);
    const [bob, cyd] = [await another(port, 'Bob'), await another(port, 'Cyd')];
    const nobody = await new Editor(port, 'ada', { name: 'Dan' }).ready();
    await until(() => nobody.text() === PAGE);
    const { id } = await comment(bob, 'world', 'Mine');
    const other = await comment(nobody, 'Some', 'From a browser without a key');
    for (const editor of [ada, cyd, nobody]) {
      assert.is(await codeOf(editor, { op: 'delete-comment', comment: id }), 'author');
      assert.is(await codeOf(editor, { op: 'edit-comment', comment: id, text: 'x' }), 'author');
    }
    assert.is(await codeOf(bob, { op: 'edit-comment', comment: id, text: 'Changed' }), 'ok');
    await becomeMember(ada, port, 'Ada');
    await ada.request({ op: 'claim' });
    assert.is(await codeOf(ada, { op: 'edit-comment', comment: id, text: 'x' }), 'author');
    assert.is(await codeOf(cyd, { op: 'reply', thread: id, text: 'Reply' }), 'ok');
    assert.is(await codeOf(ada, { op: 'delete-comment', comment: id }), 'ok');
    assert.is(await codeOf(bob, { op: 'delete-comment', comment: id }), 'comment');
    const [first] = await commentsOf(cyd);
    assert.equal([first?.text, first?.deleted?.by, first?.by], ['', 'Ada', 'Bob']);
    assert.is(await codeOf(nobody, { op: 'delete-comment', comment: other.id }), 'ok');
    const last = await comment(cyd, 'text', 'Spam');
    const key = 'the operator key of the house';
    const operator = await new Editor(port, 'ada', { key, name: 'Operator' }).ready();
    assert.is(await codeOf(operator, { op: 'delete-comment', comment: last.id }), 'ok');
  }));

test('a member deletes what they wrote as a guest of the same browser', () =>
  withSites({}, async ({ port }) => {
    const ada = await started(port);
    const { id } = await comment(ada, 'world', 'As a guest');
    await ada.request({ op: 'challenge' });
    const bob = await another(port, 'Bob');
    const before = await comment(bob, 'Some', 'Before');
    await becomeMember(ada, port, 'Ada');
    // Another key was made for it: what the old one wrote is not hers any more.
    assert.is(await codeOf(ada, { op: 'delete-comment', comment: id }), 'author');
    assert.is(await codeOf(bob, { op: 'delete-comment', comment: before.id }), 'ok');
  }));

test('a hostile anchor is refused and delays nobody', () =>
  withSites({}, async ({ port }) => {
    const ada = await started(port);
    const bob = await new Editor(port, 'ada', { from: '127.0.0.2' }).ready();
    ada.insert('body { color: red }', 0, 'style.css');
    await ada.save();
    const request = commentOn(ada, 'world', 'x');
    if (request.op !== 'comment') throw new Error('no comment');
    const { anchor } = request;
    const css = ada.doc.getText('style.css');
    const foreign = Y.createRelativePositionFromTypeIndex(css, 2).item;
    if (foreign === null) throw new Error('no item');
    const elsewhere = { client: foreign.client, clock: foreign.clock };
    const far = { client: anchor.start.client, clock: Number.MAX_SAFE_INTEGER };
    const hostile = [
      { ...anchor, root: 'style.css' },
      { ...anchor, root: 'meta' },
      { ...anchor, root: 'assets' },
      { ...anchor, root: 'text:aaaaaaaaaaaa' },
      { ...anchor, root: '__proto__' },
      { ...anchor, root: '' },
      { ...anchor, start: elsewhere },
      { ...anchor, end: elsewhere },
      { ...anchor, start: anchor.end, end: anchor.start },
      { ...anchor, start: far, end: far },
      { ...anchor, start: { client: 0, clock: 0 } },
    ];
    for (const one of hostile) {
      const code = await codeOf(ada, { op: 'comment', anchor: one, text: 'x' });
      assert.is(code, 'anchor', JSON.stringify(one));
    }
    for (const bad of [-1, 0.5, Number.NaN, 1e300]) {
      const wrong = { ...anchor, start: { client: 1, clock: bad } };
      assert.is(await codeOf(ada, { op: 'comment', anchor: wrong, text: 'x' }), 'request');
    }
    // A text of many pieces, and many anchors in it at once: someone else's edit is stored meanwhile.
    ada.doc.transact(() => {
      for (let at = 0; at < 3_000; at++) ada.insert('ab');
    });
    await ada.save();
    const many = Array.from({ length: 40 }, () =>
      codeOf(ada, { op: 'comment', anchor: { ...anchor, start: far }, text: 'x' }),
    );
    bob.insert('meanwhile', 0, 'script.js');
    await bob.save();
    assert.equal([...new Set(await Promise.all(many))], ['anchor']);
    assert.is(ada.closed, undefined);
    assert.equal(await commentsOf(ada), []);
  }));

test('a comment over a limit gets a code, also when many arrive at once', async () => {
  const at = (
    limits: Parameters<typeof withSites>[0]['limits'],
    body: (ada: Editor, port: number) => Promise<void>,
  ) =>
    withSites({ ...(limits && { limits }) }, async ({ port }) => body(await started(port), port));
  const said = async (editor: Editor, texts: readonly string[]) => {
    const codes = texts.map((text) => codeOf(editor, commentOn(editor, 'world', text)));
    return (await Promise.all(codes)).sort();
  };
  const six = ['1', '2', '3', '4', '5', '6'];
  const half = ['ok', 'ok', 'ok'];
  await at({ comment_characters: 5 }, async (ada) => {
    assert.equal(await said(ada, ['12345', ' 12345 \n', '123456', '', ' \u202e ']), [
      'ok',
      'ok',
      'text',
      'text',
      'text',
    ]);
    assert.is(await codeOf(ada, { op: 'edit-comment', comment: 1, text: '123456' }), 'text');
  });
  await at({ comments_per_site: 3 }, async (ada, port) => {
    assert.equal(await said(ada, six), ['full', 'full', 'full', ...half]);
    // A thread of which nothing is left makes room.
    assert.is(await codeOf(ada, { op: 'delete-comment', comment: 1 }), 'ok');
    assert.equal(await said(await another(port, 'Bob'), ['x', 'y']), ['full', 'ok']);
    assert.equal(
      (await commentsOf(ada)).map(({ id }) => id),
      [2, 3, 4],
    );
  });
  await at({ comments_per_author: 3 }, async (ada, port) => {
    assert.equal(await said(ada, six), ['full', 'full', 'full', ...half]);
    assert.equal(await said(await another(port, 'Bob'), ['x']), ['ok']);
  });
  await at({ comment_bytes_per_site: 1_500 }, async (ada) => {
    const codes = await said(
      ada,
      six.map((text) => text.repeat(300)),
    );
    assert.equal([...new Set(codes)], ['full', 'ok']);
  });
  await at({ comments_per_author_minute: 3 }, async (ada, port) => {
    assert.equal(await said(ada, six), ['growth', 'growth', 'growth', ...half]);
    assert.equal(await said(await another(port, 'Bob'), ['x']), ['ok']);
    assert.is(await codeOf(ada, { op: 'resolve', thread: 1, resolved: true }), 'growth');
    assert.is(await codeOf(ada, { op: 'delete-comment', comment: 1 }), 'ok');
  });
  await at({ comments_per_address_minute: 3 }, async (ada, port) => {
    assert.equal(await said(ada, six), ['growth', 'growth', 'growth', ...half]);
    assert.equal(await said(await another(port, 'Bob'), ['x']), ['growth']);
  });
});

test('a frame with a comment holds nothing else', () => {
  const frame = Uint8Array.of(70, 2, 123, 125);
  assert.equal(decodeServerMessage(frame), { kind: 'comment', json: '{}' });
  assert.throws(() => decodeServerMessage(Uint8Array.of(70, 2, 123, 125, 0)), /bytes are left/);
});

test.run();

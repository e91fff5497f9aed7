/** Headers of published sites outlive their documents: asking for them does not make pages anew. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { setAsset } from '../../src/shared/site/document.ts';
import { ask } from '../support/raw.ts';
import { countReads, Editor, withSites } from '../support/sites.ts';

const SITES = 8;
const PICTURES = ['a.png', 'b.png', 'c.png'];
const PICTURE_BYTES = 2_000_000;

const names = Array.from({ length: SITES }, (_, at) => `pictures-${at}`);

async function heavySite(port: number, name: string): Promise<Editor> {
  const editor = await new Editor(port, name).ready();
  editor.doc.transact(() => {
    for (const picture of PICTURES) {
      editor.insert(`<img src="${picture}">`);
      setAsset(editor.doc, { name: picture, bytes: new Uint8Array(PICTURE_BYTES) });
    }
  });
  return editor.save();
}

test('eight sites full of pictures are made once each, however often their headers are asked for', () =>
  withSites({}, async (running) => {
    const { port } = running;
    const editors: Editor[] = [];
    for (const name of names) editors.push(await heavySite(port, name));
    const made = countReads(running);
    const etags = new Map<string, string>();
    for (let round = 0; round < 3; round += 1) {
      for (const name of names) {
        const { status, headers } = await ask(port, `/member/${name}`, { method: 'HEAD' });
        const etag = headers['etag'] ?? '';
        assert.is(status, 200);
        assert.ok(Number(headers['content-length']) > PICTURES.length * PICTURE_BYTES);
        assert.is(etags.get(name) ?? etag, etag);
        etags.set(name, etag);
      }
    }
    assert.is(made(), SITES);
    for (const [name, etag] of etags) {
      const known = await ask(port, `/member/${name}`, { headers: `If-None-Match: ${etag}\r\n` });
      assert.is(known.status, 304);
    }
    assert.is(made(), SITES);

    const whole = await ask(port, `/member/${names[0]}`);
    assert.is(whole.headers['etag'], etags.get(names[0] ?? ''));
    assert.ok(whole.body.length > PICTURES.length * PICTURE_BYTES);
    assert.is(made(), SITES + 1, 'a document that made room is made again for whoever needs it');

    editors[1]?.insert('new ');
    await editors[1]?.save();
    const changed = await ask(port, `/member/${names[1]}`, { method: 'HEAD' });
    assert.is.not(changed.headers['etag'], etags.get(names[1] ?? ''));
    for (const editor of editors) editor.cut();
  }));

test.run();

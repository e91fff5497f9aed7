/** Names of pictures and sounds: valid, near to those of people's files, and never somebody else's. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assetProblem } from '../../src/shared/site/document.ts';
import { assetName } from '../../src/web/editor/asset-name.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

/** [file, its name on a site that is empty] */
const NAMES: readonly (readonly [string, string])[] = [
  ['cat.png', 'cat.png'],
  ['My Cat.PNG', 'My-Cat.PNG'],
  ['Café (2).jpg', 'Cafe-2.jpg'],
  ['фото.png', 'picture.png'],
  ['🎉.gif', 'picture.gif'],
  ['звук.mp3', 'sound.mp3'],
  ['фильм.mp4', 'video.mp4'],
  ['фото 1.png', '1.png'],
  ['.png', 'picture.png'],
  ['../../x.png', 'x.png'],
  [`${'long '.repeat(40)}.webp`, `${'long-'.repeat(11)}l.webp`],
];

for (const [file, name] of NAMES) {
  test(`"${file}" becomes ${name}`, () => {
    const named = assetName(file, bytes(1), []);
    assert.equal(named, { name });
    assert.is(assetProblem({ name: named.name, bytes: bytes(1) }, []), undefined);
  });
}

test('another file of the same name stays, and the same file is not added twice', () => {
  const assets = [{ name: 'IMG_0001.png', bytes: bytes(1) }];
  assert.equal(assetName('IMG_0001.png', bytes(1), assets), { name: 'IMG_0001.png' });
  const second = assetName('img_0001.png', bytes(2), assets);
  assert.equal(second, { name: 'img_0001-2.png', taken: 'img_0001.png' });
  assets.push({ name: second.name, bytes: bytes(2) });
  assert.equal(assetName('img_0001.png', bytes(2), assets), { name: 'img_0001-2.png' });
  assert.is(assetName('IMG_0001.png', bytes(3), assets).name, 'IMG_0001-3.png');
});

test('a long name leaves room for its number', () => {
  const file = `${'x'.repeat(100)}.png`;
  const assets: { name: string; bytes: Uint8Array }[] = [];
  for (let number = 0; number < 64; number += 1) {
    const asset = { name: assetName(file, bytes(number), assets).name, bytes: bytes(number) };
    assert.is(assetProblem(asset, assets), undefined);
    assets.push(asset);
  }
  assert.is(new Set(assets.map(({ name }) => name)).size, 64);
});

test.run();

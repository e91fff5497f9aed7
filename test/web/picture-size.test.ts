/** Sizes of pictures from their headers, as encoders write them, cut anywhere, and out of random bytes. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pictureSize } from '../../src/web/editor/picture-size.ts';

const hex = (text: string): Uint8Array =>
  new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const latin1 = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

/** The first bytes of files of 300 × 200. */
const PICTURES: Readonly<Record<string, Uint8Array>> = {
  'JPEG, baseline': hex(
    'ffd8 ffe0 0010 4a46494600010100000100010000 ffc0 0011 08 00c8 012c 03012200021101031101',
  ),
  'JPEG, progressive, after Exif and tables': hex(
    'ffd8 ffe1 0008 457869660000 ffdb 0004 0000 ffc4 0004 0000 ff ffc2 0011 08 00c8 012c 03012200021101031101',
  ),
  PNG: hex('89504e470d0a1a0a 0000000d 49484452 0000012c 000000c8 08060000'),
  GIF: hex('474946383961 2c01 c800 f70000'),
  'WebP, lossy': hex(
    `${latin1('RIFF')} 00000000 ${latin1('WEBPVP8 ')} 00000000 300000 9d012a 2c01 c800`,
  ),
  // 299 and 199 in 14 bits each.
  'WebP, lossless': hex(`${latin1('RIFF')} 00000000 ${latin1('WEBPVP8L')} 00000000 2f 2bc13100`),
  'WebP, extended': hex(
    `${latin1('RIFF')} 00000000 ${latin1('WEBPVP8X')} 0a000000 10000000 2b0100 c70000`,
  ),
  'AVIF, of tiles': hex(
    `0000001c ${latin1('ftypavif')} 00000000 00000014 ${latin1('ispe')} 00000000 00000040 00000040
     00000014 ${latin1('ispe')} 00000000 0000012c 000000c8`.replaceAll(/\s/g, ''),
  ),
};

for (const [kind, bytes] of Object.entries(PICTURES)) {
  test(`${kind}: its size is read`, () => {
    assert.equal(pictureSize(bytes), { width: 300, height: 200 });
  });
}

test('sizes beyond 16 and 31 bits are read as they are', () => {
  const png = PICTURES['PNG']?.slice() ?? new Uint8Array();
  png.set([0xff, 0xff, 0xff, 0xff], 16);
  assert.is(pictureSize(png)?.width, 2 ** 32 - 1);
});

test('what is no picture, or is cut before its size, has none', () => {
  for (const bytes of [
    new Uint8Array(),
    hex('ffd8'),
    hex('ffd8 ffe0 0010'),
    hex('3c737667'),
    hex('ffd8 00'),
  ]) {
    assert.is(pictureSize(bytes), undefined);
  }
});

test('any bytes give a size or none, soon', () => {
  const heads = Object.values(PICTURES);
  const bytes = fc.tuple(fc.constantFrom(...heads), fc.nat(60), fc.uint8Array({ maxLength: 200 }));
  fc.assert(
    fc.property(bytes, ([head, cut, rest]) => {
      const size = pictureSize(new Uint8Array([...head.subarray(0, cut), ...rest]));
      if (size !== undefined) assert.ok(size.width >= 0 && size.height >= 0);
    }),
  );
});

test('segments that say they are empty end the search', () => {
  const endless = new Uint8Array(1_048_576);
  endless.set([0xff, 0xd8, 0xff, 0xe0, 0, 0]);
  assert.is(pictureSize(endless), undefined);
  assert.is(pictureSize(new Uint8Array(1_048_576).fill(0xff)), undefined);
});

test.run();

/** Pictures of phones: made to fit, upright, without what the camera wrote; everything else stays byte for byte. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shown, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { waitForCode, withWorld } from '../support/editing.ts';

/** A picture drawn in a page: red on its left half, noise on its right, which compresses badly. */
async function drawn(page: Page, width: number, height: number, type: string): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([across, down, kind]) => {
      const canvas = new OffscreenCanvas(across, down);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      const tile = context.createImageData(256, 256);
      for (let at = 0; at < tile.data.length; at += 65_536) {
        crypto.getRandomValues(tile.data.subarray(at, at + 65_536));
      }
      for (let at = 3; at < tile.data.length; at += 4) tile.data[at] = 255;
      for (let x = 0; x < across; x += 256) {
        for (let y = 0; y < down; y += 256) context.putImageData(tile, x, y);
      }
      context.fillStyle = '#ff0000';
      context.fillRect(0, 0, across / 2, down);
      const blob = await canvas.convertToBlob({ type: kind, quality: 0.98 });
      const reader = new FileReader();
      const read = new Promise((resolve) => reader.addEventListener('load', resolve));
      reader.readAsDataURL(blob);
      await read;
      return String(reader.result).split(',')[1] ?? '';
    },
    [width, height, type] as const,
  );
  return Buffer.from(base64, 'base64');
}

const PLACE = 'N 52 31 12';

/** The JPEG as a camera writes it when it is held upright: turned by an Exif segment, which says the place too. */
function asFromCamera(jpeg: Buffer): Buffer {
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16BE(tag, 0);
    bytes.writeUInt16BE(type, 2);
    bytes.writeUInt32BE(count, 4);
    if (type === 3) bytes.writeUInt16BE(value, 8);
    else bytes.writeUInt32BE(value, 8);
    return bytes;
  };
  const place = Buffer.from(`${PLACE}\0`);
  const entries = [entry(0x0112, 3, 1, 6), entry(0x010e, 2, place.length, 38)];
  const head = Buffer.from('4d4d002a000000080002', 'hex');
  const directory = Buffer.concat([head, ...entries, Buffer.alloc(4), place]);
  const body = Buffer.concat([Buffer.from('Exif\0\0'), directory]);
  const segment = Buffer.from([0xff, 0xe1, 0, 0]);
  segment.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, body, jpeg.subarray(2)]);
}

/** What the preview shows: size, corner colours and bytes of its only picture. */
async function picture(page: Page) {
  const image = shown(page).locator('img');
  await image.waitFor();
  return image.evaluate(async (one: HTMLImageElement) => {
    await one.decode();
    const canvas = new OffscreenCanvas(one.naturalWidth, one.naturalHeight);
    const context = canvas.getContext('2d');
    context?.drawImage(one, 0, 0);
    const { naturalWidth, naturalHeight } = one;
    return {
      size: [naturalWidth, naturalHeight],
      topLeft: [...(context?.getImageData(10, 10, 1, 1).data ?? [])],
      topRight: [...(context?.getImageData(naturalWidth - 10, 10, 1, 1).data ?? [])],
      source: one.src,
    };
  });
}

const bytesOf = (source: string): Buffer => Buffer.from(source.split(',')[1] ?? '', 'base64');
const isRed = ([red = 0, green = 0, blue = 0]: number[]): boolean =>
  red > 220 && green < 40 && blue < 40;

test('the photo of a phone is made to fit, upright, without place and camera data', () =>
  withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('photo', 'Ada');
    const photo = asFromCamera(await drawn(page, 4_000, 3_000, 'image/jpeg'));
    assert.ok(photo.length > 5_000_000, `${photo.length} bytes`);
    assert.ok(photo.includes(PLACE));
    await page.getByRole('tab', { name: 'Pictures and sounds' }).click();
    await page
      .getByLabel('Add pictures and sounds')
      .setInputFiles([{ name: 'IMG 1.jpeg', mimeType: 'image/jpeg', buffer: photo }]);
    await page.getByText(/IMG 1\.jpeg was resized from 3000 × 4000 \([\d.]+ MB\) to/).waitFor();
    await look(page, 'picture-fitted', 'phone');
    await look(page, 'picture-fitted', 'desktop');
    assert.equal(await accessibility(page), []);
    await page.getByRole('button', { name: 'Insert IMG-1.jpeg' }).click();
    await waitForCode(page, '<img src="IMG-1.jpeg" alt="">');
    const { size, topLeft, topRight, source } = await picture(page);
    const [width = 0, height = 0] = size;
    assert.ok(Math.abs(height / width - 4 / 3) < 0.01 && height <= 2_048, `${size}`);
    // Turned by a quarter clockwise: what was left is at the top.
    assert.ok(isRed(topLeft) && isRed(topRight), `${topLeft} ${topRight}`);
    const bytes = bytesOf(source);
    assert.ok(bytes.length > 0 && bytes.length <= 2_097_152, `${bytes.length} bytes`);
    assert.not.ok(bytes.includes(PLACE) || bytes.includes('Exif'));
    await waitForStatus(page, 'saved');
    assert.equal(errors, []);
  }));

test('a small photo loses its metadata too; what needs nothing stays byte for byte', () =>
  withWorld({}, async ({ editor }) => {
    const { page } = await editor('small', 'Ada');
    const plain = await drawn(page, 64, 48, 'image/jpeg');
    const drawing = await drawn(page, 64, 48, 'image/png');
    await page.getByRole('tab', { name: 'Pictures and sounds' }).click();
    const add = async (name: string, buffer: Buffer, mimeType: string) => {
      await page.getByLabel('Add pictures and sounds').setInputFiles([{ name, buffer, mimeType }]);
      await page.getByRole('button', { name: `Insert ${name}` }).waitFor();
    };
    await add('camera.jpg', asFromCamera(plain), 'image/jpeg');
    await add('plain.jpg', plain, 'image/jpeg');
    await add('drawing.png', drawing, 'image/png');
    const shows = async (name: string) => {
      await page.getByRole('tab', { name: 'index.html' }).click();
      await page.getByRole('textbox', { name: 'index.html code' }).click();
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(`<img src="${name}" alt="">`);
      await waitForCode(page, `<img src="${name}" alt="">`);
      await page.waitForTimeout(1_000);
      return picture(page);
    };
    const camera = await shows('camera.jpg');
    assert.equal(camera.size, [48, 64]);
    assert.not.ok(bytesOf(camera.source).includes(PLACE));
    assert.ok(bytesOf((await shows('plain.jpg')).source).equals(plain));
    assert.ok(bytesOf((await shows('drawing.png')).source).equals(drawing));
  }));

test('what only looks like a picture is refused with what to do', () =>
  withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('broken', 'Ada');
    await page.getByRole('tab', { name: 'Pictures and sounds' }).click();
    const broken = Buffer.alloc(1_500_000, 7);
    await page.getByLabel('Add pictures and sounds').setInputFiles([
      { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: broken },
      { name: 'broken.heic', mimeType: 'image/heic', buffer: broken },
      { name: 'long.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(2_500_000) },
    ]);
    await page.getByText('broken.jpg can’t be opened here as a picture').waitFor();
    await page.getByText('broken.heic can’t be opened here as a picture').waitFor();
    await page.getByText('long.mp3 is 2.5 MB; the limit is 2.1 MB. Shorten it').waitFor();
    await page.getByText('No pictures or sounds yet.').waitFor();
    assert.equal(errors, []);
  }));

test.run();

/** Pictures of phones: made to fit, upright, without what the camera wrote; everything else stays byte for byte. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shown, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { waitForCode, withWorld } from '../support/editing.ts';
import { until } from '../support/until.ts';

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

/** The longest task of a page's thread while something happens, in milliseconds. */
async function longestTask(page: Page, action: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const found = { longest: 0 };
    Object.assign(globalThis, { found });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        found.longest = Math.max(found.longest, duration);
      }
    }).observe({ type: 'longtask' });
  });
  await action();
  return page.evaluate(() => Number(Reflect.get(Reflect.get(globalThis, 'found'), 'longest')));
}

/** A page may stand still for 100 ms; other programs of a busy machine make that several times as long. */
const BUSY_MS = 1_000;

test('a photo of 48 million pixels and 40 MB is made to fit while the editor stays responsive', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-photo-'));
  await withWorld({}, async ({ editor, chromium }) => {
    const maker = await chromium.person();
    const photo = asFromCamera(await drawn(maker.page, 8_000, 6_000, 'image/jpeg'));
    await maker.close();
    // Phones put a short film behind a photo.
    const file = path.join(folder, 'IMG_2.jpg');
    writeFileSync(file, Buffer.concat([photo, Buffer.alloc(Math.max(0, 40e6 - photo.length), 7)]));
    const { page, errors } = await editor('large', 'Ada');
    await page.getByRole('tab', { name: 'Pictures and sounds' }).click();
    const longest = await longestTask(page, async () => {
      await page.getByLabel('Add pictures and sounds').setInputFiles(file);
      await page.getByText(/IMG_2\.jpg was resized from 6000 × 8000/).waitFor({ timeout: 120_000 });
    });
    console.log(`longest task: ${Math.round(longest)} ms`);
    assert.ok(longest < BUSY_MS, `${longest} ms`);
    await page.getByRole('button', { name: 'Insert IMG_2.jpg' }).click();
    const { size, source } = await picture(page);
    assert.ok(Math.max(...size) <= 2_048, `${size}`);
    assert.ok(bytesOf(source).length <= 2_097_152);
    assert.equal(errors, []);
  });
  rmSync(folder, { recursive: true, force: true });
});

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

test('a picture of gigapixels is refused by its header, whatever it is called', () =>
  withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('bomb', 'Ada');
    // Nothing that is refused by its header reaches the worker that decodes.
    await page.evaluate(() => {
      const { Worker } = window;
      window.Worker = class extends Worker {
        constructor(...given: ConstructorParameters<typeof Worker>) {
          document.title = 'decoding';
          super(...given);
        }
      };
    });
    const bomb = await drawn(page, 64, 48, 'image/png');
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const large = Buffer.concat([bomb, Buffer.alloc(1_200_000)]);
    await page.getByRole('tab', { name: 'Pictures and sounds' }).click();
    await page.getByLabel('Add pictures and sounds').setInputFiles([
      { name: 'small.png', mimeType: 'image/png', buffer: bomb },
      { name: 'large.png', mimeType: 'image/png', buffer: large },
      { name: 'renamed.jpg', mimeType: 'image/jpeg', buffer: large },
    ]);
    for (const name of ['small.png', 'large.png', 'renamed.jpg']) {
      await page.getByText(`${name} has more than 120 million pixels`).waitFor();
    }
    await page.getByText('No pictures or sounds yet.').waitFor();
    assert.is.not(await page.title(), 'decoding');
    assert.equal(errors, []);
  }));

test('a picture that takes too long is given up, and the editor goes on', () =>
  withWorld({}, async ({ editor }) => {
    const { page } = await editor('endless', 'Ada');
    await page.clock.install();
    // A worker that never answers, as a decoder in an endless loop.
    await page.evaluate(() => {
      window.Worker.prototype.postMessage = () => undefined;
    });
    await page.getByRole('tab', { name: 'Pictures and sounds' }).click();
    const photo = await drawn(page, 2_400, 100, 'image/jpeg');
    await page
      .getByLabel('Add pictures and sounds')
      .setInputFiles([{ name: 'slow.jpg', mimeType: 'image/jpeg', buffer: asFromCamera(photo) }]);
    await page.getByText('Adding slow.jpg').waitFor();
    await until(async () => {
      await page.clock.fastForward(5_000);
      return page.getByText('slow.jpg can’t be opened here').isVisible();
    });
    await page.getByText('No pictures or sounds yet.').waitFor();
  }));

test('what only looks like a picture is refused with what to do', () =>
  withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('broken', 'Ada');
    await page.getByRole('tab', { name: 'Pictures and sounds' }).click();
    const broken = Buffer.alloc(1_500_000, 7);
    await page.getByLabel('Add pictures and sounds').setInputFiles([
      { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: broken },
      { name: 'broken.heic', mimeType: 'image/heic', buffer: broken },
      { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(2_500_000) },
    ]);
    await page.getByText('broken.jpg can’t be opened here as a picture').waitFor();
    await page.getByText('broken.heic can’t be opened here as a picture').waitFor();
    await page.getByText('film.mp4 is 2.5 MB; the limit is 2.1 MB. Shorten it').waitFor();
    await page.getByText('No pictures or sounds yet.').waitFor();
    assert.equal(errors, []);
  }));

test.run();

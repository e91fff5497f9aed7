/** Reads QR codes off the screen as a phone does: from the pixels alone, with a decoder that is not the product's. */
import jsQR from 'jsqr';
import type { Locator, Page } from 'playwright-core';

/** The pixels of a PNG, decoded by the browser in an empty page, where no policy of ours holds. */
async function pixels(page: Page, png: Buffer): Promise<ImageData> {
  const empty = await page.context().newPage();
  try {
    const { data, width, height } = await empty.evaluate(
      async (address) => {
        const picture = new Image();
        picture.src = address;
        await picture.decode();
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const context = canvas.getContext('2d');
        if (context === null) throw new Error('this browser has no canvas');
        context.drawImage(picture, 0, 0);
        const image = context.getImageData(0, 0, picture.width, picture.height);
        return { data: [...image.data], width: image.width, height: image.height };
      },
      `data:image/png;base64,${png.toString('base64')}`,
    );
    return { data: Uint8ClampedArray.from(data), width, height, colorSpace: 'srgb' };
  } finally {
    await empty.close();
  }
}

/** What a QR code on the page says; undefined if it cannot be read. */
export async function readQrCode(page: Page, picture: Locator): Promise<string | undefined> {
  const { data, width, height } = await pixels(page, await picture.screenshot());
  return jsQR(data, width, height)?.data;
}

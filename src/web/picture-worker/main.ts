/**
 * Makes a picture fit a page, in a worker: decoding and scaling a phone's photo takes longer than a page may stand
 * still. The picture is drawn anew, upright, so nothing that a camera wrote beside it (place, time, device) is kept.
 */
import type { FitRequest, Fitted } from './messages.ts';

/** Of JPEG and WebP: below this, edges and skies begin to show it. */
const QUALITY = 0.85;
/** Of the side, when the file is still too large. */
const STEP = 0.7;

async function drawn(bitmap: ImageBitmap, side: number, type: string): Promise<Fitted> {
  const from = { width: bitmap.width, height: bitmap.height };
  const scale = Math.min(1, side / Math.max(from.width, from.height));
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  const to = { width: scaled(from.width), height: scaled(from.height) };
  const canvas = new OffscreenCanvas(to.width, to.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, to.width, to.height);
  return { blob: await canvas.convertToBlob({ type, quality: QUALITY }), from, to };
}

async function fit({ file, type, maxSide, maxBytes }: FitRequest): Promise<Fitted> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  let side = maxSide;
  let reply = await drawn(bitmap, side, type);
  while (reply.blob.size > maxBytes) {
    side *= STEP;
    reply = await drawn(bitmap, side, type);
  }
  return reply;
}

addEventListener('message', ({ data }: MessageEvent<FitRequest>) => {
  fit(data).then(
    (reply) => postMessage(reply),
    () => postMessage(undefined),
  );
});

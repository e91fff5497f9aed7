/** Pictures as pages need them: photos are made smaller, and lose what a camera wrote beside them. */
import * as v from 'valibot';
import { FitReply, type FitRequest, type Fitted } from '../picture-worker/messages.ts';
import { askWorker, workerUrl } from './own-worker.ts';
import { MAX_PIXELS, pictureSize, pixelsOf } from './picture-size.ts';

declare const PICTURE_WORKER_SCRIPT: string;
/** As wide as a page on a large screen shows it. */
const MAX_SIDE = 2_048;
/** A picture up to this is left as it is, if it carries no metadata. */
const SMALL_BYTES = 1_000_000;
/** Metadata stands at the beginning of a JPEG; of the others this is all or most. */
const HEAD_BYTES = 1_048_576;
/** The longest that a picture may take; those of phones take two seconds on slow machines. */
const LIMIT_MS = 30_000;

export interface FittedPicture extends Fitted {
  readonly name: string;
}

/** By ending: what a photo becomes, and what in its head says that it is moving, or has metadata. */
const KINDS: Readonly<Record<string, { type: string; moving?: string; metadata?: string }>> = {
  jpg: { type: 'image/jpeg', metadata: 'Exif\0' },
  jpeg: { type: 'image/jpeg', metadata: 'Exif\0' },
  png: { type: 'image/webp', moving: 'acTL', metadata: 'eXIf' },
  webp: { type: 'image/webp', moving: 'ANIM', metadata: 'EXIF' },
  avif: { type: 'image/jpeg', moving: 'avis', metadata: 'Exif' },
  heic: { type: 'image/jpeg' },
  heif: { type: 'image/jpeg' },
};
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/png': '.png',
};

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

const headOf = async (file: File): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());

/** What to make of a file; undefined where it is to stay as it is. */
function orderFor(file: File, bytes: Uint8Array, maxBytes: number): FitRequest | undefined {
  const ending = endingOf(file.name);
  const kind = KINDS[ending];
  if (kind === undefined) return undefined;
  const { type, moving, metadata } = kind;
  const order = { file, type, maxSide: MAX_SIDE, maxBytes };
  if (ending.startsWith('hei')) return order;
  const head = new TextDecoder('latin1').decode(bytes);
  if (moving !== undefined && head.includes(moving)) return undefined;
  const hasMetadata = metadata !== undefined && head.includes(metadata);
  return hasMetadata || file.size > SMALL_BYTES ? order : undefined;
}

let scriptUrl: URL | string | undefined;

async function fit(order: FitRequest): Promise<Fitted | undefined> {
  scriptUrl ??= workerUrl(PICTURE_WORKER_SCRIPT);
  return v.parse(FitReply, await askWorker(scriptUrl, order, LIMIT_MS));
}

/**
 * Makes a photo fit.
 * @param maxBytes of the result
 * @returns undefined where the file is to stay as it is, 'unreadable' where this browser cannot open it in time,
 *   'too many pixels' where its header says so: that one is never decoded
 */
export async function fitPicture(
  file: File,
  maxBytes: number,
): Promise<FittedPicture | 'unreadable' | 'too many pixels' | undefined> {
  const head = await headOf(file);
  const size = pictureSize(head);
  if (size !== undefined && pixelsOf(size) > MAX_PIXELS) return 'too many pixels';
  const order = orderFor(file, head, maxBytes);
  if (order === undefined) return undefined;
  // What does not say how large it is is not decoded either.
  if (size === undefined) return 'unreadable';
  const fitted = await fit(order);
  if (fitted === undefined) return 'unreadable';
  const ending = ENDINGS[fitted.blob.type] ?? '';
  const stem = file.name.slice(0, file.name.lastIndexOf('.'));
  const kept = endingOf(file.name) === 'jpeg' && ending === '.jpg';
  return { ...fitted, name: kept ? file.name : stem + ending };
}

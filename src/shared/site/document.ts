/**
 * What a site is: the shape of its Yjs document, how to read it, and how to write it.
 * Shared by the server and the browser. Every reader treats the document as outside data, because
 * anyone who may edit may put any value anywhere in it.
 */
import type * as Y from 'yjs';
import { EXAMPLES, sameBytes } from './examples.ts';
import { byKey, field } from './map-values.ts';
import { readInstruments, type SiteInstrument, writeInstruments } from './site-instruments.ts';
import {
  arrangeFiles,
  FILE_MAP,
  FILES,
  type FileName,
  fileText,
  readFiles,
  type SiteFiles,
  textOfFile,
} from './text-files.ts';

export { FILES, type FileName, fileText };

/** The root types of every site: three texts, and the maps. The texts of added files are roots, too (text-files.ts). */
export const ROOTS: ReadonlySet<string> = new Set([
  ...FILES,
  'assets',
  'meta',
  'instruments',
  FILE_MAP,
  EXAMPLES,
]);

export const ASSET_BYTES = 2_097_152;
/** A file that replaces a site is one edit, and that much fits into one message. */
export const IMPORT_BYTES = 12_000_000;
const ASSET_COUNT = 64;
export const DISPLAY_NAME_CHARACTERS = 80;

const ASSET_NAME = /^(?=.*\.)[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/;
const LANG = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/;

/** Media type of an asset by the ending of its name: pictures, sounds, film, fonts. */
const ASSET_TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['svg', 'image/svg+xml'],
  ['ico', 'image/x-icon'],
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['ogg', 'audio/ogg'],
  ['opus', 'audio/ogg'],
  ['flac', 'audio/flac'],
  ['m4a', 'audio/mp4'],
  ['webm', 'video/webm'],
  ['mp4', 'video/mp4'],
  ['woff2', 'font/woff2'],
]);

/** Endings of the files a site may hold. */
export const ASSET_ENDINGS: readonly string[] = [...ASSET_TYPES.keys()];

/** A picture, sound, film or font of a site; `name` is what its texts refer to it by. */
export interface Asset {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A whole site as plain values. */
export interface SiteContent {
  readonly files: SiteFiles;
  readonly assets: readonly Asset[];
  readonly displayName: string;
  readonly lang: string;
  readonly instruments: readonly SiteInstrument[];
}

export const EMPTY_SITE: SiteContent = {
  files: { 'index.html': '', 'style.css': '', 'script.js': '' },
  assets: [],
  displayName: '',
  lang: '',
  instruments: [],
};

/** The media type of an asset, or undefined where its name has no ending a site may hold. */
export function assetType(name: string): string | undefined {
  if (!ASSET_NAME.test(name)) return undefined;
  return ASSET_TYPES.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

function makeSmaller(name: string): string {
  const type = assetType(name) ?? '';
  if (type.startsWith('video/')) return 'Cut it shorter, or link to it where you can upload it';
  if (!type.startsWith('audio/')) return 'Make it smaller';
  return /wav|flac/.test(type) ? 'Cut it shorter, or save it as MP3' : 'Cut it shorter';
}

/** Why `asset` cannot be added to `site`, as a sentence for a person; undefined where it can. */
export function assetProblem(asset: Asset, others: readonly Asset[]): string | undefined {
  if (!ASSET_NAME.test(asset.name)) {
    return 'Name the file with 1 to 64 of A-Z, a-z, 0-9, dash and underscore, and an ending like .png.';
  }
  if (assetType(asset.name) === undefined) {
    return `A site holds files ending in ${ASSET_ENDINGS.join(', ')}; this is ${asset.name}.`;
  }
  if (asset.bytes.length > ASSET_BYTES) {
    const most = ASSET_BYTES / 1_048_576;
    const size = (asset.bytes.length / 1_048_576).toFixed(1);
    return `${asset.name} is ${size} MiB; the limit is ${most} MiB. ${makeSmaller(asset.name)}, and try again.`;
  }
  const replaces = others.some(({ name }) => name === asset.name);
  if (!replaces && others.length >= ASSET_COUNT) {
    return `A site holds ${ASSET_COUNT} pictures and sounds; remove one first.`;
  }
  return undefined;
}

/** The site's assets by name, without those that break a rule. */
export function readAssets(doc: Y.Doc): Asset[] {
  const assets: Asset[] = [];
  for (const [name, value] of [...doc.getMap('assets')].sort(byKey)) {
    const bytes = field(value, 'bytes');
    if (!(bytes instanceof Uint8Array)) continue;
    if (assetProblem({ name, bytes }, assets) === undefined) assets.push({ name, bytes });
  }
  return assets;
}

/** Adds or replaces an asset. Throws a `RangeError` with a sentence where it may not be added. */
export function setAsset(doc: Y.Doc, asset: Asset): void {
  const problem = assetProblem(asset, readAssets(doc));
  if (problem !== undefined) throw new RangeError(problem);
  doc.getMap('assets').set(asset.name, { bytes: asset.bytes });
}

export function removeAsset(doc: Y.Doc, name: string): void {
  doc.getMap('assets').delete(name);
}

/**
 * Controls, half characters, and marks that turn the text around them. Not all of \p{C}: joiners and
 * non-joiners belong to Persian, Hindi and family emoji.
 */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069]+/gu;

/** The site's display name in any script, without control characters; empty where it has none. */
export function readDisplayName(doc: Y.Doc): string {
  const value = doc.getMap('meta').get('displayName');
  if (typeof value !== 'string') return '';
  // It may have been stored before there was a limit, and is read with every edit.
  const clean = value
    .slice(0, DISPLAY_NAME_CHARACTERS * 16)
    .replace(NOT_IN_NAMES, ' ')
    .trim();
  return [...clean].slice(0, DISPLAY_NAME_CHARACTERS).join('');
}

/** The language the site says it is written in (BCP 47); empty where it says none. */
export function readLang(doc: Y.Doc): string {
  const value = doc.getMap('meta').get('lang');
  return typeof value === 'string' && LANG.test(value) ? value : '';
}

export function setMeta(doc: Y.Doc, key: 'displayName' | 'lang', value: string): void {
  const meta = doc.getMap('meta');
  if ((meta.get(key) ?? '') !== value) meta.set(key, value);
}

/** The whole site as plain values; anything that breaks a rule is left out. */
export function readSite(doc: Y.Doc): SiteContent {
  return {
    files: readFiles(doc),
    assets: readAssets(doc),
    displayName: readDisplayName(doc),
    lang: readLang(doc),
    instruments: readInstruments(doc),
  };
}

/** Makes `text` read `wanted` by replacing only what lies between their equal ends. */
export function writeText(text: Y.Text, wanted: string): void {
  const current = text.toString();
  if (current === wanted) return;
  const shorter = Math.min(current.length, wanted.length);
  let head = 0;
  while (head < shorter && current.charCodeAt(head) === wanted.charCodeAt(head)) head += 1;
  if (head > 0 && isHighSurrogate(current.charCodeAt(head - 1))) head -= 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    current.charCodeAt(current.length - 1 - tail) === wanted.charCodeAt(wanted.length - 1 - tail)
  ) {
    tail += 1;
  }
  if (tail > 0 && isLowSurrogate(current.charCodeAt(current.length - tail))) tail -= 1;
  if (current.length > head + tail) text.delete(head, current.length - head - tail);
  if (wanted.length > head + tail) text.insert(head, wanted.slice(head, wanted.length - tail));
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

function writeAssets(doc: Y.Doc, wanted: readonly Asset[]): void {
  const map = doc.getMap('assets');
  const now = new Map(readAssets(doc).map(({ name, bytes }) => [name, bytes]));
  for (const name of [...map.keys()]) {
    if (!wanted.some((asset) => asset.name === name)) map.delete(name);
  }
  for (const { name, bytes } of wanted) {
    const old = now.get(name);
    if (old === undefined || !sameBytes(old, bytes)) map.set(name, { bytes });
  }
}

/**
 * Makes `doc` hold `site` as one new edit that touches only what differs: restoring an old version and
 * importing a file are this. `origin` is the transaction's, so that an undo manager can track it.
 */
export function writeSite(doc: Y.Doc, site: SiteContent, origin: unknown = null): void {
  doc.transact(() => {
    arrangeFiles(doc, Object.keys(site.files));
    for (const [name, text] of Object.entries(site.files)) {
      const written = textOfFile(doc, name);
      if (written !== undefined) writeText(written, text);
    }
    writeAssets(doc, site.assets);
    writeInstruments(doc, site.instruments);
    setMeta(doc, 'displayName', site.displayName);
    setMeta(doc, 'lang', site.lang);
  }, origin);
}

/**
 * A site as a folder in a zip file: every file by its name, so that pages open from disk and link to each other, and
 * anybody can edit or host them; and back, byte for byte. A folder from elsewhere becomes a site just as well.
 */
import { Unzip, UnzipInflate, type Zippable, zipSync } from 'fflate';
import { joinParts } from '../parts.ts';
import { type Asset, assetType, EMPTY_SITE, IMPORT_BYTES, type SiteContent } from './document.ts';
import { exportSources, fitting, readSources } from './export.ts';
import { scanTags } from './html-scan.ts';
import { hasInstruments, withInstruments } from './instruments.ts';
import { FIRST_PAGE } from './page-links.ts';
import { isWhole } from './publish.ts';
import { isFileName, isPage } from './text-files.ts';

/** Everything about a site that is not a file of it. */
const SETTINGS = 'ensemble.json';
/** What makes the instruments of the pages beside it play. */
const PLAYER = 'ensemble-instruments.js';
/** What stands behind it in a page was added here, and is taken away again. */
const MARK = '\n<!-- Added by Ensemble, and removed when the site is imported again: -->\n';
const BYTE_ORDER_MARK = '\ufeff';

/** Files that computers put into zip files, of which nobody knows. */
const IGNORED = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/;
const ENTRIES = 256;
/** A zip file is read in pieces, each of which may become a thousand times as large before it is counted. */
const PIECE_BYTES = 4_096;
/** Room for `ensemble.json`, `ensemble-instruments.js` and what is added to pages. */
const UNPACKED_BYTES = IMPORT_BYTES * 2;
/** The same site gives the same file. */
const MTIME = new Date(1980, 0, 1);

/** What a page of a site needs beside its own text to look and play as it does when it is published. */
function pageWithAdditions(site: SiteContent, text: string, hasPlayer: boolean): string {
  const named = new Set<string>();
  for (const { name, attributes } of scanTags(text)) {
    if (name !== 'link' && name !== 'script') continue;
    for (const { name: key, value } of attributes) {
      if (key === 'href' || key === 'src') named.add(value.trim().replace(/^\.\//, ''));
    }
  }
  const part = !isWhole(text);
  const style = '<link rel="stylesheet" href="style.css">';
  const script = '<script src="script.js"></script>';
  const own = [
    ...(part && !named.has('style.css') ? [style] : []),
    ...(part && !named.has('script.js') ? [script] : []),
  ].join('');
  const taught = withInstruments(text, site.instruments).slice(text.length);
  const plays = hasPlayer && hasInstruments(text);
  const player = plays ? `<script data-player src="${PLAYER}"></script>` : '';
  const added = own + taught + player;
  return added === '' && !text.includes(MARK) ? text : text + MARK + added;
}

/**
 * The zip file of a site. @param player text of dist/web/sound-mode.js, for sites with instruments
 */
export function exportFolder(site: SiteContent, player = ''): Uint8Array {
  const encoder = new TextEncoder();
  const files: Zippable = {};
  for (const [name, text] of Object.entries(site.files)) {
    const page = isPage(name)
      ? BYTE_ORDER_MARK + pageWithAdditions(site, text, player !== '')
      : text;
    files[name] = [encoder.encode(page), { level: 6 }];
  }
  // Pictures and sounds are compressed already.
  for (const { name, bytes } of site.assets) files[name] = [bytes, { level: 0 }];
  const settings = exportSources({ ...site, files: EMPTY_SITE.files, assets: [] });
  files[SETTINGS] = [encoder.encode(settings), { level: 6 }];
  if (
    player !== '' &&
    Object.entries(site.files).some(([name, text]) => isPage(name) && hasInstruments(text))
  ) {
    files[PLAYER] = [encoder.encode(player), { level: 6 }];
  }
  return zipSync(files, { mtime: MTIME });
}

const damaged = (): RangeError =>
  new RangeError('This file is not a zip file, or it is damaged. Choose another one.');

/** Whether a file begins as zip files do. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;

/** How many files the end of a zip file says it has; undefined where it has no end. */
function announced(zip: Uint8Array): number | undefined {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const first = Math.max(0, zip.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = zip.length - END_BYTES; at >= first; at--) {
    if (view.getUint32(at, true) === 0x06054b50) return view.getUint16(at + 10, true);
  }
  return undefined;
}

/** The files of a zip file by name, unpacked piece by piece, so that it is never larger in memory than it may be. */
function unpack(zip: Uint8Array): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array[]>();
  const open = new Set<string>();
  let [entries, bytes] = [0, 0];
  let wrong: RangeError | undefined;
  const refuse = (why: string): never => {
    wrong = new RangeError(why);
    throw wrong;
  };
  const unzip = new Unzip((file) => {
    const { name } = file;
    entries += 1;
    if (entries > ENTRIES)
      refuse(`This folder has more than ${ENTRIES} files. Choose a smaller one.`);
    if (/^\/|^[A-Za-z]:|\\|(?:^|\/)\.\.(?:\/|$)|\p{Cc}/u.test(name)) {
      refuse('This zip file has a path that leads out of its folder. Choose another one.');
    }
    if (files.has(name)) refuse(`This zip file contains ${name} twice. Choose another one.`);
    const parts: Uint8Array[] = [];
    files.set(name, parts);
    open.add(name);
    file.ondata = (error, part, final) => {
      if (error !== null) throw error;
      bytes += part.length;
      if (bytes > UNPACKED_BYTES) {
        const limit = UNPACKED_BYTES / 1_000_000;
        refuse(
          `This folder is larger than ${limit} MB when it is unpacked. Remove pictures or sounds.`,
        );
      }
      parts.push(part.slice());
      if (final) open.delete(name);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < zip.length; at += PIECE_BYTES) {
      unzip.push(zip.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= zip.length);
    }
  } catch {
    throw wrong ?? damaged();
  }
  if (open.size > 0 || entries === 0 || announced(zip) !== entries) throw damaged();
  return new Map([...files].map(([name, parts]) => [name, joinParts(parts)]));
}

/** Many programs pack a folder as one folder in the zip file. */
function withoutFolder(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const names = [...files.keys()].filter((name) => !name.endsWith('/') && !IGNORED.test(name));
  const [folder = ''] = /^[^/]+\//.exec(names[0] ?? '') ?? [];
  const shared = folder !== '' && names.every((name) => name.startsWith(folder)) ? folder : '';
  return new Map(
    names.map((name) => [name.slice(shared.length), files.get(name) ?? new Uint8Array()]),
  );
}

function textOf(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new RangeError(
      `${name} is not UTF-8 text. Save it as UTF-8 in your editor, and try again.`,
    );
  }
}

/** A page as it was before `exportFolder`. */
function pageOf(text: string): string {
  const own = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const mark = own.lastIndexOf(MARK);
  return mark < 0 ? own : own.slice(0, mark);
}

/**
 * The site in a zip file.
 *
 * @throws RangeError with a sentence if it cannot be read, holds what a site does not, or more than a site can hold
 */
export function importFolder(zip: Uint8Array): SiteContent {
  const files = withoutFolder(unpack(zip));
  const texts: Record<string, string> = { ...EMPTY_SITE.files };
  const assets: Asset[] = [];
  for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (name === SETTINGS || name === PLAYER) continue;
    if (isFileName(name))
      texts[name] = isPage(name) ? pageOf(textOf(name, bytes)) : textOf(name, bytes);
    else if (assetType(name) !== undefined) assets.push({ name, bytes });
    else {
      throw new RangeError(
        name.includes('/')
          ? `A site cannot have folders inside it, and this one has ${name}. Put all files in one folder.`
          : `${name} is not a page, style sheet, script, picture or sound. Remove it and try again.`,
      );
    }
  }
  if (!files.has(FIRST_PAGE)) {
    throw new RangeError(`This folder has no ${FIRST_PAGE}, the page visitors see first.`);
  }
  const settings = files.get(SETTINGS);
  const rest = settings === undefined ? EMPTY_SITE : readSources(textOf(SETTINGS, settings));
  return fitting({ ...rest, files: { ...EMPTY_SITE.files, ...texts }, assets });
}

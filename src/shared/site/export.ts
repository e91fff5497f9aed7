/**
 * A site as a file to keep: the published document, which plays from disk with no network, and in it
 * the site's sources, from which another site can be made again byte for byte.
 */
import { fromBase64, toBase64 } from 'lib0/buffer';
import * as v from 'valibot';
import { lengthOf } from '../parts.ts';
import {
  type Asset,
  assetProblem,
  EMPTY_SITE,
  IMPORT_BYTES,
  type SiteContent,
} from './document.ts';
import { EXAMPLE_COUNT, isExample, isExampleKey } from './examples.ts';
import { scanTags } from './html-scan.ts';
import { MAX_VOICE_SPACE, type SiteInstrument } from './site-instruments.ts';
import { filesProblem, isKept } from './text-files.ts';

const SOURCE_ID = 'ensemble-source';
/** With files besides the three of every site; a reader of format 1 alone would lose them. */
const FORMATS = { plain: 1, more: 2 } as const;
const DAMAGED = 'This file says it is a site of Ensemble, but its sources are damaged.';

/** Valibot's own check of base64 backtracks, and runs out of stack at some megabytes. */
const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && !/[^A-Za-z0-9+/=]|=[^=]|===/.test(text);
const bytes = v.pipe(v.string(), v.check(isBase64));
const example = v.object({ key: v.pipe(v.string(), v.check(isExampleKey)), bytes });
const source = v.object({
  format: v.picklist([FORMATS.plain, FORMATS.more]),
  files: v.objectWithRest(
    { 'index.html': v.string(), 'style.css': v.string(), 'script.js': v.string() },
    v.string(),
  ),
  assets: v.array(v.object({ name: v.string(), bytes })),
  instruments: v.array(
    v.object({
      id: v.string(),
      mode: v.string(),
      taught: v.string(),
      voiceSpace: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VOICE_SPACE)),
        0,
      ),
      examples: v.optional(v.pipe(v.array(example), v.maxLength(EXAMPLE_COUNT))),
    }),
  ),
  displayName: v.string(),
  lang: v.string(),
});

/** The sources of a site as JSON, which `readSources` takes back. */
export function exportSources(site: SiteContent): string {
  const { files, displayName, lang } = site;
  const assets = site.assets.map(({ name, bytes }) => ({ name, bytes: toBase64(bytes) }));
  const instruments = site.instruments.map(({ id, mode, taught, voiceSpace, examples }) => ({
    id,
    mode,
    taught: toBase64(taught),
    ...(voiceSpace !== 0 && { voiceSpace }),
    ...(examples !== undefined && {
      examples: examples.map(({ key, bytes }) => ({ key, bytes: toBase64(bytes) })),
    }),
  }));
  const format = Object.keys(files).every(isKept) ? FORMATS.plain : FORMATS.more;
  return JSON.stringify({ format, files, assets, instruments, displayName, lang });
}

/** JSON that may stand in a script element: it ends none and starts no comment. */
const inert = (json: string): string => json.replaceAll('<', '\\u003c');
export const inertJson = (value: unknown): string => inert(JSON.stringify(value));

/**
 * The document with the site's sources in it.
 *
 * @param published from `publishSite`
 * @param markup stands behind the sources, before everything of the document
 */
export function exportSite(site: SiteContent, published: string, markup = ''): string {
  const safe = inert(exportSources(site));
  const script = `<script type="application/json" id="${SOURCE_ID}">${safe}</script>`;
  const [start] = BEFORE_CONTENT.exec(published) ?? [''];
  // A file has no header that tells its encoding: the byte order mark does.
  return `\ufeff${start}${script}${markup}${published.slice(start.length)}`;
}

/** The sources stand first, where nothing left open can swallow them, but not before the doctype. */
const BEFORE_CONTENT = /^(?:\s|<!--(?:(?!-->)[\s\S])*-->)*<!doctype[^>]*>/i;

/**
 * The site in an exported file. Any other HTML file becomes a site whose index.html it is.
 *
 * @throws RangeError with a sentence if the file holds sources that cannot be read, or more than a site can hold
 */
export function importSite(text: string): SiteContent {
  return fitting(contentOf(text));
}

function contentOf(text: string): SiteContent {
  const json = sourcesOf(text);
  if (json === undefined) {
    return {
      ...EMPTY_SITE,
      files: { ...EMPTY_SITE.files, 'index.html': text.replace(/^\ufeff/, '') },
    };
  }
  return readSources(json);
}

/** Throws a RangeError that names what does not fit into a site. */
export function fitting(site: SiteContent): SiteContent {
  const wrong = filesProblem(Object.keys(site.files));
  if (wrong !== undefined) throw wrong;
  const others: Asset[] = [];
  for (const asset of site.assets) {
    const problem = assetProblem(asset, others);
    if (problem !== undefined) throw new RangeError(problem);
    others.push(asset);
  }
  const sum = siteBytes(site);
  if (sum <= IMPORT_BYTES) return site;
  const megabytes = (size: number) => (size / 1_000_000).toFixed(1);
  throw new RangeError(
    `This site has ${megabytes(sum)} MB; a file may bring ${megabytes(IMPORT_BYTES)} MB. Remove pictures or sounds from it and try again.`,
  );
}

/** Bytes of a site's texts, files and taught instruments. */
export function siteBytes(site: SiteContent): number {
  const texts = Object.values(site.files).map((text) => new TextEncoder().encode(text));
  return lengthOf([
    ...texts,
    ...site.assets.map(({ bytes }) => bytes),
    ...site.instruments.map(({ taught }) => taught),
    ...site.instruments.flatMap(({ examples = [] }) => examples.map(({ bytes }) => bytes)),
  ]);
}

/** Takes back what `exportSources` gave. @throws RangeError with a sentence where it cannot be read */
export function readSources(json: string): SiteContent {
  const read = v.safeParse(source, parse(json));
  if (!read.success) throw new RangeError(DAMAGED);
  const { files, displayName, lang } = read.output;
  const assets: Asset[] = read.output.assets.map((one) => ({
    name: one.name,
    bytes: fromBase64(one.bytes),
  }));
  const instruments = read.output.instruments.map(instrumentOf);
  return { files, assets, instruments, displayName, lang };
}

type SourceInstrument = v.InferOutput<typeof source>['instruments'][number];

function instrumentOf({ examples, ...one }: SourceInstrument): SiteInstrument {
  const taught = fromBase64(one.taught);
  if (examples === undefined) return { ...one, taught };
  const read = examples.map(({ key, bytes }) => ({ key, bytes: fromBase64(bytes) }));
  if (read.some(({ bytes }) => !isExample(bytes))) throw new RangeError(DAMAGED);
  return { ...one, taught, examples: read };
}

function sourcesOf(text: string): string | undefined {
  for (const { name, attributes, to, textTo } of scanTags(text)) {
    const id = attributes.find((one) => one.name === 'id');
    if (name === 'script' && id?.value === SOURCE_ID) return text.slice(to, textTo);
  }
  return undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

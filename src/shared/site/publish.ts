/**
 * A site as the one document visitors get: its style sheet, script, pictures and sounds inline.
 *
 * Runs on the server for visitors and in the browser for previews. The texts stay as they were
 * written but for references to the site's own files; a line of a file stays a line of the document,
 * so that an error can be traced back (`locateLine`).
 */
import { toBase64 } from 'lib0/buffer';
import { type Asset, assetType, type SiteContent } from './document.ts';
import { type ScannedAttribute, type ScannedTag, scanTags } from './html-scan.ts';
import { withInstruments } from './instruments.ts';
import { FIRST_PAGE, type PageLink, pageLink } from './page-links.ts';
import { isKept } from './text-files.ts';

/**
 * Where a document reaches this size, further references stay as they are: a picture of two
 * megabytes shown a thousand times must not become two gigabytes.
 */
export const DOCUMENT_CHARACTERS = 48_000_000;

/** Files that load each other stop here. */
const DEPTH = 8;
/** Elements whose href leads elsewhere. */
const LINKING = new Set(['a', 'area']);

export interface PublishOptions {
  /** Text of dist/web/sound-mode.js, which makes instruments play; previews bring their own. */
  readonly player?: string | undefined;
  /** The page to publish. Default index.html. */
  readonly page?: string;
  /** Address of another page of the site; a link to one without stays as it is. Default: all do. */
  readonly addressOf?: (link: PageLink) => string | undefined;
  /** Where the document reaches this size, further references stay as they are. Default 48,000,000. */
  readonly characters?: number;
}

const dataUrls = new WeakMap<Uint8Array, string>();

function dataUrl({ name, bytes }: Asset): string {
  const known = dataUrls.get(bytes);
  if (known !== undefined) return known;
  const made = `data:${assetType(name) ?? 'application/octet-stream'};base64,${toBase64(bytes)}`;
  dataUrls.set(bytes, made);
  return made;
}

/** Attributes that load what they name. */
const LOADING = new Set(['src', 'poster', 'data', 'xlink:href']);
/** Elements whose href loads something; elsewhere it is a link to follow. */
const HREF_LOADS = new Set(['link', 'image', 'use', 'feimage']);

const CSS_IMPORT = /@import\s+(["'])((?:\.\/)?[A-Za-z0-9_][A-Za-z0-9._-]*\.css)\1/gi;
const CSS_URL = /url\(\s*(["']?)([A-Za-z0-9._/-]+)(#[\w-]*)?\1\s*\)/gi;
const SCRIPT_LITERAL = /(["'`])(?:\.\/)?([A-Za-z0-9_][A-Za-z0-9._-]{0,63})\1/g;

/** CSS that may stand in a style element: `\/` is `/` in CSS too. */
function safeStyle(css: string): string {
  return css.replace(/<\/(style)/gi, '<\\/$1');
}

/** JavaScript that may stand in a script element. */
function safeScript(script: string): string {
  return script.replace(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '\\x3c!--');
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const escapeValue = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

class Publisher {
  readonly #site: SiteContent;
  readonly #assets: ReadonlyMap<string, Asset>;
  readonly #addressOf: PublishOptions['addressOf'];
  #left: number;
  /** Style sheets and scripts on the way to what is written now. */
  readonly #within: string[] = [];
  /** Files that stand where the page names them; a mere mention in its text does not count. */
  readonly placed = new Set<string>();

  constructor(
    site: SiteContent,
    {
      addressOf,
      characters = DOCUMENT_CHARACTERS,
    }: Pick<PublishOptions, 'addressOf' | 'characters'>,
  ) {
    this.#site = site;
    this.#addressOf = addressOf;
    this.#left = characters;
    this.#assets = new Map(site.assets.map((asset) => [asset.name, asset]));
  }

  /** A page with everything it names put into it. */
  html(text: string): string {
    const parts: string[] = [];
    let done = 0;
    for (const tag of scanTags(text)) {
      parts.push(text.slice(done, tag.from));
      const file = this.#inlined(tag);
      if (file !== undefined) {
        parts.push(file);
        done = tag.end ?? tag.to;
      } else {
        parts.push(this.#startTag(text, tag), this.#contents(text, tag));
        done = tag.textTo ?? tag.to;
      }
    }
    parts.push(text.slice(done));
    return parts.join('');
  }

  style(file = 'style.css'): string {
    const text = safeStyle(this.#loaded(file, (css) => this.#css(css)));
    return `<style data-file="${file}">${text}</style>`;
  }

  script(file = 'script.js', attributes = ''): string {
    const text = safeScript(this.#loaded(file, (script) => this.#literals(script)));
    return `<script data-file="${file}"${attributes}>${text}</script>`;
  }

  /** A style sheet or script with everything it names put into it. */
  #loaded(file: string, publish: (text: string) => string): string {
    this.#within.push(file);
    const text = publish(this.#site.files[file] ?? '');
    this.#within.pop();
    return text;
  }

  /** `<link rel=stylesheet href=style.css>` and `<script src=script.js>` become what they name. */
  #inlined(tag: ScannedTag): string | undefined {
    const value = (name: string) => tag.attributes.find((one) => one.name === name)?.value;
    const named = (name: string, ending: string) => {
      const file = value(name)?.trim().replace(/^\.\//, '') ?? '';
      return file.endsWith(ending) && Object.hasOwn(this.#site.files, file) ? file : undefined;
    };
    const sheet = tag.name === 'link' ? named('href', '.css') : undefined;
    if (sheet !== undefined) {
      const rel = value('rel')?.toLowerCase().split(/\s+/) ?? [];
      if (!rel.includes('stylesheet') || !this.#spend(sheet)) return undefined;
      this.placed.add(sheet);
      return this.style(sheet);
    }
    const script = tag.name === 'script' ? named('src', '.js') : undefined;
    if (script === undefined || !this.#spend(script)) return undefined;
    // An inline script cannot be deferred; a module is, and sees the whole page all the same.
    const late = tag.attributes.some(({ name }) => name === 'defer' || name === 'async');
    const module = value('type')?.trim().toLowerCase() === 'module';
    this.placed.add(script);
    return this.script(script, module || late ? ' type="module"' : '');
  }

  /** Whether there is room for a file that may stand in the page many times; the first time there always is. */
  #spend(file: string): boolean {
    if (!this.placed.has(file)) return true;
    const { length } = this.#site.files[file] ?? '';
    if (this.#left < length) return false;
    this.#left -= length;
    return true;
  }

  #startTag(text: string, tag: ScannedTag): string {
    const parts: string[] = [];
    let done = tag.from;
    for (const attribute of tag.attributes) {
      const value = this.#attribute(tag.name, attribute);
      if (value === undefined) continue;
      parts.push(text.slice(done, attribute.from), `"${escapeValue(value)}"`);
      done = attribute.to;
    }
    parts.push(text.slice(done, tag.to));
    return parts.join('');
  }

  /** What an attribute becomes, or undefined where it stays. */
  #attribute(element: string, { name, value }: ScannedAttribute): string | undefined {
    if (LOADING.has(name) || (name === 'href' && HREF_LOADS.has(element))) {
      return this.#reference(value);
    }
    if (name === 'href' && LINKING.has(element)) {
      const link = this.#addressOf === undefined ? undefined : pageLink(value);
      return link && this.#addressOf?.(link);
    }
    if (name === 'style') return changed(value, this.#css(value));
    if (name !== 'srcset') return undefined;
    const list = value.split(',').map((choice) => {
      const [address = '', ...size] = choice.trim().split(/\s+/);
      return [this.#reference(address) ?? address, ...size].join(' ');
    });
    return changed(value, list.join(', '));
  }

  #contents(text: string, { name, to, textTo }: ScannedTag): string {
    if (textTo === undefined) return '';
    const contents = text.slice(to, textTo);
    if (name === 'style') return this.#css(contents);
    return name === 'script' ? this.#literals(contents) : contents;
  }

  #reference(address: string): string | undefined {
    const [, name = '', fragment = ''] = /^\s*(?:\.\/)?([^#?]*)(#.*)?$/.exec(address) ?? [];
    const asset = this.#assets.get(name.trim());
    const url = asset === undefined ? this.#textUrl(name.trim()) : dataUrl(asset);
    if (url === undefined || this.#left < url.length) return undefined;
    this.#left -= url.length;
    return url + fragment.trim();
  }

  /** A style sheet or script of the site as an address: what another one imports. */
  #textUrl(name: string): string | undefined {
    const [, ending] = /\.(css|js)$/.exec(name) ?? [];
    if (ending === undefined || !Object.hasOwn(this.#site.files, name)) return undefined;
    if (this.#within.length >= DEPTH || this.#within.includes(name)) return undefined;
    const text = this.#loaded(name, (raw) =>
      ending === 'css' ? this.#css(raw) : this.#literals(raw),
    );
    const type = ending === 'css' ? 'text/css' : 'text/javascript';
    return `data:${type};charset=utf-8;base64,${toBase64(new TextEncoder().encode(text))}`;
  }

  #css(text: string): string {
    const imported = text.replace(CSS_IMPORT, (whole, _quote: string, name: string) => {
      const url = this.#reference(name);
      return url === undefined ? whole : `@import url(${url})`;
    });
    return imported.replace(CSS_URL, (whole, _quote: string, name: string, fragment = '') => {
      const url = this.#reference(name + fragment);
      return url === undefined ? whole : `url(${url})`;
    });
  }

  /**
   * A string that is exactly the name of a picture or sound is its address: `new Audio('a.mp3')`; and so is one of
   * another script: `import './tools.js'`.
   */
  #literals(text: string): string {
    if (this.#assets.size === 0 && Object.keys(this.#site.files).every(isKept)) return text;
    return text.replace(SCRIPT_LITERAL, (whole, quote: string, name: string) => {
      const known = this.#assets.has(name) || (name.endsWith('.js') && !isKept(name));
      const url = known ? this.#reference(name) : undefined;
      return url === undefined ? whole : `${quote}${url}${quote}`;
    });
  }
}

const changed = (before: string, after: string): string | undefined =>
  before === after ? undefined : after;

/** Whether a text is a document of its own, or what stands in the body of one. */
export function isWhole(text: string): boolean {
  for (const tag of scanTags(text)) {
    return tag.name === 'html' || tag.name === 'head' || /<!doctype/i.test(text.slice(0, tag.from));
  }
  return /^\s*<!doctype/i.test(text);
}

/**
 * The document of a page of a site. Where the page is only what stands in a body, the rest is put around it, with
 * style.css before and script.js behind.
 *
 * @param name title of a page that gives none: the display name or the username
 */
export function publishSite(site: SiteContent, name: string, options: PublishOptions = {}): string {
  return withInstruments(published(site, name, options), site.instruments, options.player);
}

function published(
  site: SiteContent,
  name: string,
  { page = FIRST_PAGE, ...options }: PublishOptions,
): string {
  const publisher = new Publisher(site, options);
  const text = site.files[page] ?? '';
  const body = publisher.html(text);
  if (isWhole(text)) return body;
  const lang = site.lang === '' ? '' : ` lang="${site.lang}"`;
  const style = publisher.placed.has('style.css') ? '' : publisher.style();
  const script = publisher.placed.has('script.js') ? '' : publisher.script();
  return (
    `<!doctype html><html${lang}><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escapeText(site.displayName || name)}</title></head><body>${body}${style}${script}</body></html>`
  );
}

const INLINED = /<(style|script) data-file="([A-Za-z0-9._-]+)"[^>]*>([\s\S]*?)<\/\1>/g;

/** Which line of which file a line of the document came from; lines from 1. @param page the one it is of */
export function locateLine(
  html: string,
  line: number,
  page = FIRST_PAGE,
): {
  file: string;
  line: number;
} {
  let moved = 0;
  let style: { file: string; line: number } | undefined;
  for (const { index, 1: element, 2: file = '', 3: text = '' } of html.matchAll(INLINED)) {
    const first = html.slice(0, index).split('\n').length;
    const lines = text.split('\n').length;
    if (line < first) break;
    if (line < first + lines && text !== '') {
      const found = { file, line: line - first + 1 };
      // Where both are on one line, it is scripts that fail.
      if (element === 'script') return found;
      style ??= found;
    }
    moved += lines - 1;
  }
  return style ?? { file: page, line: line - moved };
}

/**
 * A site as the one document visitors get: its style sheet, script, pictures and sounds inline.
 *
 * Runs on the server for visitors and in the browser for previews. The texts stay as they were
 * written but for references to the site's own files; a line of a file stays a line of the document,
 * so that an error can be traced back (`locateLine`).
 */
import { toBase64 } from 'lib0/buffer';
import { type Asset, assetType, type FileName, type SiteContent } from './document.ts';
import { type ScannedAttribute, type ScannedTag, scanTags } from './html-scan.ts';
import { withInstruments } from './instruments.ts';

/**
 * Where a document reaches this size, further references stay as they are: a picture of two
 * megabytes shown a thousand times must not become two gigabytes.
 */
const DOCUMENT_CHARACTERS = 48_000_000;

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
  #left = DOCUMENT_CHARACTERS;
  /** Files that stand where index.html names them; a mere mention in its text does not count. */
  readonly placed = new Set<FileName>();

  constructor(site: SiteContent) {
    this.#site = site;
    this.#assets = new Map(site.assets.map((asset) => [asset.name, asset]));
  }

  /** index.html with everything it names put into it. */
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

  style(): string {
    return `<style data-file="style.css">${safeStyle(this.#css(this.#site.files['style.css']))}</style>`;
  }

  script(attributes = ''): string {
    const text = safeScript(this.#literals(this.#site.files['script.js']));
    return `<script data-file="script.js"${attributes}>${text}</script>`;
  }

  /** `<link rel=stylesheet href=style.css>` and `<script src=script.js>` become what they name. */
  #inlined(tag: ScannedTag): string | undefined {
    const value = (name: string) => tag.attributes.find((one) => one.name === name)?.value;
    const named = (name: string) => value(name)?.trim().replace(/^\.\//, '');
    if (tag.name === 'link' && named('href') === 'style.css') {
      const rel = value('rel')?.toLowerCase().split(/\s+/) ?? [];
      if (!rel.includes('stylesheet')) return undefined;
      this.placed.add('style.css');
      return this.style();
    }
    if (tag.name !== 'script' || named('src') !== 'script.js') return undefined;
    // An inline script cannot be deferred; a module is, and sees the whole page all the same.
    const late = tag.attributes.some(({ name }) => name === 'defer' || name === 'async');
    const module = value('type')?.trim().toLowerCase() === 'module';
    this.placed.add('script.js');
    return this.script(module || late ? ' type="module"' : '');
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
    if (asset === undefined) return undefined;
    const url = dataUrl(asset);
    if (this.#left < url.length) return undefined;
    this.#left -= url.length;
    return url + fragment.trim();
  }

  #css(text: string): string {
    return text.replace(CSS_URL, (whole, _quote: string, name: string, fragment = '') => {
      const url = this.#reference(name + fragment);
      return url === undefined ? whole : `url(${url})`;
    });
  }

  /** A string that is exactly the name of a picture or sound is its address: `new Audio('a.mp3')`. */
  #literals(text: string): string {
    if (this.#assets.size === 0) return text;
    return text.replace(SCRIPT_LITERAL, (whole, quote: string, name: string) => {
      const url = this.#assets.has(name) ? this.#reference(name) : undefined;
      return url === undefined ? whole : `${quote}${url}${quote}`;
    });
  }
}

const changed = (before: string, after: string): string | undefined =>
  before === after ? undefined : after;

/** Whether a text is a document of its own, or what stands in the body of one. */
function isWhole(text: string): boolean {
  for (const tag of scanTags(text)) {
    return tag.name === 'html' || tag.name === 'head' || /<!doctype/i.test(text.slice(0, tag.from));
  }
  return /^\s*<!doctype/i.test(text);
}

/**
 * The document of a site. Where index.html is only what stands in a body, the rest is put around it,
 * with the style sheet before and the script behind.
 *
 * @param name title of a page that gives none: the display name or the username
 * @param player text of dist/web/sound-mode.js, which makes instruments play; previews bring their own
 */
export function publishSite(site: SiteContent, name: string, player?: string): string {
  return withInstruments(published(site, name), site.instruments, player);
}

function published(site: SiteContent, name: string): string {
  const publisher = new Publisher(site);
  const text = site.files['index.html'];
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

const INLINED = /<(style|script) data-file="([a-z.]+)"[^>]*>([\s\S]*?)<\/\1>/g;

/** Which line of which file a line of the document came from; lines from 1. */
export function locateLine(html: string, line: number): { file: string; line: number } {
  let moved = 0;
  for (const { index, 2: file = '', 3: text = '' } of html.matchAll(INLINED)) {
    const first = html.slice(0, index).split('\n').length;
    const lines = text.split('\n').length;
    if (line < first) break;
    if (line < first + lines && text !== '') return { file, line: line - first + 1 };
    moved += lines - 1;
  }
  return { file: 'index.html', line: line - moved };
}

/**
 * A site as the one document visitors get: its style sheet, script, pictures and sounds inline.
 *
 * Runs on the server for visitors and in the browser for previews. The texts stay as they were
 * written but for references to the site's own files; a line of a file stays a line of the document,
 * so that an error can be traced back. Time is linear in the site and the document.
 */
import { toBase64 } from 'lib0/buffer';
import { type Asset, assetType, type SiteContent } from './document.ts';
import { DocumentBudget } from './document-budget.ts';
import { type ScannedAttribute, type ScannedTag, scanTags } from './html-scan.ts';
import { withInstruments } from './instruments.ts';
import { FIRST_PAGE, type PageLink, pageLink } from './page-links.ts';
import { type Inlined, lineBreaks, PublishedPage } from './published-page.ts';
import { isKept } from './text-files.ts';

/** Elements whose href leads elsewhere, or to a file of the site. */
const LINKING = new Set(['a', 'area']);

export interface PublishOptions {
  /** Text of dist/web/sound-mode.js, which makes instruments play; previews bring their own. */
  readonly player?: string | undefined;
  /** The page to publish. Default index.html. */
  readonly page?: string;
  /** Address of another page of the site; a link to one without stays as it is. Default: all do. */
  readonly addressOf?: (link: PageLink) => string | undefined;
  /** References for which there is no room stay as they are. Default as much as one document may have. */
  readonly budget?: DocumentBudget;
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

/** What an address names, if that is a file of the site, and the `#part` behind it. */
function ownName(address: string): { readonly name: string; readonly fragment: string } {
  const whole = address.trim();
  const at = whole.indexOf('#');
  const name = at < 0 ? whole : whole.slice(0, at);
  return { name: name.replace(/^\.\//, '').trim(), fragment: whole.slice(name.length) };
}

const attributeOf = (tag: ScannedTag, name: string): string | undefined =>
  tag.attributes.find((one) => one.name === name)?.value;

class Publisher {
  readonly #site: SiteContent;
  readonly #assets: ReadonlyMap<string, Asset>;
  readonly #addressOf: PublishOptions['addressOf'];
  readonly #budget: DocumentBudget;
  readonly #parts: string[] = [];
  #length = 0;
  /** Style sheets and scripts that stand where the page names them; a mere mention in its text does not count. */
  readonly #placed = new Set<string>();
  readonly #inlined: Inlined[] = [];
  /** Scripts that wait for the whole page. */
  readonly #deferred: string[] = [];
  /** Style sheets and scripts that are being put in; among them, such a name stays, so files that load each other end. */
  readonly #within: string[] = [];
  /** Addresses of style sheets and scripts: each is made once, whatever names it. */
  readonly #urls = new Map<string, string>();

  constructor(
    site: SiteContent,
    { addressOf, budget = new DocumentBudget() }: Pick<PublishOptions, 'addressOf' | 'budget'>,
  ) {
    this.#site = site;
    this.#addressOf = addressOf;
    this.#budget = budget;
    this.#assets = new Map(site.assets.map((asset) => [asset.name, asset]));
  }

  push(...texts: readonly string[]): void {
    for (const text of texts) {
      this.#parts.push(text);
      this.#length += text.length;
    }
  }

  page(name: string, player: string | undefined): PublishedPage {
    const html = withInstruments(this.#parts.join(''), this.#site.instruments, player);
    return new PublishedPage(html, name, this.#inlined);
  }

  /** A page with everything it names put into it. */
  html(text: string): void {
    this.#budget.need(text.length);
    let done = 0;
    for (const tag of scanTags(text)) {
      this.push(text.slice(done, tag.from));
      const end = tag.end ?? tag.to;
      if (this.#inline(tag, text.slice(tag.from, end))) {
        done = end;
      } else {
        this.push(this.#startTag(text, tag), this.#contents(text, tag));
        done = tag.textTo ?? tag.to;
      }
    }
    this.push(text.slice(done));
  }

  /** The style sheet and the script that every site has, unless the page names them. */
  kept(): void {
    if (!this.#placed.has('style.css')) this.#style('style.css');
    if (!this.#placed.has('script.js')) this.#script('script.js');
  }

  /** The scripts that the page wants to run once all of it is there: classic scripts, whose names are everywhere. */
  deferred(): void {
    for (const file of this.#deferred) this.#script(file);
  }

  #style(file: string, replaced = 0): void {
    const text = safeStyle(this.#loaded(file, (css) => this.#css(css)));
    this.#put(file, { start: `<style data-file="${file}">`, text, end: '</style>' }, replaced);
  }

  #script(file: string, replaced = 0, attributes = ''): void {
    const text = safeScript(this.#loaded(file, (script) => this.#literals(script)));
    const start = `<script data-file="${file}"${attributes}>`;
    this.#put(file, { start, text, end: '</script>' }, replaced);
  }

  #put(
    file: string,
    { start, text, end }: Record<'start' | 'text' | 'end', string>,
    replaced: number,
  ): void {
    const from = this.#length + start.length;
    const isScript = end === '</script>';
    this.#inlined.push({ file, isScript, from, to: from + text.length, replaced });
    this.push(start, text, end);
  }

  /** A style sheet or script with everything it names put into it. */
  #loaded(file: string, publish: (text: string) => string): string {
    this.#within.push(file);
    const text = publish(this.#site.files[file] ?? '');
    this.#within.pop();
    return text;
  }

  /** `<link rel=stylesheet href=style.css>` and `<script src=script.js>` become what they name. */
  #inline(tag: ScannedTag, text: string): boolean {
    const file = this.#named(tag);
    if (file === undefined || !this.#spend(file)) return false;
    this.#placed.add(file);
    const breaks = lineBreaks(text);
    if (tag.name === 'link') this.#style(file, breaks);
    else if (attributeOf(tag, 'type')?.trim().toLowerCase() === 'module') {
      this.#script(file, breaks, ' type="module"');
    } else if (tag.attributes.some(({ name }) => name === 'defer' || name === 'async')) {
      // An inline script cannot wait, so it stands behind the page.
      this.#deferred.push(file);
      this.push('\n'.repeat(breaks));
    } else this.#script(file, breaks);
    return true;
  }

  /** The style sheet or script of the site that an element stands for. */
  #named(tag: ScannedTag): string | undefined {
    const isSheet = tag.name === 'link';
    if (!isSheet && tag.name !== 'script') return undefined;
    const file =
      attributeOf(tag, isSheet ? 'href' : 'src')
        ?.trim()
        .replace(/^\.\//, '') ?? '';
    const isOwn = file.endsWith(isSheet ? '.css' : '.js') && Object.hasOwn(this.#site.files, file);
    if (!isOwn) return undefined;
    if (!isSheet) return file;
    const rel = attributeOf(tag, 'rel')?.toLowerCase().split(/\s+/) ?? [];
    return rel.includes('stylesheet') ? file : undefined;
  }

  /** Whether there is room for a file that may stand in the page many times; the first time there always is. */
  #spend(file: string): boolean {
    const { length } = this.#site.files[file] ?? '';
    if (this.#placed.has(file)) return this.#budget.take(length);
    this.#budget.need(length);
    return true;
  }

  #startTag(text: string, tag: ScannedTag): string {
    const parts: string[] = [];
    const linked = this.#linkedFile(tag);
    // Browsers open no link to data but save it, so it is saved, unless a script of ours opens it.
    const opens = linked !== undefined && attributeOf(tag, 'download') === undefined;
    let done = tag.from;
    for (const attribute of tag.attributes) {
      const { name, from, to } = attribute;
      const isUnnamed = name === 'download' && attribute.value === '';
      const value = isUnnamed ? linked : this.#attribute(tag.name, attribute);
      if (value === undefined) continue;
      // One without a value has no equals sign either.
      parts.push(text.slice(done, from), `${from === to ? '=' : ''}"${escapeValue(value)}"`);
      if (opens && name === 'href') parts.push(` download="${linked}" data-opens`);
      done = to;
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
      const link = pageLink(value);
      return link === undefined ? this.#reference(value) : this.#addressOf?.(link);
    }
    if (name === 'style') return changed(value, this.#css(value));
    if (name !== 'srcset') return undefined;
    const list = value.split(',').map((choice) => {
      const [address = '', ...size] = choice.trim().split(/\s+/);
      return [this.#reference(address) ?? address, ...size].join(' ');
    });
    return changed(value, list.join(', '));
  }

  /** The picture, sound, style sheet or script of the site that a link leads to. */
  #linkedFile(tag: ScannedTag): string | undefined {
    if (!LINKING.has(tag.name)) return undefined;
    const { name } = ownName(attributeOf(tag, 'href') ?? '');
    const isText = /\.(?:css|js)$/.test(name) && Object.hasOwn(this.#site.files, name);
    return isText || this.#assets.has(name) ? name : undefined;
  }

  #contents(text: string, { name, to, textTo }: ScannedTag): string {
    if (textTo === undefined) return '';
    const contents = text.slice(to, textTo);
    if (name === 'style') return this.#css(contents);
    return name === 'script' ? this.#literals(contents) : contents;
  }

  #reference(address: string): string | undefined {
    const { name, fragment } = ownName(address);
    const asset = this.#assets.get(name);
    const url = asset === undefined ? this.#textUrl(name) : dataUrl(asset);
    return url !== undefined && this.#budget.take(url.length) ? url + fragment : undefined;
  }

  /** A style sheet or script of the site as an address: what another one imports. */
  #textUrl(name: string): string | undefined {
    const [, ending] = /\.(css|js)$/.exec(name) ?? [];
    if (ending === undefined || !Object.hasOwn(this.#site.files, name)) return undefined;
    if (this.#within.includes(name)) return undefined;
    const known = this.#urls.get(name);
    // It takes room before it is made, so that what is made takes no longer than there is room.
    const { length } = this.#site.files[name] ?? '';
    if (known !== undefined || !this.#budget.take(length)) return known;
    const text = this.#loaded(name, (raw) =>
      ending === 'css' ? this.#css(raw) : this.#literals(raw),
    );
    const type = ending === 'css' ? 'text/css' : 'text/javascript';
    const url = `data:${type};charset=utf-8;base64,${toBase64(new TextEncoder().encode(text))}`;
    this.#urls.set(name, url);
    return url;
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
export function publishPage(
  site: SiteContent,
  name: string,
  { page = FIRST_PAGE, player, ...options }: PublishOptions = {},
): PublishedPage {
  const publisher = new Publisher(site, options);
  const text = site.files[page] ?? '';
  const whole = isWhole(text);
  if (!whole) publisher.push(startOf(site, name));
  publisher.html(text);
  if (!whole) publisher.kept();
  publisher.deferred();
  if (!whole) publisher.push('</body></html>');
  return publisher.page(page, player);
}

function startOf({ lang, displayName }: SiteContent, name: string): string {
  return (
    `<!doctype html><html${lang === '' ? '' : ` lang="${lang}"`}><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escapeText(displayName || name)}</title></head><body>`
  );
}

/** Its text. */
export function publishSite(site: SiteContent, name: string, options: PublishOptions = {}): string {
  return publishPage(site, name, options).html;
}

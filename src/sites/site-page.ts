/**
 * A published site as it is served: a small page of ours around it (the shell), with the whole document of the
 * site in a sandboxed frame.
 *
 * A sandboxed document that is a page of its own can still show any address of its origin
 * (`history.replaceState`), so it could pass for another member's editor. One in a frame cannot, and
 * as `srcdoc` it has no address under which it could be opened without its shell. Both stay one document.
 */
import { SITE_SANDBOX } from '../http/policy.ts';
import { withFirst } from '../shared/site/first-script.ts';
import { type ScannedAttribute, type ScannedTag, scanTags } from '../shared/site/html-scan.ts';
import { SITE_PAGE_TEXT } from './text.ts';

/** Built scripts and styles (dist/web) that go into every site's page. */
export interface SiteParts {
  /** `site.js`: runs in the frame before the site. */
  readonly guard: string;
  /** `shell.js` and `shell.css`: the page around it. */
  readonly script: string;
  readonly style: string;
}

export interface SitePageOptions {
  /** Address of the site on the platform: where its instruments find their player. */
  readonly address: string;
  /** Title of a site that has none. */
  readonly name: string;
  readonly parts: SiteParts;
  /** Whether the page shows a link to its editor. Default false. */
  readonly editLink?: boolean;
}

/** What a page may do by default but a frame only with permission. */
const ALLOWED =
  'autoplay; fullscreen; picture-in-picture; clipboard-write; screen-wake-lock; gamepad; accelerometer; gyroscope; magnetometer';

const META_NAMES =
  /^(?:description|viewport|theme-color|color-scheme|robots|author|keywords|twitter:[\w:]+)$/;
const META_PROPERTIES = /^(?:og|article|profile|music|video):[\w:]+$/;
const ICON = /(?:^|\s)(?:icon|apple-touch-icon)(?:\s|$)/i;
const ICON_ADDRESS = /^(?:https:|data:image\/)/i;
/** What may stand before the body; the first other element ends the search. */
const HEAD_ELEMENTS = new Set(
  'html head title meta link base style script noscript template'.split(' '),
);
const HEAD_PARTS = 60;
const VALUE_CHARACTERS = 2_000;
const ICON_CHARACTERS = 200_000;

/** Text that stands in a quoted attribute or in an element as it stood: entities stay what they were. */
const kept = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const escaped = (text: string): string => kept(text.replaceAll('&', '&amp;'));

interface Head {
  readonly lang: string;
  readonly dir: string;
  readonly title: string | undefined;
  /** Elements that tell search engines, link previews and the browser's frame of the site. */
  readonly elements: readonly string[];
}

function attribute(tag: ScannedTag, name: string): string | undefined {
  return tag.attributes.find((one: ScannedAttribute) => one.name === name)?.value;
}

function metaOf(tag: ScannedTag): string | undefined {
  const content = attribute(tag, 'content') ?? '';
  const name = (attribute(tag, 'name') ?? '').toLowerCase();
  const property = (attribute(tag, 'property') ?? '').toLowerCase();
  const [key, value] = META_NAMES.test(name) ? ['name', name] : ['property', property];
  if (content === '' || content.length > VALUE_CHARACTERS) return undefined;
  if (key === 'property' && !META_PROPERTIES.test(property)) return undefined;
  const media = attribute(tag, 'media');
  const where = media === undefined ? '' : ` media="${kept(media)}"`;
  return `<meta ${key}="${value}"${where} content="${kept(content)}">`;
}

function iconOf(tag: ScannedTag): string | undefined {
  const address = attribute(tag, 'href') ?? '';
  const rel = attribute(tag, 'rel') ?? '';
  if (!ICON.test(rel) || !ICON_ADDRESS.test(address)) return undefined;
  if (address.length > ICON_CHARACTERS) return undefined;
  return `<link rel="${kept(rel.toLowerCase())}" href="${kept(address)}">`;
}

/** What of a site's head belongs to the page around it. */
function headOf(document: string): Head {
  const elements: string[] = [];
  let [lang, dir]: [string, string] = ['', ''];
  let title: string | undefined;
  for (const tag of scanTags(document)) {
    if (!HEAD_ELEMENTS.has(tag.name)) break;
    if (tag.name === 'html')
      [lang, dir] = [attribute(tag, 'lang') ?? '', attribute(tag, 'dir') ?? ''];
    if (tag.name === 'title') title ??= document.slice(tag.to, tag.textTo).trim();
    const made = tag.name === 'meta' ? metaOf(tag) : tag.name === 'link' ? iconOf(tag) : undefined;
    if (made !== undefined && elements.length < HEAD_PARTS) elements.push(made);
  }
  return { lang, dir, title: title === '' ? undefined : title, elements };
}

/** The site's document with our script before everything of it that runs. */
function framed(document: string, { parts, address }: SitePageOptions): string {
  const ours = `<script data-bridge>${parts.guard}</script><base target="_top"><meta name="ensemble-site" content="${escaped(address)}">`;
  return withFirst(document, ours);
}

/** @param document from `publishSite` */
export function sitePage(document: string, options: SitePageOptions): string {
  const { parts, name, address, editLink = false } = options;
  const { lang, dir, title = escaped(name), elements } = headOf(document);
  const attributes = `${lang && ` lang="${kept(lang)}"`}${dir && ` dir="${kept(dir)}"`}`;
  const inside = framed(document, options).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<!doctype html>
<html${attributes}>
<head>
<meta charset="utf-8">
<title>${kept(title)}</title>
${elements.join('\n')}
<style>${parts.style}</style>
</head>
<body>
<iframe class="site" title="${kept(title)}" sandbox="${SITE_SANDBOX}" allow="${ALLOWED}" srcdoc="${inside}"></iframe>
<p hidden role="alert">${SITE_PAGE_TEXT.navigationBlocked} <a href=""></a></p>
${editLink ? `<div data-edit="${escaped(address)}?edit"></div>\n` : ''}<script>${parts.script}</script>
</body>
</html>
`;
}

/** What an exported site needs a network, or a web server, for: told to whoever exports it. */
import { scanTags } from './html-scan.ts';
import { isPage, type SiteFiles } from './text-files.ts';

/** Attributes that load what they name, by element; of others, `src`. */
const LOADING: Readonly<Record<string, readonly string[]>> = {
  link: ['href'],
  image: ['href', 'xlink:href'],
  use: ['href', 'xlink:href'],
  object: ['data'],
  video: ['src', 'poster'],
};
/** What a link loads for the page that has it. */
const LOADED_LINKS = /(?:^|\s)(?:stylesheet|icon|apple-touch-icon|preload|modulepreload)(?:\s|$)/i;
const ELSEWHERE = /^\s*(?:https?:)?\/\/[^/?#\s]/i;
const ADDRESS = /(?:https?:)?\/\/[^\s"'`)<>]+/;
const IN_STYLE = new RegExp(`(?:url\\(\\s*["']?|@import\\s+["'])(${ADDRESS.source})`, 'gi');
/** Imports, and the usual ways to load a file by its name. */
const IN_SCRIPT = new RegExp(
  `(?:\\bfrom|\\bimport|\\bimport\\s*\\(|\\bfetch\\s*\\(|\\bnew\\s+Audio\\s*\\(|\\.src\\s*=)\\s*["'\`](${ADDRESS.source})`,
  'g',
);
const IN_MAP = /"(https?:\/\/[^\s"]+)"/gi;

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, address = '']) => address);

function inPage(text: string): string[] {
  const found: string[] = [];
  for (const { name, attributes, to, textTo } of scanTags(text)) {
    const value = (key: string) => attributes.find((one) => one.name === key)?.value ?? '';
    const loads = name !== 'link' || LOADED_LINKS.test(value('rel'));
    for (const { name: key, value: text } of attributes) {
      if (key === 'style') found.push(...matches(text, IN_STYLE));
      if (key === 'srcset') found.push(...text.split(',').filter((one) => ELSEWHERE.test(one)));
      if (!loads || !(LOADING[name] ?? ['src']).includes(key)) continue;
      if (ELSEWHERE.test(text)) found.push(text);
    }
    if (textTo === undefined) continue;
    const contents = text.slice(to, textTo);
    if (name === 'style') found.push(...matches(contents, IN_STYLE));
    if (name !== 'script') continue;
    found.push(...matches(contents, /importmap/i.test(value('type')) ? IN_MAP : IN_SCRIPT));
  }
  return found;
}

/** Addresses of everything that a site loads from elsewhere, as far as its text tells; each once. */
export function networkParts(files: SiteFiles): string[] {
  const found = Object.entries(files).flatMap(([name, text]) => {
    if (isPage(name)) return inPage(text);
    return matches(text, name.endsWith('.css') ? IN_STYLE : IN_SCRIPT);
  });
  return [...new Set(found.map((address) => address.trim().split(/\s/)[0] ?? ''))];
}

/** Names of a site's scripts that are loaded as modules, which browsers do from a web server, not from a folder. */
export function moduleScripts(files: SiteFiles): string[] {
  const found = new Set<string>();
  for (const [page, text] of Object.entries(files)) {
    if (!isPage(page)) continue;
    for (const { name, attributes } of scanTags(text)) {
      const value = (key: string) => attributes.find((one) => one.name === key)?.value.trim() ?? '';
      if (name !== 'script' || value('type').toLowerCase() !== 'module') continue;
      const file = value('src').replace(/^\.\//, '');
      if (Object.hasOwn(files, file)) found.add(file);
    }
  }
  return [...found];
}

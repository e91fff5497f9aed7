/**
 * One self-contained platform document: styles, scripts and data inline, policy by their hashes.
 *
 * For the editor and the player too: give the text of the bundles `dist/web/<name>.js|css`, and what
 * a script must know as `data`. A document that does not name the member or the mode (the script
 * reads `location`) is one Page for all of them and answers 304 everywhere.
 */
import { type Html, html, trusted } from './html.ts';
import { type PlatformNeeds, platformHeaders } from './policy.ts';

export interface DocumentParts {
  readonly title: string;
  /** Description for search engines and link previews. */
  readonly description?: string;
  /** Default `en`. */
  readonly lang?: string;
  /** CSS texts, in order. */
  readonly styles: readonly string[];
  /** Script texts, each run as a module at the end of the document. Default none. */
  readonly scripts?: readonly string[];
  /** JSON-able value that scripts find in `<script type="application/json" id="data">`. */
  readonly data?: unknown;
  /** Contents of the body. */
  readonly body: Html;
  readonly needs?: Omit<PlatformNeeds, 'scripts' | 'styles'>;
}

/** The response curve of an instrument, which is the mark of the platform. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%231d1f24'/%3E%3Cpath d='M6 26C17 26 22 21 26 6' fill='none' stroke='%23ff9d5c' stroke-width='3.5' stroke-linecap='round'/%3E%3C/svg%3E";

/** JSON that cannot end the element that contains it. */
function inlineJson(data: unknown): string {
  return JSON.stringify(data).replace(/</g, '\\u003c');
}

/** The document's text and the headers it must be sent with. */
export function platformDocument(parts: DocumentParts): { body: string; headers: string[] } {
  const { title, description, lang = 'en', styles, scripts = [], data, body, needs } = parts;
  const text = html`<!doctype html>
<html lang="${lang}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${description !== undefined && html`<meta name="description" content="${description}">`}
<link rel="icon" href="${trusted(ICON)}">
${styles.map((style) => html`<style>${trusted(style)}</style>`)}
</head>
<body>
${body}
${data !== undefined && html`<script type="application/json" id="data">${trusted(inlineJson(data))}</script>`}
${scripts.map((script) => html`<script type="module">${trusted(script)}</script>`)}
</body>
</html>
`;
  return { body: text.text, headers: platformHeaders({ ...needs, scripts, styles }) };
}

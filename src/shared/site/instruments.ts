/**
 * Instruments in a site's document: what they learned, and the script that plays them, put in so that the
 * page stays one document that plays without a network.
 */
import { toBase64 } from 'lib0/buffer';
import { scanTags } from './html-scan.ts';
import type { SiteInstrument } from './site-instruments.ts';

const ELEMENT = 'sound-mode';

/** Ids that the instruments of a document are taught by; undefined where it has no instrument at all. */
function taughtIds(html: string): ReadonlySet<string> | undefined {
  const ids = new Set<string>();
  let found = false;
  for (const tag of scanTags(html)) {
    if (tag.name !== ELEMENT) continue;
    found = true;
    const taught = tag.attributes.find(({ name }) => name === 'taught')?.value;
    if (taught !== undefined) ids.add(taught);
  }
  return found ? ids : undefined;
}

/** Whether a document has an instrument in it. */
export function hasInstruments(html: string): boolean {
  return html.includes(`<${ELEMENT}`) && taughtIds(html) !== undefined;
}

/** What an instrument learned: its taught file, or the examples from which every device learns the same. */
function taughtScript({ id, taught, voiceSpace, examples = [] }: SiteInstrument): string {
  if (taught.length === 0 && examples.length === 0 && voiceSpace === 0) return '';
  const space = voiceSpace === 0 ? '' : ` data-voice-space="${voiceSpace}"`;
  const file = taught.length > 0;
  const text = file ? toBase64(taught) : examples.map(({ bytes }) => toBase64(bytes)).join(' ');
  const kind = examples.length === 0 || file ? '' : ' data-examples';
  return `<script type="text/plain" data-taught="${id}"${space}${kind}>${text}</script>`;
}

/**
 * The document with what its instruments learned behind it and, where `player` is given, the script that
 * makes them play. A document without instruments stays as it is.
 *
 * @param player text of dist/web/sound-mode.js; the preview puts it in by itself
 */
export function withInstruments(
  html: string,
  instruments: readonly SiteInstrument[],
  player?: string,
): string {
  // Most sites have none, and looking for the word is quicker than reading the document.
  const ids = html.includes(`<${ELEMENT}`) ? taughtIds(html) : undefined;
  if (ids === undefined) return html;
  const taught = instruments.filter(({ id }) => ids.has(id)).map(taughtScript);
  const script = player === undefined ? '' : `<script data-player>${player}</script>`;
  return html + taught.join('') + script;
}

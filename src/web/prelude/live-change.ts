/**
 * Changes a running page where its HTML changed, so that what sounds goes on, and what scripts made of the page or a
 * person typed into it stays.
 */
import { Idiomorph } from 'idiomorph';

/**
 * What a change of the HTML asks for:
 * - `nothing`: it reads the same
 * - `style`: only style sheets have changed, or what instruments were taught
 * - `content`: elements, attributes or words have changed
 * - `reload`: a script has changed, and what ran cannot be taken back
 */
export type Kind = 'nothing' | 'style' | 'content' | 'reload';

const INSTRUMENT = 'sound-mode';
const MARK = 'ensemble-instrument-';

/** Scripts that run; others hold data. */
const isRunning = ({ type }: HTMLScriptElement): boolean =>
  /^(|module|importmap|(text|application)\/(x-)?(java|ecma)script)$/i.test(type);

/** Whether the page has scripts of its own. */
export const hasScripts = (page: Document): boolean => [...page.scripts].some(isRunning);

/** Reads HTML without running anything of it. */
export const readPage = (html: string): Document =>
  new DOMParser().parseFromString(html, 'text/html');

const scriptsOf = (page: Document): string =>
  [...page.scripts]
    .filter(isRunning)
    .map(({ outerHTML }) => outerHTML)
    .join('\n');

/** The page without what no script depends on: style sheets, and what instruments were taught. */
function withoutStyles(page: Document): Node {
  const copy = page.documentElement.cloneNode(true);
  if (copy instanceof Element) {
    for (const style of copy.querySelectorAll('style')) style.textContent = '';
    for (const taught of copy.querySelectorAll('script[data-taught]')) taught.remove();
    copy.normalize();
  }
  return copy;
}

/** What changed from one page to another, both as `readPage` gives them. */
export function kindOfChange(before: Document, now: Document): Kind {
  if (before.documentElement.isEqualNode(now.documentElement)) return 'nothing';
  if (scriptsOf(before) !== scriptsOf(now)) return 'reload';
  return withoutStyles(before).isEqualNode(withoutStyles(now)) ? 'style' : 'content';
}

/** Gives instruments an id for the time of a change, by which each is recognised wherever it moves. */
function markInstruments(root: ParentNode): void {
  const seen = new Map<string, number>();
  for (const one of root.querySelectorAll(INSTRUMENT)) {
    const mode = one.getAttribute('mode') ?? '';
    const number = seen.get(mode) ?? 0;
    seen.set(mode, number + 1);
    if (one.id === '') one.id = `${MARK}${mode}-${number}`;
  }
}

/** Notes for each node of the running page which one of its HTML it comes from; scripts made the others. */
function findOrigins(html: Element, running: Element, origins: Map<Node, Node>): void {
  origins.set(running, html);
  const byName = new Map<string, ChildNode[]>();
  for (const child of running.childNodes) {
    const alike = byName.get(child.nodeName);
    if (alike === undefined) byName.set(child.nodeName, [child]);
    else alike.push(child);
  }
  for (const child of html.childNodes) {
    const twin = byName.get(child.nodeName)?.shift();
    if (twin === undefined) continue;
    if (child instanceof Element && twin instanceof Element) findOrigins(child, twin, origins);
    else origins.set(twin, child);
  }
}

const attributeOf = (node: Node | undefined, name: string): string | null =>
  node instanceof Element ? node.getAttribute(name) : null;

/** Makes the running page, whose HTML was `before`, what `now` says, wherever the two differ. */
export function applyChange(before: Document, now: Document): void {
  const html = now.documentElement.cloneNode(true);
  if (!(html instanceof Element)) return;
  for (const root of [before, document, html]) markInstruments(root);
  const origins = new Map<Node, Node>();
  findOrigins(before.documentElement, document.documentElement, origins);
  const becomes = new Map<Node, Node>();
  Idiomorph.morph(document.documentElement, html, {
    morphStyle: 'outerHTML',
    ignoreActiveValue: true,
    head: { style: 'morph' },
    callbacks: {
      beforeNodeMorphed: (running: Node, next: Node) => {
        becomes.set(running, next);
        return origins.get(running)?.isEqualNode(next) !== true;
      },
      beforeAttributeUpdated: (name, running) => {
        const origin = origins.get(running);
        return (
          origin === undefined ||
          attributeOf(origin, name) !== attributeOf(becomes.get(running), name)
        );
      },
      beforeNodeRemoved: (running: Node) => origins.has(running),
    },
  });
  for (const one of document.querySelectorAll(`${INSTRUMENT}[id^="${MARK}"]`)) {
    one.removeAttribute('id');
  }
}

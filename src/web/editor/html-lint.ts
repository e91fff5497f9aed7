/** Finds problems in a member's HTML as it is written: structure, accessibility and the rules of sites. */
import type { Action, Diagnostic } from '@codemirror/lint';
import type { SyntaxNode, Tree } from '@lezer/common';
import { isDelivered } from '../../shared/site/delivery-networks.ts';
import { pageLink } from '../../shared/site/page-links.ts';
import { lineBreaks } from '../../shared/site/published-page.ts';
import { isInstrumentId } from '../../shared/site/site-instruments.ts';
import { isFileName } from '../../shared/site/text-files.ts';
import { LINT_TEXT } from './lint-text.ts';

const TEXT = LINT_TEXT;

/** Elements without an end tag. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** Elements whose end tag is optional in HTML. */
const OPTIONAL_END = new Set(
  'html head body p li dt dd option optgroup tr td th thead tbody tfoot colgroup rt rp'.split(' '),
);

const KNOWN = new Set(
  (
    'a abbr address article aside audio b bdi bdo blockquote body button canvas caption cite code ' +
    'colgroup data datalist dd del details dfn dialog div dl dt em fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 head header hgroup html i iframe ins kbd label legend li main ' +
    'map mark math menu meter nav noscript object ol optgroup option output p picture pre progress ' +
    'q rp rt ruby s samp script search section select slot small span strong style sub summary sup ' +
    'svg table tbody td template textarea tfoot th thead time title tr u ul var video'
  )
    .split(' ')
    .concat([...VOID]),
);

/** Obsolete elements, each with its replacement. */
const OBSOLETE: ReadonlyMap<string, string> = new Map(Object.entries(TEXT.instead));

/** The ids by which a page names what its instruments were taught. */
const TAUGHT_IDS = /\btaught\s*=\s*["']?([\w-]+)/gi;

/** Elements whose content is not HTML. */
const FOREIGN = new Set(['svg', 'math']);

interface Tag {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly attributes: ReadonlyMap<string, Attribute>;
}

interface Attribute {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** What the linter knows besides the text. */
export interface LintContext {
  /** Names of the site's files, to find missing ones. */
  readonly files: ReadonlySet<string>;
  /** Instruments that the site stores: the mode of each id. */
  readonly instruments: ReadonlyMap<string, string>;
  /** Adds an empty text file: the quick fix for one that is missing. */
  create?(file: string): void;
}

class Linter {
  readonly #text: string;
  readonly #context: LintContext;
  readonly #ids = new Map<string, number>();
  readonly #lines: LineCounter;
  #taught: ReadonlySet<string> | undefined;
  readonly found: Diagnostic[] = [];

  constructor(text: string, context: LintContext) {
    this.#text = text;
    this.#context = context;
    this.#lines = new LineCounter(text);
  }

  #add(
    severity: Diagnostic['severity'],
    from: number,
    to: number,
    message: string,
    actions: readonly Action[] = [],
  ): void {
    const end = Math.min(Math.max(to, from + 1), this.#text.length);
    this.found.push({ severity, from: Math.min(from, end), to: end, message, actions });
  }

  /** Reports a text file that is missing, with the fix that makes it. */
  #missing(file: string, { from, to }: Attribute, message: string): void {
    const { create } = this.#context;
    const fix = { name: TEXT.create(file), apply: () => create?.(file) };
    this.#add('warning', from, to, message, create === undefined ? [] : [fix]);
  }

  visit(tree: Tree): void {
    const names: string[] = [];
    let foreign = 0;
    tree.iterate({
      enter: ({ node }) => {
        if (node.name === 'MismatchedCloseTag') this.#mismatched(node);
        if (node.name !== 'Element') return;
        const tag = this.#tag(node);
        if (tag !== undefined) this.#element(tag, foreign > 0);
        names.push(tag?.name ?? '');
        if (FOREIGN.has(tag?.name ?? '')) foreign += 1;
      },
      leave: ({ node }) => {
        if (node.name === 'Element' && FOREIGN.has(names.pop() ?? '')) foreign -= 1;
      },
    });
  }

  /** Browsers ignore a doctype with something before it, and lay the page out in quirks mode. */
  doctype({ firstChild }: SyntaxNode): void {
    const before: SyntaxNode[] = [];
    let node = firstChild;
    for (; node !== null && node.name !== 'DoctypeDecl'; node = node.nextSibling) {
      if (node.name !== 'Comment' && this.#slice(node).trim() !== '') before.push(node);
    }
    const [first, last] = [before[0], before.at(-1)];
    if (node === null || first === undefined || last === undefined) return;
    const to = first.from + this.#text.slice(first.from, last.to).trimEnd().length;
    this.#add('warning', first.from, to, TEXT.beforeDoctype);
  }

  #slice(node: { readonly from: number; readonly to: number }): string {
    return this.#text.slice(node.from, node.to);
  }

  #tag(element: SyntaxNode): Tag | undefined {
    const node = element.firstChild;
    const name = node?.getChild('TagName');
    if (node === null || name === null || name === undefined) return undefined;
    const attributes = new Map<string, Attribute>();
    for (const one of node.getChildren('Attribute')) {
      const label = one.getChild('AttributeName');
      if (label === null) continue;
      const key = this.#slice(label).toLowerCase();
      const value = one.getChild('AttributeValue') ?? one.getChild('UnquotedAttributeValue');
      const text = value === null ? '' : this.#slice(value).replace(/^["']|["']$/g, '');
      if (attributes.has(key)) {
        this.#add('warning', one.from, one.to, TEXT.duplicateAttribute(key));
      } else {
        attributes.set(key, { value: text, from: one.from, to: one.to });
      }
    }
    return { name: this.#slice(name).toLowerCase(), node, attributes };
  }

  #mismatched(node: SyntaxNode): void {
    const name = node.getChild('TagName');
    const text = name === null ? '' : this.#slice(name);
    this.#add('error', node.from, node.to, TEXT.unmatchedClose(text));
  }

  #element(tag: Tag, isForeign: boolean): void {
    const { name, node } = tag;
    const element = node.parent;
    const closed = element?.getChild('CloseTag') !== null || node.name === 'SelfClosingTag';
    if (node.name === 'OpenTag' && !closed && !VOID.has(name) && !OPTIONAL_END.has(name)) {
      this.#add('error', node.from, node.to, TEXT.unclosed(name));
    }
    if (!isForeign) this.#name(tag);
    this.#id(tag);
    this.#access(tag);
    this.#sources(tag);
    this.#links(tag);
    if (name === 'sound-mode') this.#instrument(tag);
  }

  /** What an instrument was taught is found by its id, and belongs to its mode. */
  #instrument({ attributes }: Tag): void {
    const taught = attributes.get('taught');
    // Without a value there is nothing to find, and what is longer than an id is a taught file itself.
    if (taught === undefined || taught.value === '' || taught.value.length > 64) return;
    const { value, from, to } = taught;
    const { instruments } = this.#context;
    const mode = attributes.get('mode')?.value;
    const stored = instruments.get(value);
    if (!isInstrumentId(value)) this.#add('error', from, to, TEXT.instrumentId(value));
    else if (stored !== undefined && mode !== undefined && stored !== mode) {
      this.#add('error', from, to, TEXT.taughtAs(value, stored));
    } else if (stored === undefined) {
      this.#taught ??= new Set([...this.#text.matchAll(TAUGHT_IDS)].map(([, id = '']) => id));
      const shown = this.#taught;
      const others = [...instruments].filter(([id, its]) => its === mode && !shown.has(id));
      const ids = others.map(([id]) => id);
      if (ids.length > 0) this.#add('warning', from, to, TEXT.notTaught(value, ids));
    }
  }

  /** Links to pages and files of this site. */
  #links({ name, attributes }: Tag): void {
    const href = name === 'a' || name === 'area' ? attributes.get('href') : undefined;
    if (href === undefined) return;
    const { value, from, to } = href;
    const { files } = this.#context;
    const link = pageLink(value);
    if (link !== undefined) {
      if (!files.has(link.page)) this.#missing(link.page, href, TEXT.missingPage(link.page));
      return;
    }
    const file = value.trim().replace(/^\.\//, '').split('#', 1)[0] ?? '';
    if (value.trim() === '' || !isRelative(value.trim()) || files.has(file)) return;
    if (isFileName(file)) this.#missing(file, href, TEXT.missingText(file));
    else this.#add('warning', from, to, TEXT.missingLink(file || value.trim()));
  }

  #name({ name, node }: Tag): void {
    const instead = OBSOLETE.get(name);
    const [from, to] = [node.from + 1, node.from + 1 + name.length];
    if (instead !== undefined) {
      this.#add('warning', from, to, TEXT.obsolete(name, instead));
    } else if (!KNOWN.has(name) && !name.includes('-')) {
      this.#add('warning', from, to, TEXT.unknownElement(name));
    }
  }

  #id({ attributes }: Tag): void {
    const id = attributes.get('id');
    if (id === undefined) return;
    const line = this.#ids.get(id.value);
    if (line !== undefined) {
      this.#add('error', id.from, id.to, TEXT.duplicateId(id.value, line));
    } else {
      this.#ids.set(id.value, this.#lines.at(id.from));
    }
  }

  #access({ name, node, attributes }: Tag): void {
    if (name === 'img' && !attributes.has('alt')) {
      this.#add('warning', node.from, node.to, TEXT.missingAlt);
    }
    if (name === 'html' && !attributes.has('lang')) {
      this.#add('info', node.from, node.to, TEXT.missingLang);
    }
    const tabs = attributes.get('tabindex');
    if (tabs !== undefined && Number(tabs.value) > 0) {
      this.#add('warning', tabs.from, tabs.to, TEXT.tabindex);
    }
  }

  #sources({ name, attributes }: Tag): void {
    const source = attributes.get('src') ?? (name === 'link' ? attributes.get('href') : undefined);
    if (source === undefined || source.value === '') return;
    const { value, from, to } = source;
    const elsewhere = /^(https?:)?\/\//i.test(value);
    if (name === 'script' && elsewhere && !isDelivered(value)) {
      this.#add('error', from, to, TEXT.remoteScript);
    } else if (/^http:\/\//i.test(value)) {
      this.#add('warning', from, to, TEXT.insecure);
    } else if (isRelative(value)) {
      const [path = ''] = value.replace(/^\.\//, '').split(/[?#]/, 1);
      const file = decodeSafely(path);
      if (this.#context.files.has(file)) return;
      if (isFileName(file)) this.#missing(file, source, TEXT.missingText(file));
      else this.#add('warning', from, to, TEXT.missingFile(file));
    }
  }
}

/** Whether an address is a name in the site, or is meant to be. */
const isRelative = (address: string): boolean => !/^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(address);

/** Lines, from 1, of places that come in the order of the text. */
class LineCounter {
  readonly #text: string;
  #done = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  at(place: number): number {
    this.#line += lineBreaks(this.#text.slice(this.#done, place));
    this.#done = place;
    return this.#line;
  }
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The problems of an HTML text, in order. */
export function lintHtml(text: string, tree: Tree, context: LintContext): Diagnostic[] {
  const linter = new Linter(text, context);
  linter.visit(tree);
  linter.doctype(tree.topNode);
  return linter.found.sort((a, b) => a.from - b.from);
}

/** The syntax errors of a style sheet or a script: places where the parser had to guess. */
export function lintSyntax(text: string, tree: Tree, language: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  const counter = new LineCounter(text);
  const lines = new Set<number>();
  tree.iterate({
    enter: ({ type, from, to }) => {
      if (!type.isError) return;
      const line = counter.at(from);
      if (lines.has(line)) return;
      lines.add(line);
      const near =
        text
          .slice(from, Math.max(to, from + 12))
          .trim()
          .split('\n')[0] ?? '';
      const message = near === '' ? TEXT.incomplete(language) : TEXT.unexpected(language, near);
      const end = Math.min(Math.max(to, from + 1), text.length);
      const start = Math.min(from, Math.max(end - 1, 0));
      found.push({ severity: 'error', from: start, to: end, message });
    },
  });
  return found;
}

/** Finds what is wrong in a member's HTML while it is written: structure, access, and our limits. */
import type { Diagnostic } from '@codemirror/lint';
import type { SyntaxNode, Tree } from '@lezer/common';

/** Elements that end themselves. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** Elements whose end tag HTML lets authors leave out. */
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

/** What HTML dropped, and what to write instead. */
const OBSOLETE: ReadonlyMap<string, string> = new Map([
  ['center', 'text-align: center in style.css'],
  ['font', 'color and font in style.css'],
  ['marquee', 'an animation in style.css'],
  ['blink', 'an animation in style.css'],
  ['big', 'font-size in style.css'],
  ['tt', '<code>'],
  ['strike', '<s> or <del>'],
  ['frameset', '<iframe>'],
  ['frame', '<iframe>'],
]);

/** Elements inside which other vocabularies have their own names. */
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

/** What the linter knows beside the text: files of the site, so that a missing one is noticed. */
export interface Surroundings {
  readonly files: ReadonlySet<string>;
}

class Linter {
  readonly #text: string;
  readonly #around: Surroundings;
  readonly #ids = new Map<string, number>();
  readonly found: Diagnostic[] = [];

  constructor(text: string, around: Surroundings) {
    this.#text = text;
    this.#around = around;
  }

  say(severity: Diagnostic['severity'], from: number, to: number, message: string): void {
    const end = Math.min(Math.max(to, from + 1), this.#text.length);
    this.found.push({ severity, from: Math.min(from, end), to: end, message });
  }

  visit(tree: Tree): void {
    const names: string[] = [];
    tree.iterate({
      enter: ({ node }) => {
        if (node.name === 'MismatchedCloseTag') this.#mismatched(node);
        if (node.name === 'Element') {
          const tag = this.#tag(node);
          names.push(tag?.name ?? '');
          if (tag !== undefined) this.#element(tag, names);
        }
      },
      leave: ({ node }) => {
        if (node.name === 'Element') names.pop();
      },
    });
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
        this.say('warning', one.from, one.to, `${key} is given twice; the first one counts`);
      } else {
        attributes.set(key, { value: text, from: one.from, to: one.to });
      }
    }
    return { name: this.#slice(name).toLowerCase(), node, attributes };
  }

  #mismatched(node: SyntaxNode): void {
    const name = node.getChild('TagName');
    const said = name === null ? '' : this.#slice(name);
    this.say('error', node.from, node.to, `</${said}> closes nothing that is open here`);
  }

  #element(tag: Tag, names: readonly string[]): void {
    const { name, node } = tag;
    const element = node.parent;
    const closed = element?.getChild('CloseTag') !== null || node.name === 'SelfClosingTag';
    if (node.name === 'OpenTag' && !closed && !VOID.has(name) && !OPTIONAL_END.has(name)) {
      this.say('error', node.from, node.to, `<${name}> is never closed: add </${name}>`);
    }
    if (!names.slice(0, -1).some((outer) => FOREIGN.has(outer))) this.#name(tag);
    this.#id(tag);
    this.#access(tag);
    this.#sources(tag);
  }

  #name({ name, node }: Tag): void {
    const instead = OBSOLETE.get(name);
    const [from, to] = [node.from + 1, node.from + 1 + name.length];
    if (instead !== undefined) {
      this.say('warning', from, to, `<${name}> is obsolete: use ${instead}`);
    } else if (!KNOWN.has(name) && !name.includes('-')) {
      this.say('warning', from, to, `HTML has no element <${name}>`);
    }
  }

  #id({ attributes }: Tag): void {
    const id = attributes.get('id');
    if (id === undefined) return;
    const line = this.#ids.get(id.value);
    if (line !== undefined) {
      this.say('error', id.from, id.to, `id "${id.value}" is already used in line ${line}`);
    } else {
      this.#ids.set(id.value, this.#text.slice(0, id.from).split('\n').length);
    }
  }

  #access({ name, node, attributes }: Tag): void {
    if (name === 'img' && !attributes.has('alt')) {
      this.say('warning', node.from, node.to, 'add alt="…": what the picture shows, in words');
    }
    if (name === 'html' && !attributes.has('lang')) {
      this.say('info', node.from, node.to, 'add lang="…": screen readers choose a voice by it');
    }
    const tabs = attributes.get('tabindex');
    if (tabs !== undefined && Number(tabs.value) > 0) {
      this.say('warning', tabs.from, tabs.to, 'a tabindex above 0 breaks the order of the page');
    }
  }

  #sources({ name, attributes }: Tag): void {
    const source = attributes.get('src') ?? (name === 'link' ? attributes.get('href') : undefined);
    if (source === undefined || source.value === '') return;
    const { value, from, to } = source;
    const elsewhere = /^(https?:)?\/\//i.test(value);
    if (name === 'script' && elsewhere) {
      this.say(
        'error',
        from,
        to,
        'a site runs its own scripts only: paste this one into script.js',
      );
    } else if (/^http:\/\//i.test(value)) {
      this.say('warning', from, to, 'use https: a secure page does not load this');
    } else if (!elsewhere && !/^[a-z]+:|^[/#?]/i.test(value)) {
      const file = decodeSafely(value.replace(/^\.\//, '').replace(/[?#].*$/, ''));
      if (!this.#around.files.has(file)) {
        this.say('warning', from, to, `the site has no file ${file}; drop it onto the editor`);
      }
    }
  }
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Problems of an HTML text, in the order they stand in it. */
export function lintHtml(text: string, tree: Tree, around: Surroundings): Diagnostic[] {
  const linter = new Linter(text, around);
  linter.visit(tree);
  return linter.found.sort((a, b) => a.from - b.from);
}

/** Places where a parser had to guess: the syntax errors of a style sheet or a script. */
export function lintSyntax(text: string, tree: Tree, language: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  const lines = new Set<number>();
  tree.iterate({
    enter: ({ type, from, to }) => {
      if (!type.isError) return;
      const line = text.slice(0, from).split('\n').length;
      if (lines.has(line)) return;
      lines.add(line);
      const near =
        text
          .slice(from, Math.max(to, from + 12))
          .trim()
          .split('\n')[0] ?? '';
      const what = near === '' ? 'something is missing here' : `did not expect ${near} here`;
      const end = Math.min(Math.max(to, from + 1), text.length);
      const start = Math.min(from, Math.max(end - 1, 0));
      found.push({ severity: 'error', from: start, to: end, message: `${language}: ${what}` });
    },
  });
  return found;
}

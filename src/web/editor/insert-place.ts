/** Where HTML goes that somebody inserts into a page. */
import type { SyntaxNode, Tree } from '@lezer/common';

/** Elements that browsers put into the head of a page that has no tags for it. */
const IN_HEAD = new Set(['base', 'link', 'meta', 'script', 'style', 'title']);

export interface Insertion {
  readonly at: number;
  readonly text: string;
}

class PageParts {
  readonly #text: string;
  readonly #root: SyntaxNode;

  constructor(text: string, tree: Tree) {
    this.#text = text;
    this.#root = tree.topNode;
  }

  /** Lower case; empty for what is no element. */
  #nameOf(node: SyntaxNode): string {
    const name = node.name === 'Element' ? node.firstChild?.getChild('TagName') : null;
    return name ? this.#text.slice(name.from, name.to).toLowerCase() : '';
  }

  *#childrenOf(node: SyntaxNode): Generator<SyntaxNode> {
    for (let child = node.firstChild; child !== null; child = child.nextSibling) yield child;
  }

  /** The first element of this name, without looking into others than these. */
  #find(wanted: string, outer: readonly string[]): SyntaxNode | undefined {
    const waiting = [this.#root];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const name = this.#nameOf(node);
      if (name === wanted) return node;
      if (node === this.#root || outer.includes(name)) {
        waiting.push(...[...this.#childrenOf(node)].reverse());
      }
    }
    return undefined;
  }

  /** The body, or what holds the content of a page without a tag for it. */
  get #body(): SyntaxNode {
    return this.#find('body', ['html']) ?? this.#find('html', []) ?? this.#root;
  }

  #isBlank({ name, from, to }: SyntaxNode): boolean {
    return name === 'Comment' || (name === 'Text' && this.#text.slice(from, to).trim() === '');
  }

  /** Whether the character there is in the body. */
  isInBody(at: number): boolean {
    const body = this.#body;
    let from = 0;
    for (const child of this.#childrenOf(body)) {
      const name = this.#nameOf(child);
      const isBefore = ['OpenTag', 'DoctypeDecl'].includes(child.name) || name === 'head';
      const isHead = this.#nameOf(body) !== 'body' && IN_HEAD.has(name);
      if (isBefore || isHead) from = child.to;
      else if (!this.#isBlank(child)) break;
    }
    return at >= from && at <= (body.getChild('CloseTag')?.from ?? this.#text.length);
  }

  /** On a line of its own, as the last of `<main>` or else of the body, before scripts that look for it. */
  atEnd(markup: string): Insertion {
    const place = this.#find('main', ['html', 'body', 'div']) ?? this.#body;
    const close = place.getChild('CloseTag');
    let last: SyntaxNode | null = close === null ? place.lastChild : close.prevSibling;
    while (last !== null && (this.#isBlank(last) || this.#nameOf(last) === 'script')) {
      last = last.prevSibling;
    }
    const at = last === null ? place.from : this.#endOf(last);
    const isFirst = last === null || last.name === 'OpenTag';
    const indent = this.#indentAt(at) + (isFirst && last !== null ? '  ' : '');
    const lines = markup.replaceAll('\n', `\n${indent}`);
    const before = at === 0 ? '' : `\n${indent}`;
    const needsBreak = /^[^\S\n]*\S/.test(this.#text.slice(at));
    return { at, text: `${before}${lines}${needsBreak ? `\n${this.#indentAt(at)}` : ''}` };
  }

  /** Without space: an element that is not closed reaches up to the next tag. */
  #endOf({ from, to }: SyntaxNode): number {
    return from + this.#text.slice(from, to).trimEnd().length;
  }

  #indentAt(at: number): string {
    const from = this.#text.lastIndexOf('\n', at - 1) + 1;
    return /^[^\S\n]*/.exec(this.#text.slice(from, at))?.[0] ?? '';
  }
}

/**
 * Where to insert HTML into a page, and with which breaks around it: at the end of its content; undefined to insert it at
 * the cursor as it is.
 *
 * @param cursor undefined where nobody put it anywhere
 */
export function insertionInto(
  text: string,
  tree: Tree,
  markup: string,
  cursor: number | undefined,
): Insertion | undefined {
  const parts = new PageParts(text, tree);
  return cursor !== undefined && parts.isInBody(cursor) ? undefined : parts.atEnd(markup);
}

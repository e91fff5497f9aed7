/** A JSON file as read: its value, where each part stands, and what is wrong with the text itself. */
import { getNodePath, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { type Code, type Diagnostic, pointerOf } from './diagnostics.ts';
import { encodingProblem, type SyntaxProblem, syntaxProblem } from './json-syntax.ts';
import { quote } from './wording.ts';

export type Path = readonly (string | number)[];

/** A key that is wrong is marked at the key, everything else at its value. */
export type Mark = 'key' | 'value';

export interface JsonText {
  /** What JSON.parse gives; undefined when the text is not JSON. */
  readonly value: unknown;
  readonly problems: readonly Diagnostic[];
  /** Pointers of numbers no double holds: the schema must not complain about them again. */
  readonly unheld: ReadonlySet<string>;
  /** Makes a diagnostic at a path; a path that is not there is marked at its nearest parent. */
  readonly at: (code: Code, path: Path, message: string, mark?: Mark) => Diagnostic;
}

/** A mode is five levels deep; nobody needs more than this, and parsers that recurse stay safe. */
const MAX_DEPTH = 64;
/** In UTF-16 code units; a mode of 128 params has some 30,000. */
const MAX_CHARACTERS = 1 << 18;
/** Members of one array or object. Ajv takes time by the square of what is wrong in one list. */
const MOST = 1000;

/** Gives the offset where nesting first exceeds the limit, or -1. */
function tooDeepAt(text: string): number {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (quoted) {
      if (unit === 0x5c) i += 1;
      else if (unit === 0x22) quoted = false;
    } else if (unit === 0x22) quoted = true;
    else if (unit === 0x5b || unit === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH) return i;
    } else if (unit === 0x5d || unit === 0x7d) depth -= 1;
  }
  return -1;
}

/** Gives a function from offset to line and column, both from 1. Lines are counted when first asked. */
function places(text: string): (offset: number) => { line: number; column: number } {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((end) => end.index + end[0].length)];
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** Steps from an object to the last property of that name, as JSON.parse does, or into an array. */
function step(node: Node, key: string | number): Node | undefined {
  if (node.type === 'array' && typeof key === 'number') return node.children?.[key];
  if (node.type !== 'object') return undefined;
  return node.children?.findLast((property) => property.children?.[0]?.value === String(key));
}

function offsetOf(tree: Node | undefined, path: Path, mark: Mark): number {
  let node = tree;
  let offset = tree?.offset ?? 0;
  for (const [index, key] of path.entries()) {
    const next = node && step(node, key);
    if (next === undefined) return offset;
    const value = next.type === 'property' ? next.children?.[1] : next;
    offset = (mark === 'key' && index === path.length - 1 ? next : (value ?? next)).offset;
    node = value;
  }
  return offset;
}

interface Found {
  readonly code: Code;
  /** The value that is wrong, or the value of the key that is. */
  readonly node: Node;
  readonly offset: number;
  readonly message: string;
}

const isBroken = (text: string): boolean => /\p{Surrogate}/u.test(text);
const BROKEN = 'has half of a surrogate pair; write the character itself or both halves';

function inspectLeaf(node: Node, report: (found: Found) => void): void {
  if (node.type === 'number' && !Number.isFinite(node.value)) {
    const message = 'no double holds this number; the largest is 1.7976931348623157e308';
    report({ code: 'E_NUMBER', node, offset: node.offset, message });
  } else if (node.type === 'string' && typeof node.value === 'string' && isBroken(node.value)) {
    report({ code: 'E_TEXT', node, offset: node.offset, message: `this text ${BROKEN}` });
  }
}

/** Looks for keys twice in one object, numbers no double holds and text that is not Unicode. */
function inspect(node: Node, report: (found: Found) => void): void {
  if (node.type === 'array') {
    for (const child of node.children ?? []) inspect(child, report);
    return;
  }
  if (node.type !== 'object') {
    inspectLeaf(node, report);
    return;
  }
  const seen = new Set<string>();
  for (const { children: [key, value] = [] } of node.children ?? []) {
    if (!key || !value || typeof key.value !== 'string') continue;
    const here = { node: value, offset: key.offset };
    if (seen.has(key.value)) {
      const message = `the key ${quote(key.value)} appears twice in this object; remove one`;
      report({ ...here, code: 'E_JSON', message });
    }
    if (isBroken(key.value)) report({ ...here, code: 'E_TEXT', message: `this key ${BROKEN}` });
    seen.add(key.value);
    inspect(value, report);
  }
}

/** Gives the first array or object with too many members. */
function crowdedNode(node: Node): Node | undefined {
  const children = node.children ?? [];
  if (children.length > MOST) return node;
  for (const child of children) {
    const found = crowdedNode(child);
    if (found) return found;
  }
  return undefined;
}

/** Gives the text, or what is wrong with the bytes and the text as far as it can be read. */
function decode(content: string | Uint8Array): { text: string; problem?: SyntaxProblem } {
  if (typeof content === 'string') return { text: content };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content) };
  } catch {
    const { text, ...problem } = encodingProblem(content);
    return { text, problem };
  }
}

interface Parsed {
  readonly value: unknown;
  /** Where each part stands; made when it is first asked for. */
  readonly tree: () => Node | undefined;
  /** True of text in which no key appears twice and every leaf is held as it is written. */
  readonly isPlain: boolean;
}

/** Everything but white space between the parts of a JSON text. */
const withoutSpace = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');

/**
 * Gives the value of a text that JSON.stringify would have written, but for white space. So it has no key twice and no number
 * that no double holds; nor half of a surrogate pair, which would be escaped. Most files are like this, and need no tree.
 */
function plainValue(text: string): unknown {
  if (text.includes('\\u')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === withoutSpace(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isCrowded = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const members: unknown[] = Object.values(value);
  return members.length > MOST || members.some(isCrowded);
};

/** Gives the first thing that makes the text no JSON, or its value. */
function parse(text: string): Parsed | SyntaxProblem {
  if (text.startsWith('\ufeff')) {
    return { offset: 0, message: 'the file begins with a byte order mark; save it as plain UTF-8' };
  }
  if (text.slice(0, 4).includes('\0')) {
    return { offset: 0, message: 'the file is UTF-16; save it as UTF-8' };
  }
  if (text.trim() === '') return { offset: 0, message: 'the file is empty; expected a mode' };
  if (text.length > MAX_CHARACTERS) {
    return {
      offset: 0,
      message: `the file is longer than ${MAX_CHARACTERS} characters; no mode needs that`,
    };
  }
  const deep = tooDeepAt(text);
  if (deep >= 0) return { offset: deep, message: `nested deeper than ${MAX_DEPTH} levels` };
  const plain = plainValue(text);
  if (plain !== undefined && !isCrowded(plain)) {
    let tree: Node | undefined;
    return { value: plain, isPlain: true, tree: () => (tree ??= parseTree(text)) };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first) return syntaxProblem(text, first);
  const crowded = tree && crowdedNode(tree);
  if (crowded) {
    return {
      offset: crowded.offset,
      message: `more than ${MOST} items in one list; no mode needs that`,
    };
  }
  try {
    return { value: JSON.parse(text), isPlain: false, tree: () => tree };
  } catch {
    // jsonc-parser forgives a few things JSON does not; JSON.parse is the judge.
    return { offset: 0, message: 'this is not JSON' };
  }
}

/** Reads the text or the UTF-8 bytes of a file. Never throws. */
export function readJson(file: string, content: string | Uint8Array): JsonText {
  const { text, problem } = decode(content);
  const placeOf = places(text);
  const make = (code: Code, offset: number, path: Path, message: string): Diagnostic => ({
    code,
    severity: code.startsWith('W_') ? 'warning' : 'error',
    file,
    ...placeOf(offset),
    pointer: pointerOf(path),
    message,
  });
  const parsed = problem ?? parse(text);
  if (!('value' in parsed)) {
    return {
      value: undefined,
      problems: [make('E_JSON', parsed.offset, [], parsed.message)],
      unheld: new Set(),
      at: (code, path, message) => make(code, 0, path, message),
    };
  }
  const { value } = parsed;
  const problems: Diagnostic[] = [];
  const tree = parsed.isPlain ? undefined : parsed.tree();
  if (tree) {
    inspect(tree, ({ code, node, offset, message }) => {
      problems.push(make(code, offset, getNodePath(node), message));
    });
  }
  return {
    value,
    problems,
    unheld: new Set(
      problems.filter(({ code }) => code === 'E_NUMBER').map(({ pointer }) => pointer),
    ),
    at: (code, path, message, mark = 'value') =>
      make(code, offsetOf(parsed.tree(), path, mark), path, message),
  };
}

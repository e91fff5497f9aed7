/**
 * The text files of a site: three that it always has, and any it was given, each a page, a style sheet or a script.
 *
 * A file that was added is a text of its own under a random root, and the map `files` gives it its name. So people who
 * add, rename and edit files at the same moment never write into each other's text.
 */
import { uint32 } from 'lib0/random';
import type * as Y from 'yjs';
import { field } from './map-values.ts';

/** The three texts every site has, each a root `Y.Text` of that name. */
export const FILES = ['index.html', 'style.css', 'script.js'] as const;
export type FileName = (typeof FILES)[number];

/** The texts of a site by name; the three come first. */
export type SiteFiles = Readonly<Record<FileName, string>> & Readonly<Record<string, string>>;

/** The map that gives the roots of added files their names. */
export const FILE_MAP = 'files';
/** Files besides the three up to which people may add one. Those who do at the same moment may make it a few more. */
export const ADDED_FILES = 32;
/** Added files a site may have, and may ever have had: Yjs keeps the root of one that was deleted. */
export const ADDED_ROOTS = 256;

const ROOT = /^text:[a-z0-9]{12}$/;
const ROOT_SIGNS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const NAME = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]|\.(?!\.)){0,57}\.(?:html|css|js)$/;

export type FileProblemCode = 'E_FILE_NAME' | 'E_FILE_DUPLICATE' | 'E_FILE_COUNT' | 'E_FILE_KEPT';

/** Why a file cannot be added, renamed or deleted, as a sentence for a person. */
export class FileError extends RangeError {
  override readonly name = 'FileError';
  readonly code: FileProblemCode;

  constructor(code: FileProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether a root of a document is the text of an added file. */
export const isTextRoot = (root: string): boolean => ROOT.test(root);

/** Whether this is one of the three files that every site has. */
export const isKept = (name: string): name is FileName => FILES.some((file) => file === name);

/** Whether a text file of a site may have this name. */
export const isFileName = (name: string): boolean => isKept(name) || NAME.test(name);

/** Whether a file is a page. */
export const isPage = (name: string): boolean => name.endsWith('.html');

export function fileText(doc: Y.Doc, name: FileName): Y.Text {
  return doc.getText(name);
}

const byKey = (a: readonly [string, unknown], b: readonly [string, unknown]): number =>
  a[0] < b[0] ? -1 : 1;
const same = (name: string): string => name.toLowerCase();

/** A name not taken yet: of two files that people gave one name at the same moment, one becomes `about-2.html`. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.');
  let free = name;
  for (let number = 2; taken.has(same(free)); number++) {
    free = `${name.slice(0, Math.min(dot, 50))}-${number}${name.slice(dot)}`;
  }
  return free;
}

/** The name that a deleted file had, from what the map `files` says of its root; undefined where that is not deleted. */
export function deletedName(value: unknown): string | undefined {
  const name = field(value, 'deleted');
  return typeof name === 'string' ? name : undefined;
}

/**
 * Names of added files, and the root of each, from what the map `files` holds; without those that break a rule. A deleted
 * file that has text is one again, by its old name: somebody wrote in it at the moment somebody else deleted it.
 */
export function namesOf(
  entries: Iterable<readonly [string, unknown]>,
  hasText: (root: string) => boolean,
): Map<string, string> {
  const taken = new Set(FILES.map(same));
  const files: [string, string][] = [];
  const all = [...entries].sort(byKey);
  const deleted = all.flatMap(([root, value]): [string, string][] => {
    const name = deletedName(value);
    return name !== undefined && isTextRoot(root) && hasText(root) ? [[root, name]] : [];
  });
  for (const [root, value] of [...all, ...deleted]) {
    if (!isTextRoot(root) || typeof value !== 'string' || !NAME.test(value)) continue;
    if (files.length >= ADDED_ROOTS) break;
    const name = freeName(value, taken);
    taken.add(same(name));
    files.push([name, root]);
  }
  return new Map(files.sort(byKey));
}

/** The added files of a site: the root of each by its name, in the order of names. */
export function addedFiles(doc: Y.Doc): Map<string, string> {
  const hasText = (root: string) => doc.share.has(root) && doc.getText(root).length > 0;
  return namesOf(doc.getMap(FILE_MAP).entries(), hasText);
}

/** Names of all text files, the three first. */
export function fileNames(doc: Y.Doc): string[] {
  return [...FILES, ...addedFiles(doc).keys()];
}

/** The root that holds a file's text; undefined where there is no such file. */
export function rootOfFile(doc: Y.Doc, name: string): string | undefined {
  return isKept(name) ? name : addedFiles(doc).get(name);
}

/** A file's text; undefined where there is no such file. */
export function textOfFile(doc: Y.Doc, name: string): Y.Text | undefined {
  const root = rootOfFile(doc, name);
  return root === undefined ? undefined : doc.getText(root);
}

/** The texts of a site. */
export function readFiles(doc: Y.Doc): SiteFiles {
  const kept = {
    'index.html': fileText(doc, 'index.html').toString(),
    'style.css': fileText(doc, 'style.css').toString(),
    'script.js': fileText(doc, 'script.js').toString(),
  };
  const added = [...addedFiles(doc)].map(([name, root]) => [name, doc.getText(root).toString()]);
  return { ...kept, ...Object.fromEntries(added) };
}

/** Why a file of this name cannot join these; undefined where it can. */
export function nameProblem(name: string, others: readonly string[]): FileError | undefined {
  if (!isFileName(name)) {
    return new FileError(
      'E_FILE_NAME',
      'Name the file with up to 58 of A-Z, a-z, 0-9, dash, underscore and single dots, and end it in .html, .css or .js, for example about.html. It cannot begin with a dash or dot.',
    );
  }
  if (others.some((other) => same(other) === same(name))) {
    return new FileError('E_FILE_DUPLICATE', `This site has a file ${name}. Choose another name.`);
  }
  return undefined;
}

const keptProblem = (name: string): FileError =>
  new FileError(
    'E_FILE_KEPT',
    name === 'index.html'
      ? 'index.html is the page visitors see first, so it stays. You can empty it.'
      : `Every site has a file ${name}, so it stays. You can empty it.`,
  );

function freshRoot(doc: Y.Doc): string {
  for (;;) {
    const signs = Array.from({ length: 12 }, () => ROOT_SIGNS.charAt(uint32() % ROOT_SIGNS.length));
    const root = `text:${signs.join('')}`;
    if (!doc.share.has(root)) return root;
  }
}

const rootsOf = (doc: Y.Doc): number => [...doc.share.keys()].filter(isTextRoot).length;

const countProblem = (): FileError =>
  new FileError(
    'E_FILE_COUNT',
    `Files can be added until a site has ${FILES.length + ADDED_FILES} text files. Delete one first.`,
  );

const rootProblem = (): FileError =>
  new FileError(
    'E_FILE_COUNT',
    `This site has had ${ADDED_ROOTS} files, and its history keeps them. Rename a file instead, or remix the site.`,
  );

/** Why a site cannot hold these files; undefined where it can. */
export function filesProblem(names: readonly string[]): FileError | undefined {
  const added = names.filter((name) => !isKept(name));
  if (added.length > ADDED_ROOTS) {
    const most = FILES.length + ADDED_ROOTS;
    return new FileError('E_FILE_COUNT', `A site holds ${most} text files. Remove some first.`);
  }
  const others: string[] = [...FILES];
  for (const name of added) {
    const problem = nameProblem(name, others);
    if (problem !== undefined) return problem;
    others.push(name);
  }
  return undefined;
}

/**
 * Adds a text file and gives its text. `origin` is the transaction's, so that an undo manager can track it.
 *
 * @throws FileError
 */
export function addFile(doc: Y.Doc, name: string, text = '', origin: unknown = null): Y.Text {
  const names = fileNames(doc);
  const problem = nameProblem(name, names);
  if (problem !== undefined) throw problem;
  if (names.length >= FILES.length + ADDED_FILES) throw countProblem();
  if (rootsOf(doc) >= ADDED_ROOTS) throw rootProblem();
  return newFile(doc, name, text, origin);
}

function newFile(doc: Y.Doc, name: string, text = '', origin: unknown = null): Y.Text {
  const root = freshRoot(doc);
  const made = doc.getText(root);
  doc.transact(() => {
    doc.getMap(FILE_MAP).set(root, name);
    if (text !== '') made.insert(0, text);
  }, origin);
  return made;
}

/** Gives an added file another name; its text stays. @throws FileError */
export function renameFile(doc: Y.Doc, name: string, to: string, origin: unknown = null): void {
  if (isKept(name)) throw keptProblem(name);
  const root = addedFiles(doc).get(name);
  if (root === undefined || name === to) return;
  const others = fileNames(doc).filter((other) => other !== name);
  const problem = nameProblem(to, others);
  if (problem !== undefined) throw problem;
  doc.transact(() => doc.getMap(FILE_MAP).set(root, to), origin);
}

/** Deletes an added file; earlier versions keep it. @throws FileError for one that every site has */
export function deleteFile(doc: Y.Doc, name: string, origin: unknown = null): void {
  if (isKept(name)) throw keptProblem(name);
  const root = addedFiles(doc).get(name);
  if (root === undefined) return;
  doc.transact(() => {
    const text = doc.getText(root);
    text.delete(0, text.length);
    doc.getMap(FILE_MAP).set(root, { deleted: name });
  }, origin);
}

/**
 * Deletes added files that are not among `wanted`, and adds those that are missing, empty.
 *
 * @throws FileError before anything is changed
 */
export function arrangeFiles(doc: Y.Doc, wanted: readonly string[]): void {
  const now = new Set(fileNames(doc));
  const missing = wanted.filter((name) => !now.has(name));
  const problem = filesProblem(wanted);
  if (problem !== undefined) throw problem;
  if (rootsOf(doc) + missing.length > ADDED_ROOTS) throw rootProblem();
  for (const name of addedFiles(doc).keys()) {
    if (!wanted.includes(name)) deleteFile(doc, name);
  }
  for (const name of missing) newFile(doc, name);
}

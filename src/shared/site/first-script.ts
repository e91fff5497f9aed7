/** Puts a script where it runs before anything of a document that may be hostile. */

// Only what cannot hold anything that runs: white space, whole comments, the doctype. A tag could end elsewhere
// than it seems to (`<html title=">">`), and swallow what stands behind it.
const START = /^(?:\s|<!--(?!-?>)(?:(?!--!?>)[\s\S])*-->)*<!doctype[^>]*>/i;

/** The document with `markup` behind its doctype, or before all of it; no line of it moves if markup has one line. */
export function withFirst(document: string, markup: string): string {
  const [start] = START.exec(document) ?? [''];
  return start + markup + document.slice(start.length);
}

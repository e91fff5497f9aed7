/**
 * Walks HTML text tag by tag in one pass, for rewriting what refers to files of the site.
 *
 * It follows the tokeniser of the HTML standard as far as rewriting needs: comments, quoted
 * attributes, and elements whose contents are text. Time is linear in the text, whatever it is.
 */

export interface ScannedAttribute {
  /** Lower case. */
  readonly name: string;
  readonly value: string;
  /** Where the value stands in the text, quotes included; both at the name's end where there is none. */
  readonly from: number;
  readonly to: number;
}

export interface ScannedTag {
  /** Lower case. */
  readonly name: string;
  readonly from: number;
  /** Behind the `>`. */
  readonly to: number;
  readonly attributes: readonly ScannedAttribute[];
  /** For script, style and other elements whose contents are text: where these end. */
  readonly textTo?: number;
  /** Behind the end tag of such an element. */
  readonly end?: number;
}

const TEXT_ELEMENTS = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed']);
const SPACE = new Set([' ', '\t', '\n', '\f', '\r']);
const LETTER = /[A-Za-z]/;

class Scanner {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next start tag, or undefined at the end of the text. */
  next(): ScannedTag | undefined {
    for (;;) {
      const from = this.#text.indexOf('<', this.at);
      if (from < 0) return undefined;
      const follows = this.#text.charAt(from + 1);
      if (this.#text.startsWith('<!--', from)) {
        this.at = this.#after('-->', from + 4);
      } else if (LETTER.test(follows)) {
        const tag = this.#tag(from);
        if (tag !== undefined) return tag;
      } else if (follows === '!' || follows === '?' || follows === '/') {
        this.at = this.#after('>', from + 2);
      } else {
        this.at = from + 1;
      }
    }
  }

  #after(mark: string, start: number): number {
    const found = this.#text.indexOf(mark, start);
    return found < 0 ? this.#text.length : found + mark.length;
  }

  #until(at: number, stop: (sign: string) => boolean): number {
    let end = at;
    while (end < this.#text.length && !stop(this.#text.charAt(end))) end += 1;
    return end;
  }

  #tag(from: number): ScannedTag | undefined {
    const nameEnd = this.#until(
      from + 1,
      (sign) => SPACE.has(sign) || sign === '>' || sign === '/',
    );
    const name = this.#text.slice(from + 1, nameEnd).toLowerCase();
    const attributes: ScannedAttribute[] = [];
    this.at = nameEnd;
    for (;;) {
      this.at = this.#until(this.at, (sign) => !SPACE.has(sign) && sign !== '/');
      if (this.at >= this.#text.length) return undefined;
      if (this.#text.charAt(this.at) === '>') break;
      attributes.push(this.#attribute());
    }
    const to = this.at + 1;
    this.at = to;
    if (!TEXT_ELEMENTS.has(name)) return { name, from, to, attributes };
    const textTo = this.#textEnd(name, to);
    this.at = this.#after('>', textTo);
    return { name, from, to, attributes, textTo, end: this.at };
  }

  #attribute(): ScannedAttribute {
    const start = this.at;
    // The first sign belongs to the name whatever it is, also `=`.
    const nameEnd = this.#until(start + 1, (sign) => SPACE.has(sign) || '/>='.includes(sign));
    const name = this.#text.slice(start, nameEnd).toLowerCase();
    const equals = this.#until(nameEnd, (sign) => !SPACE.has(sign));
    if (this.#text.charAt(equals) !== '=') {
      this.at = nameEnd;
      return { name, value: '', from: nameEnd, to: nameEnd };
    }
    const from = this.#until(equals + 1, (sign) => !SPACE.has(sign));
    const quote = this.#text.charAt(from);
    if (quote === '"' || quote === "'") {
      const end = this.#until(from + 1, (sign) => sign === quote);
      this.at = Math.min(end + 1, this.#text.length);
      return { name, value: this.#text.slice(from + 1, end), from, to: this.at };
    }
    this.at = this.#until(from, (sign) => SPACE.has(sign) || sign === '>');
    return { name, value: this.#text.slice(from, this.at), from, to: this.at };
  }

  /** Where `</name` starts, in any case of letters; the end of the text where it never does. */
  #textEnd(name: string, start: number): number {
    let found = this.#text.indexOf('</', start);
    while (found >= 0) {
      const end = found + 2 + name.length;
      const behind = this.#text.charAt(end);
      const same = this.#text.slice(found + 2, end).toLowerCase() === name;
      if (same && (behind === '' || behind === '>' || behind === '/' || SPACE.has(behind))) {
        return found;
      }
      found = this.#text.indexOf('</', found + 2);
    }
    return this.#text.length;
  }
}

/** The start tags of an HTML text in order; contents of script, style and their like hold none. */
export function* scanTags(text: string): Generator<ScannedTag> {
  const scanner = new Scanner(text);
  for (let tag = scanner.next(); tag !== undefined; tag = scanner.next()) yield tag;
}

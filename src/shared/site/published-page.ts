/** The document of a page, and where its lines come from. */

/** A style sheet or script that stands in the document. */
export interface Inlined {
  readonly file: string;
  readonly isScript: boolean;
  /** Where its text stands in the document. */
  readonly from: number;
  readonly to: number;
  /** Line breaks of what it stands in place of. */
  readonly replaced: number;
}

export interface SourceLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

interface InlinedLines extends Inlined {
  readonly first: number;
  readonly last: number;
}

/** How many line breaks a text has. */
export function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

export class PublishedPage {
  readonly html: string;
  readonly #page: string;
  readonly #inlined: readonly Inlined[];
  #lines: readonly InlinedLines[] | undefined;

  /** @param page the file it is made of @param inlined in the order of the document */
  constructor(html: string, page: string, inlined: readonly Inlined[]) {
    this.html = html;
    this.#page = page;
    this.#inlined = inlined;
  }

  /** Which line of which file a line of the document comes from; both from 1. */
  locate(line: number): SourceLine {
    this.#lines ??= this.#read();
    let moved = 0;
    let style: SourceLine | undefined;
    for (const { file, isScript, from, to, replaced, first, last } of this.#lines) {
      if (line < first) break;
      if (line <= last && from < to) {
        const found = { file, line: line - first + 1 };
        // Where both are on one line, it is scripts that fail.
        if (isScript) return found;
        style ??= found;
      }
      moved += last - first - replaced;
    }
    return style ?? { file: this.#page, line: line - moved };
  }

  #read(): InlinedLines[] {
    let line = 1;
    let done = 0;
    return this.#inlined.map((one) => {
      const first = line + lineBreaks(this.html.slice(done, one.from));
      line = first + lineBreaks(this.html.slice(one.from, one.to));
      done = one.to;
      return { ...one, first, last: line };
    });
  }
}

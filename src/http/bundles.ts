/** The built styles and scripts of the pages, read once at start-up. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export class Bundles {
  readonly #texts: ReadonlyMap<string, string>;

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  /** @throws Error with a sentence if the pages have not been built. */
  static read(folder: string): Bundles {
    const names = listing(folder).filter((name) => /\.(?:js|css)$/.test(name));
    return new Bundles(
      new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')])),
    );
  }

  /**
   * Text of `name` (`editor.js`, `platform.css`), as it stands in a document.
   * @throws Error if it was not built
   */
  text(name: string): string {
    const text = this.#texts.get(name);
    if (text === undefined) throw new Error(`dist/web/${name} is missing; run npm run build.`);
    return text;
  }

  has(name: string): boolean {
    return this.#texts.has(name);
  }
}

function listing(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new Error(`${folder} is missing; run npm run build.`);
  }
}

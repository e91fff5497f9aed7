/** People who write while servers come and go. */
import * as Y from 'yjs';
import { Editor, type EditorOptions } from './sites.ts';
import { until } from './until.ts';

/** Where servers are reached. */
export interface Address {
  readonly port: number;
  readonly options?: EditorOptions;
}

/** Somebody who writes, and comes back by another server when the connection is cut, with what they have. */
export class Writer {
  readonly doc = new Y.Doc();
  readonly site: string;
  readonly #addresses: readonly Address[];
  #editor: Editor | undefined;
  #at: number;
  #last = 0;
  #done = false;
  /** What was acknowledged. */
  acknowledged = 0;

  constructor(site: string, addresses: readonly Address[], at = 0) {
    this.site = site;
    this.#addresses = addresses;
    this.#at = at;
  }

  #word(number: number): string {
    return `${this.doc.clientID}-${number};`;
  }

  /** Writes words until it is told to end. */
  async write(): Promise<void> {
    while (!this.#done) {
      const editor = await this.connect();
      let before = this.#last;
      while (!this.#done && editor.closed === undefined) {
        if (editor.settled) {
          this.acknowledged = before;
          this.#last += 1;
          before = this.#last;
          editor.insert(this.#word(this.#last));
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      this.#at += 1;
    }
  }

  async connect(): Promise<Editor> {
    for (;;) {
      this.#editor?.cut();
      const address = this.#addresses[this.#at % this.#addresses.length];
      const editor = new Editor(address?.port ?? 0, this.site, {
        ...address?.options,
        doc: this.doc,
      });
      this.#editor = editor;
      // The browser's editor gives up an attempt as well, and tries again.
      await until(() => editor.synced || editor.closed !== undefined, undefined, 10_000).catch(
        () => {},
      );
      if (editor.synced) return editor;
      this.#at += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  end(): void {
    this.#done = true;
  }

  /** The words that were acknowledged and that `text` lacks. */
  missing(text: string): string[] {
    const words = Array.from({ length: this.acknowledged }, (_, index) => this.#word(index + 1));
    return words.filter((word) => !text.includes(word));
  }

  leave(): void {
    this.#editor?.cut();
  }
}

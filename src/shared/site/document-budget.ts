/** How many characters documents may have: a picture of two megabytes shown a thousand times must not become two gigabytes. */

/** A published document, and all pages of an exported one together. */
const DOCUMENT_CHARACTERS = 48_000_000;

export class DocumentBudget {
  #left: number;
  #isExceeded = false;

  constructor(characters = DOCUMENT_CHARACTERS) {
    this.#left = characters;
  }

  /** Whether something has found no room. */
  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  /** Takes room for so many characters, if there is as much. */
  take(characters: number): boolean {
    if (this.#left < characters) {
      this.#isExceeded = true;
      return false;
    }
    this.#left -= characters;
    return true;
  }

  /** Takes room for what is written in any case. */
  need(characters: number): void {
    if (!this.take(characters)) this.#left = 0;
  }
}

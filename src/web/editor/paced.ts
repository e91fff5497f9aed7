/** Draws what changes all the time: at once, and where that takes long, only as often as leaves half of the time free. */

/** Drawing that takes less than this may be done in every frame. */
const SHORT_MS = 8;

export class Paced {
  #next: (() => void) | undefined;
  #isBusy = false;

  /** Draws now, or as soon as there is time; then only what was asked for last is drawn. */
  draw(work: () => void): void {
    this.#next = work;
    if (!this.#isBusy) this.#draw();
  }

  /** Forgets what waits to be drawn. */
  cancel(): void {
    this.#next = undefined;
  }

  #draw(): void {
    const work = this.#next;
    this.#next = undefined;
    this.#isBusy = work !== undefined;
    if (work === undefined) return;
    const started = performance.now();
    work();
    const worked_ms = performance.now() - started;
    requestAnimationFrame((frame) => {
      // What the browser does for this frame is over when a timer comes.
      setTimeout(() => {
        const took_ms = worked_ms + performance.now() - frame;
        setTimeout(() => this.#draw(), took_ms < SHORT_MS ? 0 : took_ms);
      });
    });
  }
}

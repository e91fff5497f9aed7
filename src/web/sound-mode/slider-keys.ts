/** The keys of sliders that have more places than anybody would press a key for. */

const ARROWS_PER_RANGE = 128;
const PAGES_PER_RANGE = 10;

/**
 * Lets keys move a slider from 0 to its `max`: arrows by a 128th of it, or with Shift by its `step`, and never by less;
 * Page up and Page down by a tenth. @param place where it is; what it shows may be older
 */
export function moveByKeys(
  slider: HTMLInputElement,
  place: () => number,
  move: (place: number) => void,
): void {
  slider.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const max = Number(slider.max);
    const finest = Number(slider.step);
    const part = (parts: number) => Math.max(1, Math.round(max / parts / finest)) * finest;
    const arrow = event.shiftKey ? finest : part(ARROWS_PER_RANGE);
    const page = part(PAGES_PER_RANGE);
    const ways: Readonly<Record<string, number>> = {
      ArrowRight: arrow,
      ArrowUp: arrow,
      ArrowLeft: -arrow,
      ArrowDown: -arrow,
      PageUp: page,
      PageDown: -page,
      Home: -max,
      End: max,
    };
    const way = ways[event.key];
    if (way === undefined) return;
    event.preventDefault();
    move(Math.max(0, Math.min(max, place() + way)));
  });
}

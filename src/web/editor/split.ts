/** The divider between code and preview, moved by dragging or with the arrow keys. */
import { keep, recall } from '../browser-storage.ts';
import { h } from '../dom.ts';
import { EDITOR_TEXT } from './text.ts';

const [MIN, MAX, STEP] = [20, 80, 2];
const STORED = 'ensemble.split';

/** @param container its `--split` is the share of the code, in percent of the width */
export function splitter(container: HTMLElement): HTMLElement {
  const bar = h('div', {
    class: 'split',
    attributes: {
      role: 'separator',
      tabindex: 0,
      'aria-label': EDITOR_TEXT.files.split,
      'aria-orientation': 'vertical',
      'aria-valuemin': MIN,
      'aria-valuemax': MAX,
    },
  });
  let share = 50;
  const set = (wanted: number): void => {
    share = Math.min(Math.max(Math.round(wanted), MIN), MAX);
    container.style.setProperty('--split', `${share}%`);
    bar.setAttribute('aria-valuenow', String(share));
  };
  const store = (): void => void keep(STORED, String(share));
  bar.addEventListener('pointerdown', (event) => {
    bar.setPointerCapture(event.pointerId);
    container.classList.add('dragging');
  });
  bar.addEventListener('pointermove', ({ pointerId, clientX }) => {
    if (!bar.hasPointerCapture(pointerId)) return;
    const { left, width } = container.getBoundingClientRect();
    const fromStart =
      getComputedStyle(container).direction === 'rtl' ? left + width - clientX : clientX - left;
    set((100 * fromStart) / width);
  });
  bar.addEventListener('lostpointercapture', () => {
    container.classList.remove('dragging');
    store();
  });
  bar.addEventListener('keydown', ({ key }) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: share - STEP,
      ArrowRight: share + STEP,
      Home: MIN,
      End: MAX,
    };
    const wanted = steps[key];
    if (wanted === undefined) return;
    set(wanted);
    store();
  });
  set(stored());
  return bar;
}

function stored(): number {
  const share = Number(recall(STORED));
  return Number.isFinite(share) && share > 0 ? share : 50;
}

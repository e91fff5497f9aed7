/** Carries what a person did with the instruments of a page over to the same page, loaded again. */

const LOADING_MS = 2_500;

/** What `<sound-mode>` offers for this; what is in a snapshot is its own affair. */
interface InstrumentElement extends HTMLElement {
  snapshot(): unknown;
  restore(snapshot: unknown): Promise<void>;
  loadTaught(): void;
  stop(): Promise<void>;
}

/** The mode of an instrument, and its snapshot. */
export type Kept = readonly [mode: string, snapshot: unknown];

const isInstrument = (element: HTMLElement): element is InstrumentElement => 'snapshot' in element;

const instruments = (): InstrumentElement[] =>
  [...document.querySelectorAll<HTMLElement>('sound-mode')].filter(isInstrument);

const modeOf = (one: Element): string => one.getAttribute('mode') ?? '';

/** What the instruments hold, in the order of the page. */
export const keepInstruments = (): Kept[] =>
  instruments().map((one) => [modeOf(one), one.snapshot()]);

/** Gives each instrument what the one of its mode and place held; resolves when all that played play again. */
export async function restoreInstruments(kept: readonly Kept[]): Promise<void> {
  const left = [...kept];
  const restored = instruments().map((one) => {
    const at = left.findIndex(([mode]) => mode === modeOf(one));
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found === undefined ? undefined : one.restore(found[1]);
  });
  const late = new Promise((resolve) => setTimeout(resolve, LOADING_MS));
  await Promise.race([Promise.allSettled(restored), late]);
}

export const stopInstruments = (): void => {
  for (const one of instruments()) void one.stop();
};

const taughtIn = (page: Document): Map<string, string> =>
  new Map(
    [...page.scripts].flatMap(({ dataset, text }) =>
      dataset['taught'] === undefined
        ? []
        : [[dataset['taught'], `${dataset['voiceSpace'] ?? 0} ${dataset['examples']} ${text}`]],
    ),
  );

/** Lets the instruments play what somebody taught them, where it changed from one page to the next. */
export function followTaught(before: Document, now: Document): void {
  const were = taughtIn(before);
  const changed = [...taughtIn(now)].filter(([id, text]) => were.get(id) !== text);
  const ids = new Set(changed.map(([id]) => id));
  for (const one of instruments()) {
    if (ids.has(one.getAttribute('taught') ?? '')) one.loadTaught();
  }
}

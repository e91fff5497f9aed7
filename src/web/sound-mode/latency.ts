/** How much delay a person accepts between a gesture and its sound, kept in this browser for all instruments. */
import { keep, recall } from '../browser-storage.ts';

/** What Web Audio calls them. */
export const LATENCIES = ['interactive', 'balanced', 'playback'] as const;
export type Latency = (typeof LATENCIES)[number];

const STORED = 'ensemble.latency';

export const isLatency = (text: string | undefined): text is Latency =>
  LATENCIES.some((one) => one === text);

/** What was chosen last; the lowest where nothing was, or the page has no storage. */
export function storedLatency(): Latency {
  const text = recall(STORED);
  return isLatency(text) ? text : 'interactive';
}

export function storeLatency(latency: Latency): void {
  keep(STORED, latency);
}

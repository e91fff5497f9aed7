/** What an instrument learned, as it goes from one to another, and what listeners hear of it. */
import type { Choices } from '../../shared/choices.ts';
import type { TaughtExample } from '../../shared/taught.ts';

/** What changed; `held` is the params that are held instead of the network's answer, `locks` those kept out of it, `scale` what pitches snap to, `saved` that a file has it all. */
export type Change =
  | 'inputs'
  | 'held'
  | 'locks'
  | 'scale'
  | 'examples'
  | 'network'
  | 'training'
  | 'voice-space'
  | 'loop'
  | 'saved'
  | 'settings';

/** What an instrument learned: whole, as a taught file, or as the examples that it follows from, and what was chosen. */
export interface Learned extends Partial<Choices> {
  readonly voiceSpace: number;
  readonly taught: readonly TaughtExample[] | Uint8Array;
}

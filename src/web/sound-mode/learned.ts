/** What an instrument learned, as it goes from one to another, and what listeners hear of it. */
import type { Locks } from '../../shared/locks.ts';
import type { TaughtExample } from '../../shared/taught.ts';

/** What changed; `held` is the params that are held instead of the network's answer, `locks` those kept out of it. */
export type Change =
  | 'inputs'
  | 'held'
  | 'locks'
  | 'examples'
  | 'network'
  | 'training'
  | 'voice-space'
  | 'loop'
  | 'settings';

/** What an instrument learned: whole, as a taught file, or as the examples that it follows from, and the locks. */
export interface Learned {
  readonly voiceSpace: number;
  readonly taught: readonly TaughtExample[] | Uint8Array;
  readonly locks?: Locks;
}

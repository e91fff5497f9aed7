/** The page's audio context: one for all instruments, suspended while none of them is to be heard. */

import { SAMPLE_RATE_HZ } from '../../../build/ts/contract.ts';
import { loadWorklet } from './artefacts.ts';
import { type Latency, storedLatency, storeLatency } from './latency.ts';
import { SOUND_MODE_TEXT } from './text.ts';

/** A sound that starts or plays. */
export interface ContextUser {
  /** Whether it is silent while the page is hidden. */
  pausesHidden(): boolean;
}

let context: AudioContext | undefined;
let ready: Promise<void> | undefined;
let latency = storedLatency();
/** The latency that the context was made for. */
let made: Latency | undefined;
const users = new Set<ContextUser>();

/** Why this page cannot play sound, as a sentence; undefined if it can. */
function soundProblem(): string | undefined {
  if (typeof AudioContext === 'undefined') return SOUND_MODE_TEXT.sound.unsupported;
  return isSecureContext ? undefined : SOUND_MODE_TEXT.sound.insecure;
}

/** What the next sound that starts while no other plays is made for. */
export const chosenLatency = (): Latency => latency;

/** Chooses a latency for all instruments of this browser; a sound that plays keeps its own until it is started again. */
export function chooseLatency(chosen: Latency): void {
  latency = chosen;
  storeLatency(chosen);
}

function sharedContext(): AudioContext {
  if (made !== latency && users.size === 0) {
    void context?.close();
    context = undefined;
    ready = undefined;
  }
  if (context === undefined) {
    context = new AudioContext({ sampleRate: SAMPLE_RATE_HZ, latencyHint: latency });
    made = latency;
  }
  return context;
}

/**
 * The context, once it runs and the audio thread's script is loaded. It runs on until all its users leave it. Without
 * a gesture of the player, that may have to wait for one. Rejects if this page cannot play sound.
 */
export async function enterContext(user: ContextUser): Promise<AudioContext> {
  const problem = soundProblem();
  if (problem !== undefined) throw new Error(problem);
  const audio = sharedContext();
  users.add(user);
  const resumed = audio.resume();
  ready ??= loadWorklet((address) => audio.audioWorklet.addModule(address));
  await Promise.all([ready, resumed]);
  return audio;
}

export async function leaveContext(user: ContextUser): Promise<void> {
  users.delete(user);
  await updateContext();
}

/** Resumes the context while something plays, also in a hidden page unless asked otherwise, and suspends it otherwise. */
async function updateContext(): Promise<void> {
  if (context === undefined) return;
  const active = [...users].some((user) => !document.hidden || !user.pausesHidden());
  if (active && context.state === 'suspended') await context.resume();
  if (!active && context.state === 'running') await context.suspend();
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => void updateContext());
}

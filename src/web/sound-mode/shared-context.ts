/** The page's audio context: one for all instruments, suspended while none of them is to be heard. */

import { SAMPLE_RATE_HZ } from '../../../build/ts/contract.ts';
import { loadWorklet } from './artefacts.ts';
import { updateAudioSession } from './audio-session.ts';
import { type Latency, storedLatency, storeLatency } from './latency.ts';
import { SOUND_MODE_TEXT } from './text.ts';

/** A sound that starts or plays. */
export interface ContextUser {
  /** Whether it is silent while the page is hidden. */
  pausesHidden(): boolean;
  /** Called when the state of the context has changed. */
  changed(): void;
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
    const audio = new AudioContext({ sampleRate: SAMPLE_RATE_HZ, latencyHint: latency });
    audio.addEventListener('statechange', () => follow(audio));
    context = audio;
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
  updateAudioSession();
  const resumed = audio.resume();
  ready ??= loadWorklet((address) => audio.audioWorklet.addModule(address));
  await Promise.all([ready, resumed]);
  return audio;
}

export function leaveContext(user: ContextUser): void {
  users.delete(user);
  updateContext();
}

const isWanted = (): boolean => [...users].some((user) => !document.hidden || !user.pausesHidden());

/** Whether the system keeps the page silent, as during a phone call, although something is to be heard. */
export const isSilenced = (): boolean => context?.state !== 'running' && isWanted();

/** Resumes the context while something plays, in a hidden page unless asked otherwise, and suspends it otherwise. */
export function updateContext(): void {
  if (context === undefined || context.state === 'closed') return;
  const isRunning = context.state === 'running';
  // What is refused here is tried again at the next gesture.
  if (isWanted() && !isRunning) context.resume().catch(() => undefined);
  if (!isWanted() && isRunning) void context.suspend();
}

function follow(audio: AudioContext): void {
  if (audio !== context) return;
  // Until an interruption ends, resuming fails; it ends in one of the other states.
  if (audio.state !== 'interrupted') updateContext();
  for (const user of users) user.changed();
}

/** Whether a button is pressed: the click that follows does what it says, which resuming the sound would change. */
const pressesButton = (event: Event): boolean =>
  event.type !== 'click' &&
  (!(event instanceof KeyboardEvent) || ['Enter', ' '].includes(event.key)) &&
  event.composedPath().some((one) => one instanceof HTMLButtonElement);

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', updateContext);
  for (const gesture of ['pointerdown', 'pointerup', 'click', 'keydown']) {
    const resume = (event: Event): void => {
      if (!pressesButton(event)) updateContext();
    };
    document.addEventListener(gesture, resume, { capture: true, passive: true });
  }
}

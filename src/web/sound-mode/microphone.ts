/** The microphone as a sound source, without voice processing. */
import { microphoneSession } from './audio-session.ts';
import type { SoundSource } from './sources.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.input;

/** Asks for the microphone. Rejects if there is none, or it is not given; then it is off. */
export async function microphone(context: BaseAudioContext): Promise<SoundSource> {
  if (!(context instanceof AudioContext)) throw new TypeError('a live context is needed');
  const endSession = microphoneSession();
  let stream: MediaStream | undefined;
  const close = (): void => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    endSession();
  };
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
    return { node: context.createMediaStreamSource(stream), end: close };
  } catch (error) {
    close();
    throw error;
  }
}

const isNamed = (error: unknown, ...names: readonly string[]): boolean =>
  error instanceof DOMException && names.includes(error.name);

/** Why the microphone is not on, and what to do, as a sentence. */
export function microphoneProblem(error: unknown): string {
  if (isNamed(error, 'NotAllowedError')) return TEXT.microphoneDenied;
  if (isNamed(error, 'NotFoundError')) return TEXT.microphoneMissing;
  if (isNamed(error, 'NotReadableError', 'AbortError')) return TEXT.microphoneBusy;
  if (isNamed(error, 'NotSupportedError')) return TEXT.microphoneRate;
  return TEXT.microphoneFailed(error instanceof Error ? error.message : String(error));
}

/** The microphone as a sound source, without voice processing. */
import {
  BRIDGE_NAME,
  type BridgeOptions,
  CAPTURE_NAME,
} from '../../shared/instrument/audio-messages.ts';
import { loadWorklet } from './artefacts.ts';
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
    const { node, end } = await sourceOf(stream, context);
    return {
      node,
      end: () => {
        end();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function sourceOf(stream: MediaStream, context: AudioContext): Promise<SoundSource> {
  try {
    return { node: context.createMediaStreamSource(stream), end: () => undefined };
  } catch (error) {
    if (!isNamed(error, 'NotSupportedError')) throw error;
    return bridge(stream, context);
  }
}

/**
 * Firefox 150 and older connect a microphone only to a context of its rate (153 to any). So one of that rate, which is
 * what a context has by default, captures it, and its audio thread sends the samples to ours, which resamples them.
 */
async function bridge(stream: MediaStream, context: AudioContext): Promise<SoundSource> {
  const capture = new AudioContext();
  try {
    const source = capture.createMediaStreamSource(stream);
    await loadWorklet((address) => capture.audioWorklet.addModule(address));
    void capture.resume();
    const sender = new AudioWorkletNode(capture, CAPTURE_NAME, { numberOfOutputs: 0 });
    const node = new AudioWorkletNode(context, BRIDGE_NAME, {
      numberOfInputs: 0,
      outputChannelCount: [2],
      processorOptions: { rate_hz: capture.sampleRate } satisfies BridgeOptions,
    });
    const { port1, port2 } = new MessageChannel();
    sender.port.postMessage(port1, [port1]);
    node.port.postMessage(port2, [port2]);
    source.connect(sender);
    return {
      node,
      end: () => {
        node.port.postMessage('end');
        void capture.close();
      },
    };
  } catch (error) {
    void capture.close();
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

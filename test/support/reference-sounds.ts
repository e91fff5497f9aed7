/** Every mode in every voice space as the renderer plays it: what a plugin in a host has to sound like, to the last bit. */
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { GESTURES, type Gesture } from '../../scripts/render/gesture.ts';
import type { RenderRequest } from '../../scripts/render/render.ts';

export const RATE_HZ = 48000;

/** A circle, for instruments of any number of channels. */
export const CIRCLE: Gesture = GESTURES.get('circle') ?? (() => []);

/** The circle as a host moves it, which sets ports only every so many frames. */
export const circleInSteps =
  (frames: number): Gesture =>
  (seconds, channels) =>
    CIRCLE((Math.floor((seconds * RATE_HZ) / frames) * frames) / RATE_HZ, channels);

/** Gives a request to render for each voice space of each mode. */
export const inEveryVoiceSpace = (
  modes: readonly ResolvedMode[],
  frames: number,
  more: (mode: ResolvedMode) => Pick<RenderRequest, 'gesture' | 'notes' | 'input'>,
): readonly RenderRequest[] =>
  modes.flatMap((mode) =>
    mode.voiceSpaces.map((_, voiceSpace) => ({
      mode,
      playsNotes: mode.playsNotes,
      voiceSpace,
      seconds: frames / RATE_HZ,
      sampleRateHz: RATE_HZ,
      seed: 1,
      ...more(mode),
    })),
  );

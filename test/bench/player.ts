/** What an instrument costs a page: time on the audio thread, time to answer, to learn and to sound, bytes. */
import type { Bench } from '../../scripts/bench/bench.ts';
import { audioThread } from './player/audio-thread.ts';
import { bytes, firstSound } from './player/first-sound.ts';
import { homepage } from './player/homepage.ts';
import { control, training } from './player/learning.ts';
import { noteOn } from './player/note-on.ts';

export const bench: Bench = {
  title: 'Player',
  about:
    'Instruments in a page: the shipped code in headless Chromium and, where noted, the same wasm in Node. Training is compared in one alternating run with libraries that train networks in pages: the same network and examples, where a pass uses every example once. Each library uses its own rule: batch iRprop− in fixed point here, gradient descent on the whole batch in TensorFlow.js, gradient descent per example in brain.js (with tanh at the outputs too, because it has one activation for all layers). ml5 trains with model.fit of TensorFlow.js.',
  rivals: true,
  run: async (quick) => [
    await audioThread(quick),
    control(quick),
    ...(await training(quick)),
    await bytes(),
    await firstSound(quick),
    await homepage(quick),
    await noteOn(quick),
  ],
};

/** What an instrument costs a page: time on the audio thread, time to answer, to learn and to sound, bytes. */
import type { Bench } from '../../scripts/bench/bench.ts';
import { audioThread } from './player/audio-thread.ts';
import { bytes, firstSound } from './player/first-sound.ts';
import { control, training } from './player/learning.ts';

export const bench: Bench = {
  title: 'Player',
  about:
    'Instruments in a page: the shipped runtime in headless Chromium and, where it says so, the same wasm in Node. Training is compared in one run, in turns, with libraries that train networks in pages: the same net from the same examples, a pass being every example once and what follows from it. Each rule is the library’s own: batch iRprop− in fixed point here, gradient descent on the whole batch in TensorFlow.js, gradient descent by example in brain.js (tanh also at the outputs, having one kind for all). ml5 trains by TensorFlow.js’ model.fit.',
  rivals: true,
  run: async (quick) => [
    await audioThread(quick),
    control(quick),
    ...(await training(quick)),
    await bytes(),
    await firstSound(quick),
  ],
};

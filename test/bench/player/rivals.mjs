/**
 * Libraries that train networks in pages, with the net and the examples of the page. `node rivals.mjs` with an
 * IPC channel: told `{ examples }` it makes them ready; told `{ name, seconds }` it answers passes a second.
 */
import '@tensorflow/tfjs-backend-cpu';
import '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';
import { layers, sequential } from '@tensorflow/tfjs-layers';
import brain from 'brain.js';

const HIDDEN = [10, 10, 14];
/** Passes between two looks at the clock. */
const PASSES = 50;

function model(inputs, outputs) {
  const sizes = [...HIDDEN, outputs];
  const net = sequential();
  for (const [index, units] of sizes.entries()) {
    const activation = index === HIDDEN.length ? 'sigmoid' : 'tanh';
    net.add(layers.dense({ units, activation, ...(index === 0 && { inputShape: [inputs] }) }));
  }
  return net;
}

async function tensorflow(backend, examples, fit) {
  await tf.setBackend(backend);
  await tf.ready();
  if (tf.getBackend() !== backend) throw new Error(`TensorFlow.js has no backend ${backend}`);
  const xs = tf.tensor2d(examples.map(({ input }) => input));
  const ys = tf.tensor2d(examples.map(({ output }) => output));
  const net = model(xs.shape[1], ys.shape[1]);
  const optimizer = tf.train.sgd(1);
  if (fit) {
    net.compile({ optimizer, loss: 'meanSquaredError' });
    const settings = { epochs: PASSES, batchSize: examples.length, shuffle: false, verbose: 0 };
    return () => net.fit(xs, ys, { ...settings, yieldEvery: 'never' });
  }
  const weights = net.trainableWeights.map(({ val }) => val);
  const loss = () => tf.losses.meanSquaredError(ys, net.apply(xs, { training: true }));
  return () => {
    for (let pass = 0; pass < PASSES; pass += 1) optimizer.minimize(loss, false, weights);
  };
}

function brainJs(examples) {
  const net = new brain.NeuralNetwork({ hiddenLayers: HIDDEN, activation: 'tanh' });
  const settings = { iterations: PASSES, errorThresh: 1e-12, logPeriod: 1e9 };
  return () => net.train(examples, settings);
}

const RIVALS = {
  'brain.js': (examples) => brainJs(examples),
  'TensorFlow.js, cpu': (examples) => tensorflow('cpu', examples, false),
  'TensorFlow.js, wasm': (examples) => tensorflow('wasm', examples, false),
  'TensorFlow.js, cpu, model.fit': (examples) => tensorflow('cpu', examples, true),
};

async function measure({ name, seconds, examples }) {
  const train = await RIVALS[name](examples);
  await train();
  let passes = 0;
  const start = performance.now();
  while (performance.now() - start < seconds * 1000) {
    await train();
    passes += PASSES;
  }
  return (passes * 1000) / (performance.now() - start);
}

process.on('message', (order) => {
  measure(order).then(
    (perSecond) => process.send({ perSecond }),
    (error) => process.send({ error: String(error) }),
  );
});
process.send({ rivals: Object.keys(RIVALS) });

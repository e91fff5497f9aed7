/** The network of a mode: which channels it hears, its layers, how wide its first guess is drawn. */
import * as v from 'valibot';
import { CHANNELS } from '../channels.ts';
import { identifier } from './identifier.ts';

const layerSize = v.pipe(v.number(), v.integer(), v.minValue(1));

export const MlSchema = v.pipe(
  v.strictObject({
    input_channels: v.pipe(
      v.array(
        identifier(
          'Input channel',
          'Name of an abstract input channel.',
          CHANNELS.map((channel) => channel.name),
        ),
      ),
      v.minLength(1),
      v.metadata({
        title: 'Input channels',
        description:
          'What the player moves, in the order of the network inputs: axes of a joystick or pad, sliders, MIDI, ' +
          'features of the microphone sound, control voltages. Every channel runs from 0 to 1.',
        examples: [['joy_x', 'joy_y', 'joy_z', 'joy_w']],
      }),
    ),
    input_size: v.pipe(
      layerSize,
      v.metadata({
        title: 'Input size',
        description: 'Number of network inputs; equals the number of input channels.',
        examples: [4],
      }),
    ),
    hidden_layers: v.pipe(
      v.array(
        v.pipe(
          layerSize,
          v.metadata({ title: 'Layer size', description: 'Number of neurons in this layer.' }),
        ),
      ),
      v.minLength(1),
      v.metadata({
        title: 'Hidden layers',
        description: 'Neurons of each hidden layer, from the inputs to the outputs.',
        examples: [[10, 10, 14]],
      }),
    ),
    output_size: v.pipe(
      layerSize,
      v.metadata({
        title: 'Output size',
        description: 'Number of network outputs; equals the number of params.',
        examples: [33],
      }),
    ),
    default_spread: v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(1),
      v.metadata({
        title: 'Default spread',
        description:
          'How the first weights are drawn, a ratio from 0 (full width, wild before teaching) to 1 ' +
          '(scaled down by the number of inputs of each neuron, calm before teaching).',
        examples: [0.5],
      }),
    ),
  }),
  v.metadata({
    title: 'Network',
    description: 'The neural network that maps input channels to params.',
  }),
);

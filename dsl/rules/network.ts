/** Rules of the network: channels there are, sizes that agree, limits of the learning core. */
import { CHANNELS, channelNamed } from '../channels.ts';
import { CORE_LIMITS } from '../contract/constants.ts';
import { instead, quote } from '../wording.ts';
import { type Rule, repeated, type Subject } from './subject.ts';

const NAMES = CHANNELS.map((channel) => channel.name);

export const channelsKnown: Rule = ({ parts, report }) => {
  for (const [index, name] of (parts.ml?.input_channels ?? []).entries()) {
    if (channelNamed(name)) continue;
    const message = `there is no channel ${quote(name)}${instead(name, NAMES)}`;
    report('E_CHANNEL_UNKNOWN', ['ml', 'input_channels', index], message);
  }
};

export const channelsOnce: Rule = ({ parts, report }) => {
  repeated(parts.ml?.input_channels ?? [], (name, index, first) => {
    const message = `channel ${quote(name)} is input ${first} already; remove one`;
    report('E_CHANNEL_DUPLICATE', ['ml', 'input_channels', index], message);
  });
};

export const inputSize: Rule = ({ parts: { ml }, report }) => {
  if (!ml || ml.input_size === ml.input_channels.length) return;
  const message = `expected ${ml.input_channels.length}, the number of input_channels; received ${ml.input_size}`;
  report('E_INPUT_SIZE', ['ml', 'input_size'], message);
};

export const outputSize: Rule = ({ parts: { ml, params }, report }) => {
  if (!ml || params.length === 0 || ml.output_size === params.length) return;
  const message = `expected ${params.length}, the number of params; received ${ml.output_size}`;
  report('E_OUTPUT_SIZE', ['ml', 'output_size'], message);
};

function limit(
  { report }: Subject,
  path: (string | number)[],
  what: string,
  most: number,
  n: number,
) {
  if (n <= most) return;
  report('E_NUMBER', path, `the learning core takes at most ${most} ${what}; received ${n}`);
}

export const coreLimits: Rule = (subject) => {
  const { ml } = subject.parts;
  if (!ml) return;
  limit(subject, ['ml', 'input_size'], 'inputs', CORE_LIMITS.inputs, ml.input_size);
  limit(subject, ['ml', 'output_size'], 'outputs', CORE_LIMITS.outputs, ml.output_size);
  const layers = ml.hidden_layers;
  limit(subject, ['ml', 'hidden_layers'], 'hidden layers', CORE_LIMITS.hiddenLayers, layers.length);
  for (const [index, size] of layers.entries()) {
    const path = ['ml', 'hidden_layers', index];
    limit(subject, path, 'neurons in a layer', CORE_LIMITS.width, size);
  }
};

export const modeIdFits: Rule = (subject) => {
  const length = subject.parts.modeId?.length ?? 0;
  limit(subject, ['mode_id'], 'letters in a mode id', CORE_LIMITS.modeIdBytes, length);
};

/** For the curious: how training is set, how wild an untaught network is. */
import { button, field, h } from '../dom.ts';
import type { TrainConfig } from '../instrument/spec.ts';
import { type Model, sentenceFor } from './model.ts';

const FIELDS: readonly (readonly [keyof TrainConfig, string])[] = [
  ['learning_rate', 'Learning rate (useful from 0.03 to 3)'],
  ['max_iterations', 'Most iterations'],
  ['min_error', 'Stop below error'],
];

export function advancedPanel(model: Model, say: (sentence: string) => void): HTMLElement {
  const config = model.trainConfig;
  const inputs = FIELDS.map(([name, label]) => {
    const value = Number(config[name].toPrecision(6));
    const { row, input } = field(label, { type: 'number', step: 'any', value });
    input.addEventListener('change', () => {
      try {
        model.setTrainConfig({ [name]: input.valueAsNumber });
        input.setCustomValidity('');
      } catch (error) {
        input.setCustomValidity(sentenceFor(error));
        input.reportValidity();
        say(sentenceFor(error));
      }
    });
    return row;
  });
  const spread = field('Spread of an untaught network (0 wild, 1 calm)', {
    type: 'range',
    min: 0,
    max: 1,
    step: 0.01,
    value: model.spread,
  });
  const redraw = button('Draw anew', () => model.redraw(spread.input.valueAsNumber), {
    class: 'quiet',
    title: 'A new untaught network; taught sounds stay, train to learn them again',
  });
  return h(
    'details',
    { class: 'advanced' },
    h('summary', { text: 'Advanced' }),
    ...inputs,
    spread.row,
    redraw,
  );
}

/** Advanced settings: training, the range of the untrained network, and what its caller adds. */

import type { TrainConfig } from '../../../build/ts/contract.ts';
import { button, field, h } from '../dom.ts';
import { errorSentence, type Model } from './model.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.advanced;
const FIELDS: readonly (keyof TrainConfig)[] = ['learning_rate', 'max_iterations', 'min_error'];

export function advancedPanel(
  model: Model,
  report: (text: string) => void,
  ...more: readonly HTMLElement[]
): HTMLElement {
  const numberOf = (name: keyof TrainConfig) => Number(model.trainConfig[name].toPrecision(6));
  const inputs = FIELDS.map((name) => {
    const value = numberOf(name);
    const { row, input } = field(TEXT[name], { type: 'number', step: 'any', value });
    input.addEventListener('change', () => {
      try {
        model.setTrainConfig({ [name]: input.valueAsNumber });
        input.setCustomValidity('');
      } catch (error) {
        input.setCustomValidity(errorSentence(error));
        input.reportValidity();
        report(errorSentence(error));
      }
    });
    return { name, row, input };
  });
  const spread = field(TEXT.spread, {
    type: 'range',
    min: 0,
    max: 1,
    step: 0.01,
    value: model.spread,
  });
  model.listen((change) => {
    if (change !== 'settings') return;
    for (const { name, input } of inputs) input.value = String(numberOf(name));
    spread.input.value = String(model.spread);
  });
  const reset = button(TEXT.reset, () => model.redraw(spread.input.valueAsNumber), {
    class: 'quiet',
    title: TEXT.resetHint,
  });
  return h(
    'details',
    { class: 'advanced' },
    h('summary', { text: TEXT.title }),
    ...inputs.map(({ row }) => row),
    spread.row,
    reset,
    ...more,
  );
}

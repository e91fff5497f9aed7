/** Advanced settings: training, a new network, and what its caller adds. */

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
  model.listen((change) => {
    if (change !== 'settings') return;
    for (const { name, input } of inputs) input.value = String(numberOf(name));
  });
  const reset = button(TEXT.reset, () => model.redraw(), {
    class: 'quiet',
    title: TEXT.resetHint,
  });
  return h(
    'details',
    { class: 'advanced' },
    h('summary', { text: TEXT.title }),
    ...inputs.map(({ row }) => row),
    reset,
    ...more,
  );
}

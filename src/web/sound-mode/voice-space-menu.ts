/** The choice of a voice space. */
import { h } from '../dom.ts';
import type { Model } from './model.ts';
import { SOUND_MODE_TEXT } from './text.ts';

/** A menu that follows the instrument; undefined where there is nothing to choose. */
export function voiceSpaceMenu(model: Model): HTMLElement | undefined {
  const { voiceSpaces, ui } = model.mode;
  if (voiceSpaces.length < 2 || !ui.showVoiceSpaceSelector) return undefined;
  const select = h(
    'select',
    { attributes: { part: 'voice-space' } },
    ...voiceSpaces.map(({ name }, ordinal) =>
      h('option', { text: name, attributes: { value: ordinal } }),
    ),
  );
  select.addEventListener('change', () => model.setVoiceSpace(select.selectedIndex));
  model.listen((change) => {
    if (change === 'voice-space') select.selectedIndex = model.voiceSpace;
  });
  const label = h('span', { text: SOUND_MODE_TEXT.sound.voiceSpace });
  return h('label', { class: 'preset' }, label, select);
}

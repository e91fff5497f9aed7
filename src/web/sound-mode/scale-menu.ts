/** The choice of the scale that pitches snap to: its root and its name. */
import { hasPitches } from '../../../dsl/pitch-params.ts';
import { NO_SCALE, nameOf, ROOTS, rootOf, SCALE_NAMES, scaleOn } from '../../shared/scale.ts';
import { h } from '../dom.ts';
import type { Model } from './model.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.scale;

/** Menus that follow the instrument; undefined where it has no pitch. */
export function scaleMenu(model: Model): HTMLElement | undefined {
  if (!hasPitches(model.mode.params)) return undefined;
  const option = (text: string) => h('option', { text, attributes: { value: text } });
  const root = h('select', { attributes: { 'aria-label': TEXT.root } }, ...ROOTS.map(option));
  const names = [TEXT.off, ...SCALE_NAMES.map(TEXT.name)].map(option);
  const name = h('select', { attributes: { 'aria-label': TEXT.label } }, ...names);
  const choose = (): void => {
    const chosen = SCALE_NAMES[name.selectedIndex - 1];
    model.setScale(chosen === undefined ? NO_SCALE : scaleOn(root.selectedIndex, chosen));
  };
  const show = (): void => {
    const named = nameOf(model.scale);
    root.disabled = model.scale === NO_SCALE;
    if (model.scale !== NO_SCALE) root.selectedIndex = rootOf(model.scale);
    // One without a name shows none.
    const place = named === undefined ? -1 : SCALE_NAMES.indexOf(named) + 1;
    name.selectedIndex = model.scale === NO_SCALE ? 0 : place;
  };
  root.addEventListener('change', choose);
  name.addEventListener('change', choose);
  model.listen((change) => {
    if (change === 'scale') show();
  });
  show();
  return h(
    'div',
    { class: 'scale', title: TEXT.hint },
    h('span', { text: TEXT.label }),
    root,
    name,
  );
}

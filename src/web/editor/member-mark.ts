/** The mark beside a member's name. It is drawn, so that no name can contain it. */
import { setAttributes } from '../dom.ts';
import { EDITOR_TEXT } from './text.ts';

const SPACE = 'http://www.w3.org/2000/svg';
/** A disc with a tick cut out of it, in a box of 16 by 16. */
const SHAPE = 'M8 1a7 7 0 1 0 0 14a7 7 0 0 0 0-14M7 11.4 3.7 8.1 5 6.8l2 2 4-4 1.3 1.3z';

/** Address of a member's page. */
export const memberAddress = (name: string): string => `/?member=${encodeURIComponent(name)}`;

export function memberMark(): SVGSVGElement {
  const mark = document.createElementNS(SPACE, 'svg');
  const label = { role: 'img', 'aria-label': EDITOR_TEXT.people.mark };
  const box = { viewBox: '0 0 16 16', width: '0.95em', height: '0.95em' };
  setAttributes(mark, { class: 'member-mark', ...box, ...label, fill: 'currentColor' });
  mark.style.verticalAlign = '-0.12em';
  const path = document.createElementNS(SPACE, 'path');
  setAttributes(path, { d: SHAPE, 'fill-rule': 'evenodd' });
  mark.append(path);
  return mark;
}

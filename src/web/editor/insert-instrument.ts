/** Asks what visitors of a site can do with an instrument that is put on it. */
import { humanize } from '../../shared/humanize.ts';
import { h } from '../dom.ts';
import { ask } from './dialog.ts';
import type { PageInstrument } from './page-instruments.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.insertInstrument;

/** Values of the attribute `controls`, as `<sound-mode>` knows them, in the order they are offered. */
const LEVELS = ['play', 'teach', 'none'] as const;
type Level = (typeof LEVELS)[number];

/** The tag of an instrument on a page. */
export function instrumentTag({ mode, id }: PageInstrument, controls: string): string {
  return `<sound-mode mode="${mode}" taught="${id}" controls="${controls}"></sound-mode>`;
}

/** Resolves with what the person chose for visitors; undefined if nothing is to be inserted. */
export async function askForControls(mode: string): Promise<Level | undefined> {
  const choices = LEVELS.map((level) => ({
    level,
    input: h('input', {
      attributes: { type: 'radio', name: 'controls', value: level, checked: level === 'play' },
    }),
  }));
  const rows = choices.map(({ level, input }) => {
    const { label, hint } = TEXT[level];
    return h(
      'label',
      { class: 'choice' },
      input,
      h('span', {}, h('strong', { text: label }), h('small', { text: hint })),
    );
  });
  const group = h('fieldset', { class: 'choices' }, h('legend', { text: TEXT.question }), ...rows);
  const title = TEXT.title(humanize(mode));
  if (!(await ask({ title, body: [group], go: TEXT.insert }))) return undefined;
  return choices.find(({ input }) => input.checked)?.level;
}

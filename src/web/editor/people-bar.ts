/** The people editing this site as a row of initials; your own opens your name and colour. */
import type { Awareness } from 'y-protocols/awareness';
import { button, field, h } from '../dom.ts';
import {
  COLOURS,
  initials,
  MAX_NAME_CHARACTERS,
  readUser,
  rememberUser,
  type User,
} from '../people.ts';
import { ask } from './dialog.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.people;
/** More people than this are counted, not shown. */
const MAX_SHOWN = 5;

function avatar(user: User): HTMLElement {
  const style = user.member === true ? 'avatar member' : 'avatar';
  const element = h('span', { class: style, text: initials(user.name) });
  element.style.setProperty('--peer', user.color);
  element.setAttribute('aria-hidden', 'true');
  return element;
}

export class PeopleBar {
  readonly element = h('ul', { class: 'people', attributes: { 'aria-label': TEXT.label } });
  readonly #awareness: Awareness;
  #user: User;
  #drawn = '';

  constructor(awareness: Awareness, user: User) {
    this.#awareness = awareness;
    this.#user = user;
    awareness.setLocalStateField('user', user);
    awareness.on('change', this.#draw);
    this.#draw();
  }

  readonly #draw = (): void => {
    const own = this.#awareness.clientID;
    const others = [...this.#awareness.getStates()]
      .filter(([client]) => client !== own)
      .sort(([one], [other]) => one - other)
      .map(([, state]) => readUser(state['user']));
    const state = JSON.stringify([this.#user, others]);
    if (state === this.#drawn) return;
    this.#drawn = state;
    const shown = others.slice(0, MAX_SHOWN).map((user) => {
      const text = user.member === true ? TEXT.member(user.name) : user.name;
      const name = h('span', { class: 'unseen', text });
      return h('li', { title: text }, avatar(user), name);
    });
    const rest = others.length - shown.length;
    if (rest > 0) {
      const names = others.slice(MAX_SHOWN).map(({ name }) => name);
      shown.push(h('li', { class: 'more', text: `+${rest}`, title: names.join(', ') }));
    }
    const label = TEXT.you(this.#user.name);
    const you = button('', () => void this.change(), { class: 'you', title: label });
    you.append(avatar(this.#user), h('span', { class: 'unseen', text: label }));
    const focused = this.element.querySelector('.you') === document.activeElement;
    this.element.replaceChildren(h('li', {}, you), ...shown);
    if (focused) you.focus();
  };

  /** Shows this person under this name; tells the others also if only what it is worth has changed. */
  rename(name: string): void {
    this.#user = { ...this.#user, name };
    rememberUser(this.#user);
    this.#awareness.setLocalStateField('user', this.#user);
  }

  /** Asks for a new name and colour. */
  async change(): Promise<void> {
    const { row, input } = field(TEXT.name, { maxlength: MAX_NAME_CHARACTERS });
    input.value = this.#user.name;
    const colours = COLOURS.map(([name, value]) => {
      const checked = value === this.#user.color;
      const radio = h('input', { attributes: { type: 'radio', name: 'colour', value, checked } });
      const swatch = h('span', { class: 'swatch' });
      swatch.style.setProperty('--peer', value);
      return h('label', { title: name }, radio, swatch, h('span', { class: 'unseen', text: name }));
    });
    const choice = h(
      'fieldset',
      { class: 'colours' },
      h('legend', { text: TEXT.colour }),
      ...colours,
    );
    const confirmed = await ask({
      title: TEXT.title,
      body: [row, choice],
      go: EDITOR_TEXT.dialog.save,
      check: () => (input.value.trim() === '' ? TEXT.nameMissing : undefined),
    });
    if (!confirmed) return;
    const chosen = choice.querySelector<HTMLInputElement>('input:checked')?.value;
    this.#user = { name: input.value.trim(), color: chosen ?? this.#user.color };
    rememberUser(this.#user);
    this.#awareness.setLocalStateField('user', this.#user);
  }
}

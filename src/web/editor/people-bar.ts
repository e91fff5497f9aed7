/** Who is here, as a row of initials in their colours; your own opens your name and colour. */
import type { Awareness } from 'y-protocols/awareness';
import { button, field, h } from '../dom.ts';
import { COLOURS, initials, NAME_LENGTH, readUser, rememberUser, type User } from '../people.ts';
import { ask } from './dialog.ts';

/** More people than this are counted, not drawn. */
const SHOWN = 5;

function face(user: User): HTMLElement {
  const mark = h('span', { class: 'face', text: initials(user.name) });
  mark.style.setProperty('--peer', user.color);
  mark.setAttribute('aria-hidden', 'true');
  return mark;
}

export class PeopleBar {
  readonly element = h('ul', { class: 'people', attributes: { 'aria-label': 'People here' } });
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
    const picture = JSON.stringify([this.#user, others]);
    if (picture === this.#drawn) return;
    this.#drawn = picture;
    const shown = others.slice(0, SHOWN).map((user) => {
      const name = h('span', { class: 'unseen', text: user.name });
      return h('li', { title: user.name }, face(user), name);
    });
    const rest = others.length - shown.length;
    if (rest > 0) {
      const names = others.slice(SHOWN).map(({ name }) => name);
      shown.push(h('li', { class: 'more', text: `+${rest}`, title: names.join(', ') }));
    }
    const label = `${this.#user.name} (you): change name or colour`;
    const you = button('', () => void this.change(), { class: 'you', title: label });
    you.append(face(this.#user), h('span', { class: 'unseen', text: label }));
    const focused = this.element.querySelector('.you') === document.activeElement;
    this.element.replaceChildren(h('li', {}, you), ...shown);
    if (focused) you.focus();
  };

  /** Asks for another name and colour. */
  async change(): Promise<void> {
    const { row, input } = field('Your name, as others see it', { maxlength: NAME_LENGTH });
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
      h('legend', { text: 'Your colour' }),
      ...colours,
    );
    const went = await ask({
      title: 'You',
      body: [row, choice],
      go: 'Keep',
      check: () => (input.value.trim() === '' ? 'A name has at least one letter.' : undefined),
    });
    if (!went) return;
    const chosen = choice.querySelector<HTMLInputElement>('input:checked')?.value;
    this.#user = { name: input.value.trim(), color: chosen ?? this.#user.color };
    rememberUser(this.#user);
    this.#awareness.setLocalStateField('user', this.#user);
  }
}

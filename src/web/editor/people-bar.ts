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

const nameOf = ({ name, member }: User): string => (member === true ? TEXT.member(name) : name);

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
  readonly #rename: (name: string) => Promise<void>;
  #user: User;
  /** Whether this person is signed in as a member. */
  #isMember = false;
  #drawn = '';

  /** @param rename gives a member another name; rejects with a sentence */
  constructor(awareness: Awareness, user: User, rename: (name: string) => Promise<void>) {
    this.#awareness = awareness;
    this.#rename = rename;
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
    const state = JSON.stringify([this.#user, this.#isMember, others]);
    if (state === this.#drawn) return;
    this.#drawn = state;
    const shown = others.slice(0, MAX_SHOWN).map((user) => {
      const text = nameOf(user);
      const name = h('span', { class: 'unseen', text });
      return h('li', { title: text }, avatar(user), name);
    });
    const rest = others.length - shown.length;
    if (rest > 0) {
      const names = others.slice(MAX_SHOWN).map(nameOf);
      shown.push(h('li', { class: 'more', text: `+${rest}`, title: names.join(', ') }));
    }
    const self = { ...this.#user, member: this.#isMember };
    const label = TEXT.you(nameOf(self));
    const you = button('', () => void this.change(), { class: 'you', title: label });
    you.append(avatar(self), h('span', { class: 'unseen', text: label }));
    const focused = this.element.querySelector('.you') === document.activeElement;
    this.element.replaceChildren(h('li', {}, you), ...shown);
    if (focused) you.focus();
  };

  /** The member this person is, who has this name; a guest keeps theirs. */
  signedInAs(name: string | undefined): void {
    const isMember = name !== undefined;
    const shown = name ?? this.#user.name;
    if (isMember === this.#isMember && shown === this.#user.name) return;
    this.#isMember = isMember;
    // Also tells the others where only what the name is worth has changed.
    this.#show({ ...this.#user, name: shown });
  }

  #show(user: User): void {
    this.#user = user;
    rememberUser(user);
    this.#awareness.setLocalStateField('user', user);
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
      check: () => this.#nameProblem(input.value.trim()),
    });
    if (!confirmed) return;
    const chosen = choice.querySelector<HTMLInputElement>('input:checked')?.value;
    this.#show({ name: input.value.trim(), color: chosen ?? this.#user.color });
  }

  /** Why this person can't be called this; a member's name is changed on the way. */
  async #nameProblem(name: string): Promise<string | undefined> {
    if (name === '') return TEXT.nameMissing;
    if (!this.#isMember || name === this.#user.name) return undefined;
    try {
      await this.#rename(name);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

/**
 * The people editing this site as a row of initials, and as a list that says where each of them is. Your own opens your
 * name and colour; somebody else's follows them.
 */
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
import { errorSentence } from './error-sentence.ts';
import { memberAddress } from './member-mark.ts';
import { type MenuItem, menuButton } from './menu.ts';
import type { Place } from './peer-cursor.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.people;
/** More people than this are counted, not shown. */
const MAX_SHOWN = 5;
/** How late the bar may say that lines above someone came or went. */
const MOVED_MS = 500;

const nameOf = ({ name, member }: User): string => (member === true ? TEXT.member(name) : name);

function avatar(user: User): HTMLElement {
  const style = user.member === true ? 'avatar member' : 'avatar';
  const element = h('span', { class: style, text: initials(user.name) });
  element.style.setProperty('--peer', user.color);
  element.setAttribute('aria-hidden', 'true');
  return element;
}

/** Where the others are, and who of them is followed. */
export interface Following {
  placeOf(state: Record<string, unknown>): Place | undefined;
  /** Awareness client id of the person who is followed. */
  followed(): number | undefined;
  toggle(client: number): void;
  /** Follows them and moves the focus to what ends it. */
  follow(client: number): void;
}

interface Other {
  readonly client: number;
  readonly user: User;
  readonly place: string;
  readonly followed: boolean;
}

/** Someone else in the bar. The button stays the same while they move, and keeps the focus. */
class OtherPerson {
  readonly element: HTMLElement;
  readonly #button: HTMLButtonElement;
  #drawn = '';

  constructor(toggle: () => void) {
    this.#button = button('', toggle, { class: 'peer' });
    this.element = h('li', {}, this.#button);
  }

  show({ user, place, followed }: Other): void {
    const state = JSON.stringify([user, place, followed]);
    if (state === this.#drawn) return;
    this.#drawn = state;
    const name = nameOf(user);
    const text = `${TEXT.follow(name)}: ${place}`;
    this.#button.title = text;
    this.#button.setAttribute('aria-pressed', String(followed));
    this.#button.replaceChildren(avatar(user), h('span', { class: 'unseen', text }));
  }
}

export class PeopleBar {
  readonly element = h('ul', { class: 'people', attributes: { 'aria-label': TEXT.label } });
  readonly #awareness: Awareness;
  readonly #rename: (name: string) => Promise<void>;
  readonly #following: Following;
  readonly #others = new Map<number, OtherPerson>();
  readonly #you = h('li');
  /** How many there are besides those shown, on a phone and elsewhere. */
  readonly #onPhone = h('span', { class: 'on-phone' });
  readonly #elsewhere = h('span', { class: 'elsewhere' });
  readonly #list: HTMLElement;
  #user: User;
  /** Whether this person is signed in as a member. */
  #isMember = false;
  #drawn = '';
  #timer = 0;

  /** @param rename gives a member another name; rejects with a sentence */
  constructor(
    awareness: Awareness,
    user: User,
    following: Following,
    rename: (name: string) => Promise<void>,
  ) {
    this.#awareness = awareness;
    this.#rename = rename;
    this.#following = following;
    this.#user = user;
    const hidden = { 'aria-hidden': 'true' };
    const count = h('span', { attributes: hidden }, this.#onPhone, this.#elsewhere);
    const list = menuButton(TEXT.list, () => this.#items(), { icon: count });
    this.#list = h('li', { class: 'more' }, list);
    awareness.setLocalStateField('user', user);
    awareness.on('change', () => this.draw());
    this.draw();
  }

  /** Draws who is here, where they are and who is followed. */
  draw(): void {
    this.#drawSelf();
    const others = this.#read();
    const here = new Set(others.map(({ client }) => client));
    for (const client of this.#others.keys()) if (!here.has(client)) this.#others.delete(client);
    const shown = others.slice(0, MAX_SHOWN).map((other) => {
      const known = this.#others.get(other.client) ?? this.#add(other.client);
      known.show(other);
      return known.element;
    });
    this.#onPhone.textContent = `+${others.length}`;
    this.#elsewhere.textContent = others.length > MAX_SHOWN ? `+${others.length - MAX_SHOWN}` : '▾';
    const rest = others.length > 0 ? [this.#list] : [];
    const elements = [this.#you, ...shown, ...rest];
    const { children } = this.element;
    const same =
      elements.length === children.length && elements.every((one, at) => one === children[at]);
    if (!same) this.element.replaceChildren(...elements);
  }

  /** Lines may have moved; said once for many edits. */
  textChanged(): void {
    if (this.#timer !== 0) return;
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.draw();
    }, MOVED_MS);
  }

  #add(client: number): OtherPerson {
    const person = new OtherPerson(() => this.#following.toggle(client));
    this.#others.set(client, person);
    return person;
  }

  #read(): Other[] {
    const own = this.#awareness.clientID;
    const followed = this.#following.followed();
    return [...this.#awareness.getStates()]
      .filter(([client]) => client !== own)
      .sort(([one], [other]) => one - other)
      .map(([client, state]) => {
        const at = this.#following.placeOf(state);
        const place = at === undefined ? TEXT.noPlace : TEXT.place(at.file, at.line);
        return { client, user: readUser(state['user']), place, followed: client === followed };
      });
  }

  /** Everyone with where they are; choosing someone follows them. */
  #items(): MenuItem[] {
    return this.#read().flatMap(({ client, user, place, followed }) => {
      const name = nameOf(user);
      const follow = {
        label: followed ? TEXT.stop(name) : TEXT.follow(name),
        hint: place,
        run: () => (followed ? this.#following.toggle(client) : this.#following.follow(client)),
      };
      if (user.member !== true) return [follow];
      const run = () => void open(memberAddress(user.name), '_blank', 'noopener');
      return [follow, { label: TEXT.sitesOf(user.name), hint: TEXT.newTab, run }];
    });
  }

  #drawSelf(): void {
    const self = { ...this.#user, member: this.#isMember };
    const state = JSON.stringify(self);
    if (state === this.#drawn) return;
    this.#drawn = state;
    const label = TEXT.you(nameOf(self));
    const you = button('', () => void this.change(), { class: 'you', title: label });
    you.append(avatar(self), h('span', { class: 'unseen', text: label }));
    const focused = this.#you.querySelector('.you') === document.activeElement;
    this.#you.replaceChildren(you);
    if (focused) you.focus();
  }

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
      return errorSentence(error);
    }
  }
}

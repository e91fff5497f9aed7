/** What the operator can do to a site, with the operator key, and what is done to it now. */
import * as v from 'valibot';
import { ModerationReply } from '../../shared/site/moderation-protocol.ts';
import { h } from '../dom.ts';
import type { Session } from '../session.ts';
import { blockSomeone } from './block-someone.ts';
import { ask, notice } from './dialog.ts';
import { errorSentence } from './error-sentence.ts';
import { askKey } from './key-prompt.ts';
import type { MenuItem } from './menu.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.moderation;
/** Each, and whether it would change something. */
const OPERATIONS = {
  lock: ({ locked }: ModerationReply) => !locked,
  unlock: ({ locked }: ModerationReply) => locked,
  hide: ({ hidden }: ModerationReply) => !hidden,
  show: ({ hidden }: ModerationReply) => hidden,
  remove: ({ removed }: ModerationReply) => !removed,
  recover: ({ removed }: ModerationReply) => removed,
  purge: () => true,
} as const;
type Operation = keyof typeof OPERATIONS;

const isOperation = (op: string): op is Operation => op in OPERATIONS;

export class Moderation {
  /** Says what visitors and editors do not get to see. */
  readonly banner = h('p', { class: 'banner', attributes: { role: 'status', hidden: true } });
  readonly #session: Session;
  #state: ModerationReply | undefined;
  #asked = false;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Follows the session: the state is asked for on each new socket of an operator. */
  follow(): void {
    const { access, saveStatus } = this.#session;
    const isOperating = access === 'operate';
    const isConnected = ['saved', 'saving', 'reading'].includes(saveStatus.kind);
    if (!isOperating) this.#show(undefined);
    if (!isOperating || !isConnected) this.#asked = false;
    else if (!this.#asked) void this.#refresh();
  }

  /** Items of the menu: one that asks for the operator key, then, with the key, what can be done now. */
  items(): MenuItem[] {
    const session = this.#session;
    if (session.access !== 'operate') {
      const { label, hint } = TEXT.operator;
      return [{ label, hint, run: () => void askKey(session, EDITOR_TEXT.key.operator) }];
    }
    const state = this.#state;
    const operations = Object.keys(OPERATIONS).filter(isOperation);
    const items = operations
      .filter((op) => state === undefined || OPERATIONS[op](state))
      .map((op) => {
        const { label, hint } = TEXT.actions[op];
        return { label, hint, run: () => void this.#apply(op) };
      });
    const { label, hint } = TEXT.block;
    return [...items, { label, hint, run: () => void attempt(() => blockSomeone(session)) }];
  }

  async #refresh(): Promise<void> {
    this.#asked = true;
    try {
      const { value } = await this.#session.request({ op: 'moderation' });
      this.#show(v.parse(ModerationReply, value));
    } catch {
      // The connection was lost: the next one is asked again.
      this.#asked = false;
    }
  }

  #show(state: ModerationReply | undefined): void {
    this.#state = state;
    const { removed, hidden, locked } = TEXT.states;
    const said = [state?.removed && removed, state?.hidden && hidden, state?.locked && locked];
    const text = said.find((one) => typeof one === 'string') ?? '';
    if (this.banner.textContent !== text) this.banner.textContent = text;
    this.banner.hidden = text === '';
  }

  /** Applies an operation; asks first if other people notice it. */
  async #apply(op: Operation): Promise<void> {
    const words = TEXT.actions[op];
    if ('title' in words) {
      const { title, note } = words;
      const go = words.label.replace('…', '');
      if (!(await ask({ title, body: [h('p', { text: note })], go, danger: true }))) return;
    }
    await attempt(async () => {
      await this.#session.request({ op });
      await this.#refresh();
      notice(words.done);
    });
  }
}

async function attempt(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    notice(errorSentence(error), 'problem');
  }
}

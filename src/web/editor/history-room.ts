/** For whoever decides about a site whose history is full, so that nobody can edit it: ways to make room in it. */
import * as v from 'valibot';
import { button, h } from '../dom.ts';
import type { Session } from '../session.ts';
import type { Account } from './account.ts';
import { ask, notice } from './dialog.ts';
import { errorSentence } from './error-sentence.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.historyRoom;
const ThinReply = v.object({ edits: v.number(), bytes: v.number() });

export class HistoryRoom {
  readonly #session: Session;
  readonly #account: Account;
  #isNeeded = false;

  constructor(session: Session, account: Account) {
    this.#session = session;
    this.#account = account;
  }

  /** Whether the history is full, and this person decides about the site, as `look` found. */
  get isNeeded(): boolean {
    return this.#isNeeded;
  }

  async look(): Promise<void> {
    this.#isNeeded = false;
    if (this.#session.reason !== 'full') return;
    const { manages, historyFull } = await this.#session.askAccess({ op: 'access' });
    this.#isNeeded = manages && historyFull === true;
  }

  /** @param edit the one shown, before which the history can be erased */
  tools(edit: number): HTMLButtonElement[] {
    return [
      button(TEXT.thin, () => void this.#thin()),
      button(TEXT.prune, () => void this.#prune(edit)),
    ];
  }

  async #thin(): Promise<void> {
    const body = [h('p', { text: TEXT.thinNote })];
    if (!(await ask({ title: TEXT.thinTitle, body, go: TEXT.thinGo }))) return;
    await this.#attempt(async () => {
      const { value } = await this.#session.request({ op: 'thin' });
      const { edits } = v.parse(ThinReply, value);
      await this.look();
      if (!this.#isNeeded) location.reload();
      else notice(edits > 0 ? TEXT.stillFull : TEXT.nothingToJoin, 'problem');
    });
  }

  async #prune(edit: number): Promise<void> {
    const body = [h('p', { text: TEXT.pruneNote })];
    const question = { title: TEXT.pruneTitle, body, go: TEXT.pruneGo, danger: true };
    if (!(await ask(question))) return;
    await this.#attempt(async () => {
      await this.#account.confirmed(() => this.#session.request({ op: 'prune', at: edit }));
      // What was loaded of the history is not there any more.
      location.reload();
    });
  }

  async #attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      notice(errorSentence(error), 'problem');
    }
  }
}

/** Share: addresses to give away, who may edit the site, and for its owner the means to change that. */
import type { AccessReply, AccessRequest, Editors } from '../../shared/site/access-protocol.ts';
import { CLOSE } from '../../shared/site/protocol.ts';
import { button, field, h } from '../dom.ts';
import { linkAddress } from '../edit-link.ts';
import type { Session } from '../session.ts';
import type { Account } from './account.ts';
import { ask, notice } from './dialog.ts';
import { errorSentence } from './error-sentence.ts';
import { qrCode } from './qr-code.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.share;

/** An address to copy, with its QR code. */
function addressRow(label: string, address: string): HTMLElement {
  const { row, input } = field(label, { readonly: true });
  input.value = address;
  input.addEventListener('focus', () => input.select());
  const copy = button(TEXT.copy, () => void copyText(input), { class: 'primary' });
  copy.setAttribute('aria-label', TEXT.copyOf(label));
  const code = h('details', {}, h('summary', { text: TEXT.qr }), qrCode(address, TEXT.qrOf(label)));
  return h('div', { class: 'address-row' }, row, copy, code);
}

async function copyText(input: HTMLInputElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(input.value);
    notice(TEXT.copied);
  } catch {
    // Over plain http there is no clipboard: the text is selected, to be copied by hand.
    input.select();
  }
}

export class SharePanel {
  readonly #session: Session;
  readonly #account: Account;
  readonly #body = h('div', { class: 'share' });
  /** A link just made: its secret is known only now. */
  #made: { readonly label: string; readonly address: string } | undefined;

  constructor(session: Session, account: Account) {
    this.#session = session;
    this.#account = account;
  }

  async open(): Promise<void> {
    this.#made = undefined;
    this.#body.replaceChildren(h('p', { text: TEXT.loading }));
    const closed = ask({ title: TEXT.title, body: [this.#body] });
    await this.#send({ op: 'access' });
    await closed;
  }

  async #send(request: AccessRequest): Promise<void> {
    try {
      this.#draw(await this.#account.confirmed(() => this.#session.askAccess(request)));
    } catch (error) {
      notice(errorSentence(error), 'problem');
      if (request.op !== 'access') return;
      this.#body.replaceChildren(this.#viewing());
    }
  }

  #draw(access: AccessReply): void {
    const parts = [this.#viewing(), this.#editing(access), this.#owner(access)];
    if (access.manages) {
      parts.push(this.#madeLink(), this.#invite(access), this.#lists(access));
      parts.push(button(TEXT.delete, () => void this.#delete()));
    }
    this.#body.replaceChildren(...parts.filter((part) => part !== undefined));
  }

  #viewing(): HTMLElement {
    const { username } = this.#session;
    return addressRow(TEXT.view, `${location.origin}/member/${username}`);
  }

  #editing(access: AccessReply): HTMLElement {
    const { username } = this.#session;
    const { editors, manages } = access;
    if (!manages) return this.#editingAsGuest(editors);
    const choice = h('select');
    for (const [value, text] of Object.entries(TEXT.editors)) {
      choice.append(h('option', { text, attributes: { value, selected: value === editors } }));
    }
    choice.addEventListener('change', () => {
      const chosen = Object.entries(TEXT.editors).find(([value]) => value === choice.value);
      const known = chosen?.[0];
      if (known === 'everyone' || known === 'link' || known === 'invited') {
        void this.#send({ op: 'set-access', editors: known });
      }
    });
    const label = h('label', { class: 'field' }, h('span', { text: TEXT.whoEdits }), choice);
    const listed = this.#switch(TEXT.listed, access.listed, (is) => ({ listed: is }));
    const shown = this.#switch(TEXT.editLink, access.editLink, (is) => ({ editLink: is }));
    const open = editors === 'everyone';
    const edit = open
      ? addressRow(TEXT.edit, `${location.origin}/member/${username}?edit`)
      : undefined;
    return h('section', {}, label, edit, listed, shown);
  }

  #editingAsGuest(editors: Editors): HTMLElement {
    const { username } = this.#session;
    const said = h('p', { text: `${TEXT.whoEdits}: ${TEXT.editors[editors]}.` });
    if (editors !== 'everyone') return said;
    const address = `${location.origin}/member/${username}?edit`;
    return h('section', {}, addressRow(TEXT.edit, address), said);
  }

  #switch(
    label: string,
    checked: boolean,
    change: (checked: boolean) => Omit<Extract<AccessRequest, { op: 'set-access' }>, 'op'>,
  ): HTMLElement {
    const box = h('input', { attributes: { type: 'checkbox', checked } });
    box.addEventListener('change', () => {
      void this.#send({ op: 'set-access', ...change(box.checked) });
    });
    return h('label', { class: 'check' }, box, label);
  }

  #owner({ owner, manages }: AccessReply): HTMLElement | undefined {
    if (owner !== undefined) return h('p', { text: manages ? TEXT.yours : TEXT.owner(owner.name) });
    if (!this.#session.writable || !this.#session.exists) return undefined;
    const claim = button(TEXT.claim, () => void this.#claim(), { class: 'primary' });
    return h('section', {}, h('p', { text: TEXT.unclaimed }), claim);
  }

  async #claim(): Promise<void> {
    if ((await this.#session.author()) === '') {
      notice(TEXT.noIdentity, 'problem');
      return;
    }
    if (await this.#account.becomeMember()) await this.#send({ op: 'claim' });
  }

  #madeLink(): HTMLElement | undefined {
    if (this.#made === undefined) return undefined;
    const { label, address } = this.#made;
    return h('section', { class: 'made' }, addressRow(label, address), h('p', { text: TEXT.once }));
  }

  #invite({ editors }: AccessReply): HTMLElement | undefined {
    if (editors === 'everyone') return undefined;
    if (editors === 'link') {
      return button(TEXT.newLink, () => void this.#make(false, ''), { class: 'primary' });
    }
    const { row, input } = field(TEXT.guest, { maxlength: 64 });
    const go = button(TEXT.invite, () => void this.#make(true, input.value.trim()), {
      class: 'primary',
    });
    return h('div', { class: 'invite-row' }, row, go);
  }

  async #make(once: boolean, name: string): Promise<void> {
    const { username } = this.#session;
    try {
      const secret = await this.#session.invite(once, name);
      const address = linkAddress(username, { kind: once ? 'join' : 'edit', secret });
      this.#made = { label: once ? TEXT.invitationFor(name) : TEXT.edit, address };
    } catch (error) {
      notice(errorSentence(error), 'problem');
    }
    await this.#send({ op: 'access' });
  }

  #lists({ people, links }: AccessReply): HTMLElement {
    const persons = people.map(({ id, name }) =>
      row(name, [
        [TEXT.makeOwner, TEXT.makeOwnerOf(name), () => this.#handOver(id, name)],
        [TEXT.remove, TEXT.removeOf(name), () => this.#send({ op: 'dismiss', author: id })],
      ]),
    );
    const pending = links.map(({ id, once, name }, at) => {
      const text = once ? TEXT.invitationFor(name) : TEXT.linkNumber(at + 1);
      const revoke = () => this.#send({ op: 'revoke', link: id });
      return row(text, [[TEXT.revoke, TEXT.revokeOf(text), revoke]]);
    });
    const label = { 'aria-label': TEXT.access };
    return h('ul', { class: 'people-list', attributes: label }, ...persons, ...pending);
  }

  async #delete(): Promise<void> {
    const { username } = this.#session;
    const body = [h('p', { text: TEXT.deleteNote })];
    const sure = await ask({
      title: TEXT.deleteTitle(username),
      body,
      go: TEXT.deleteGo,
      danger: true,
    });
    if (!sure) return;
    try {
      await this.#account.confirmed(() => this.#session.request({ op: 'remove' }));
    } catch (error) {
      // Whoever deletes a site is disconnected from it, as everyone is.
      if (error instanceof Error && error.cause === CLOSE.removed) location.assign('/');
      else notice(errorSentence(error), 'problem');
    }
  }

  async #handOver(author: string, name: string): Promise<void> {
    const body = [h('p', { text: TEXT.handOverNote })];
    if (!(await ask({ title: TEXT.handOver(name), body, go: TEXT.makeOwner }))) return;
    await this.#send({ op: 'hand-over', author });
  }
}

type Action = readonly [label: string, name: string, run: () => Promise<void>];

function row(text: string, actions: readonly Action[]): HTMLElement {
  const buttons = actions.map(([label, name, run]) =>
    button(label, () => void run(), { attributes: { 'aria-label': name } }),
  );
  return h('li', {}, h('span', { text }), ...buttons);
}

/** Your account and Sign in: what a passkey does for a person. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import * as v from 'valibot';
import {
  MAX_MEMBER_NAME_CHARACTERS,
  type MemberReply,
  type MemberRequest,
  OwnSitesReply,
  PasskeyReply,
} from '../../shared/site/member-protocol.ts';
import { button, field, h } from '../dom.ts';
import { recallUser } from '../people.ts';
import type { Session } from '../session.ts';
import { ask, notice } from './dialog.ts';
import { errorSentence } from './error-sentence.ts';
import { memberAddress } from './member-mark.ts';
import { readableTime } from './readable-time.ts';
import { showRecoveryCodes } from './recovery-codes.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.account;

const Creation = v.object({
  challenge: v.string(),
  rp: v.object({ name: v.string(), id: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  excludeCredentials: v.array(v.object({ id: v.string(), type: v.literal('public-key') })),
});
const Request = v.object({ challenge: v.string(), rpId: v.string() });

type Signed = Extract<MemberRequest, { op: 'sign-in' }>['response'];
type Member = NonNullable<MemberReply['member']>;
type Created = Extract<MemberRequest, { op: 'register' }>['response'];

export class Account {
  readonly #session: Session;
  readonly #changeName: () => Promise<void>;

  /** @param changeName asks for another name */
  constructor(session: Session, changeName: () => Promise<void>) {
    this.#session = session;
    this.#changeName = changeName;
  }

  /** Gives a member another name; throws a sentence where it is refused. */
  async rename(name: string): Promise<void> {
    const { member } = await this.#send({ op: 'rename', name });
    this.#session.signedInAs(member?.name);
  }

  /** Opens the account of whoever is signed in, or says how to have one. */
  open(): Promise<void> {
    return attempt(async () => {
      const { member } = await this.#send({ op: 'member' });
      if (member === undefined) await this.#join();
      else await this.#show(member);
    });
  }

  /** Whether this person is a member, or became one now. */
  async becomeMember(): Promise<boolean> {
    let is = false;
    await attempt(async () => {
      const { member } = await this.#send({ op: 'member' });
      is = member !== undefined || (await this.#join());
    });
    return is;
  }

  /** Sends a request, and again after the passkey was used where the server asks for that. */
  async confirmed<Reply>(send: () => Promise<Reply>): Promise<Reply> {
    try {
      return await send();
    } catch (error) {
      const needsPasskey = error instanceof Error && error.cause === 'verify';
      if (!needsPasskey || !(await this.#confirm())) throw error;
      return await send();
    }
  }

  /** Asks for the passkey once more, before what cannot be taken back; gives whether it was used. */
  async #confirm(): Promise<boolean> {
    let is = false;
    await attempt(async () => {
      await this.#assert();
      is = true;
    });
    return is;
  }

  /** Asks for a passkey or a recovery code. */
  async signIn(): Promise<void> {
    const code = field(TEXT.code, { maxlength: 40 });
    const body = [h('p', { text: TEXT.signInNote }), code.row];
    if (!(await ask({ title: TEXT.signIn, body, go: TEXT.usePasskey }))) return;
    const given = code.input.value.trim();
    await attempt(async () => {
      this.#welcome(
        given === '' ? await this.#assert() : await this.#send({ op: 'use-code', code: given }),
      );
    });
  }

  async #assert(): Promise<MemberReply> {
    const { challenge, rpId } = v.parse(Request, await this.#options('sign-in'));
    const optionsJSON = { challenge, rpId, userVerification: 'required' } as const;
    const { id, rawId, response } = await startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature } = response;
    const signed: Signed = {
      id,
      rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    };
    return this.#send({ op: 'sign-in', response: signed });
  }

  #welcome({ member }: MemberReply): void {
    if (member === undefined) return;
    this.#session.signedInAs(member.name);
    notice(TEXT.signedIn(member.name));
  }

  /** Offers to keep a name; gives whether it was kept. */
  async #join(): Promise<boolean> {
    const { row, input } = field(TEXT.name, { maxlength: MAX_MEMBER_NAME_CHARACTERS });
    input.value = recallUser().name;
    const body = [h('p', { text: TEXT.keepNote }), row];
    if (!(await ask({ title: TEXT.keep, body, go: TEXT.create }))) return false;
    const reply = await this.#create(input.value.trim());
    this.#welcome(reply);
    await showNew(reply);
    return true;
  }

  async #create(name?: string): Promise<MemberReply> {
    const given = v.parse(Creation, await this.#options('register', name));
    const optionsJSON: PublicKeyCredentialCreationOptionsJSON = {
      ...given,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    };
    const { id, rawId, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject } = response;
    const created: Created = {
      id,
      rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    };
    return this.#send({ op: 'register', response: created });
  }

  async #options(purpose: 'register' | 'sign-in', name?: string): Promise<unknown> {
    if (!browserSupportsWebAuthn()) throw new Error(TEXT.noPasskeys);
    await this.#session.author();
    const asked = { op: 'passkey', purpose, ...(name !== undefined && { name }) } as const;
    return v.parse(PasskeyReply, (await this.#session.request(asked)).value).options;
  }

  async #show(member: Member): Promise<void> {
    const { name, sessions } = member;
    const rows = sessions.map(({ author, startedMs, here }) => {
      const where = here ? TEXT.here : TEXT.elsewhere(readableTime(startedMs));
      const row = h('li', {}, h('span', { text: where }));
      row.append(button(TEXT.end, () => void this.#end(author, row)));
      return row;
    });
    const list = h('ul', { class: 'people-list', attributes: { 'aria-label': TEXT.devices } });
    list.append(...rows);
    const proofs = h('div', { class: 'people-list' });
    this.#draw(proofs, member);
    const rename = button(TEXT.changeName, () => void this.#changeName());
    const sites = await this.#sites(name);
    await ask({ title: TEXT.account, body: [proofs, rename, ...sites, list] });
  }

  /** What a member can sign in with, and how to change that. */
  #draw(into: HTMLElement, { name, passkeys, codes }: Member): void {
    const change = (task: () => Promise<MemberReply | undefined>): Promise<void> =>
      attempt(async () => {
        const member = (await task())?.member;
        if (member !== undefined) this.#draw(into, member);
      });
    const list = h('ul', { class: 'people-list', attributes: { 'aria-label': TEXT.passkeys } });
    const isOnly = passkeys.filter(({ suspended }) => !suspended).length < 2;
    for (const { id, addedMs, suspended } of passkeys) {
      const text = TEXT.passkey(readableTime(addedMs), suspended);
      const row = h('li', {}, h('span', { text }));
      if (!isOnly) row.append(button(TEXT.remove, () => void change(() => this.#remove(id))));
      list.append(row);
    }
    into.replaceChildren(
      h('p', { text: TEXT.facts(name, passkeys.length, codes) }),
      list,
      button(TEXT.addPasskey, () => void change(() => this.#add())),
      button(TEXT.newCodes, () => void change(() => this.#renewCodes())),
    );
  }

  /** All sites of the member, and a link to what others are told. */
  async #sites(name: string): Promise<HTMLElement[]> {
    const { value } = await this.#session.request({ op: 'own-sites' });
    const { sites, more } = v.parse(OwnSitesReply, value);
    if (sites.length === 0) return [h('p', { text: TEXT.noSites })];
    const list = h('ul', { class: 'people-list', attributes: { 'aria-label': TEXT.sites } });
    for (const { username, displayName, owns, listed } of sites) {
      const link = newTab(`/member/${username}?edit`, displayName || username);
      list.append(h('li', {}, link, h('small', { text: TEXT.site(owns, listed) })));
    }
    if (more) list.append(h('li', { text: TEXT.moreSites }));
    const isListed = sites.some(({ listed }) => listed);
    const page = isListed ? [h('p', {}, newTab(memberAddress(name), TEXT.page))] : [];
    return [h('h3', { text: TEXT.sites }), list, ...page];
  }

  #end(author: string, row: HTMLElement): Promise<void> {
    return attempt(async () => {
      await this.#send({ op: 'end-session', author });
      row.remove();
      notice(TEXT.ended);
    });
  }

  async #add(): Promise<MemberReply> {
    const reply = await this.confirmed(() => this.#create());
    notice(TEXT.added);
    return reply;
  }

  /** @returns undefined if the person changed their mind */
  async #remove(passkey: string): Promise<MemberReply | undefined> {
    const body = [h('p', { text: TEXT.removeNote })];
    if (!(await ask({ title: TEXT.removeTitle, body, go: TEXT.removeGo, danger: true }))) return;
    const reply = await this.confirmed(() => this.#send({ op: 'remove-passkey', passkey }));
    notice(TEXT.removed);
    return reply;
  }

  /** @returns undefined if the person changed their mind */
  async #renewCodes(): Promise<MemberReply | undefined> {
    const body = [h('p', { text: TEXT.newCodesNote })];
    if (!(await ask({ title: TEXT.newCodesTitle, body, go: TEXT.newCodesGo }))) return;
    const reply = await this.confirmed(() => this.#send({ op: 'new-codes' }));
    await showNew(reply);
    return reply;
  }

  async #send(request: MemberRequest): Promise<MemberReply> {
    await this.#session.author();
    return this.#session.askMember(request);
  }
}

const showNew = ({ member, newCodes = [] }: MemberReply): Promise<void> =>
  showRecoveryCodes(member?.name ?? '', newCodes);

const newTab = (href: string, text: string): HTMLElement =>
  h('a', { text, attributes: { href, target: '_blank' } });

/** Runs a task of a person; says why where it fails. */
async function attempt(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    const isCancelled = error instanceof Error && error.name === 'NotAllowedError';
    const why = errorSentence(error);
    notice(isCancelled ? TEXT.cancelled : why, 'problem');
  }
}

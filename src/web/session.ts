/**
 * A visit to a site: the shared document, its awareness, the copy stored in this browser, the connection,
 * and the save status that follows from them.
 */
import * as v from 'valibot';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { AccessReply, type AccessRequest, InviteReply } from '../shared/site/access-protocol.ts';
import { readSite, type SiteContent } from '../shared/site/document.ts';
import { guardDocument } from '../shared/site/integration-guard.ts';
import { MemberReply, type MemberRequest } from '../shared/site/member-protocol.ts';
import { type Access, CLOSE, type Reason, type Welcome } from '../shared/site/protocol.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { reassignClientIds } from './client-id-reassignment.ts';
import { Comments } from './comments.ts';
import { Connection, dependsOnPerson, type Link, takesEdits, UNREADABLE } from './connection.ts';
import { forgetKey, recallKey, rememberKey } from './edit-key.ts';
import { forgetLink, recallLink } from './edit-link.ts';
import { Identification } from './identification.ts';
import { LocalCopy } from './local-copy.ts';
import { recallUser } from './people.ts';
import type { ReplyBody } from './requests.ts';
import { type SaveStatus, saveStatus } from './save-status.ts';
import { type Connect, serverDocument } from './server-document.ts';
import { HistoryReply, RestoreReply, readVersion, type VersionQuery } from './site-version.ts';
import { UnsavedMark } from './unsaved-sites.ts';

/** Connecting takes a moment; the visit counts as offline only after this time. */
const CONNECT_TIMEOUT_MS = 2500;
/** The page opens without a stored copy if the browser's storage does not respond within this time. */
const STORAGE_TIMEOUT_MS = 2000;

export interface SessionOptions {
  readonly username: string;
  /** Whether to store a copy in this browser. */
  readonly keep: boolean;
}

type Listener = () => void;

export class Session {
  readonly username: string;
  readonly doc = new Y.Doc();
  readonly awareness = new Awareness(this.doc);
  readonly comments = new Comments((request) => this.request(request));
  readonly #acknowledgements = new Acknowledgements(this.doc);
  readonly #connection: Connection;
  readonly #listeners = new Set<Listener>();
  #link: Link;
  #copy: LocalCopy | undefined;
  #unsaved: UnsavedMark | undefined;
  /** Whether the copy in this browser is complete. */
  #kept = false;
  #incarnation = '';
  /** The incarnation the server offers for a site that does not exist yet; valid once an edit is saved. */
  #offeredIncarnation = '';
  #offline = false;
  #offlineTimer = 0;
  #notifying = false;
  /** Whether this visit is there to edit, not only to watch. */
  #edits = false;
  readonly #identification = new Identification(
    (request) => this.request(request),
    (member) => this.signedInAs(member),
  );
  #memberName: string | undefined;
  /** Whether edits that could not be saved are getting a new client id. */
  #reassigning = false;

  private constructor(username: string) {
    this.username = username;
    guardDocument(this.doc);
    this.#connection = this.#connectionOf(
      this.doc,
      this.awareness,
      this.#acknowledgements,
      (link) => this.#linkChanged(link),
    );
    this.#link = this.#connection.link;
  }

  readonly #connectionOf: Connect = (doc, awareness, acknowledgements, changed) => {
    const address = new URL(`/member/${this.username}`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    return new Connection({
      address: address.href,
      doc,
      awareness,
      acknowledgements,
      key: recallLink(this.username)?.secret ?? recallKey(),
      name: () => recallUser().name,
      changed,
      beforeEdits: () => this.#identification.pending,
      commented: (json) => this.comments.receive(json),
      welcomed: (welcome) => this.#welcomed(welcome),
    });
  };

  /** Reads the stored copy, if any, and connects. */
  static async open({ username, keep }: SessionOptions): Promise<Session> {
    const session = new Session(username);
    session.#edits = keep;
    if (keep) {
      await session.#openCopy();
      session.#markUnsaved();
    }
    session.#connection.connect();
    return session;
  }

  async #openCopy(): Promise<void> {
    const failed = () => {
      this.#kept = false;
      this.#notify();
    };
    const name = `ensemble/${this.username}`;
    try {
      this.#copy = await LocalCopy.open(name, this.doc, failed, STORAGE_TIMEOUT_MS);
      this.#kept = true;
      this.#acknowledgements.restore(this.#copy.acknowledged);
    } catch (error) {
      console.warn('no copy of the site can be stored in this browser', error);
    }
  }

  /** The homepage names the site for as long as edits are only in this browser. */
  #markUnsaved(): void {
    const mark = new UnsavedMark(this.username, () => this.#kept && this.#acknowledgements.pending);
    this.#unsaved = mark;
    this.doc.on('afterTransaction', ({ local }: Y.Transaction) => {
      if (local) mark.edited();
    });
  }

  get saveStatus(): SaveStatus {
    const stored = this.#link.loaded || this.#copy?.site !== '' ? 'kept' : 'begun';
    const pending = this.#acknowledgements.pending || this.#unsaved?.isSet === true;
    return saveStatus(this.#link, this.#kept ? stored : 'unsaved', pending, this.#offline);
  }

  get access(): Access {
    return this.#link.permission?.access ?? 'read';
  }

  get reason(): Reason {
    return this.#link.permission?.reason ?? '';
  }

  /** Whether the server closed the last socket because of its key. */
  get keyRefused(): boolean {
    return this.#link.state === 'stopped' && this.#link.code === CLOSE.key;
  }

  /** Whether the document can be edited: saved by the server or, offline, in the stored copy. */
  get writable(): boolean {
    const { kind } = this.saveStatus;
    if (this.#reassigning) return false;
    if (kind === 'reading' || this.keyRefused || this.#link.code === UNREADABLE) return false;
    // Until the server's state has arrived, an empty document may stand for a site with content.
    if (!this.#link.loaded && this.doc.store.clients.size === 0)
      return kind === 'offline' || kind === 'busy';
    const { permission } = this.#link;
    return permission === undefined || takesEdits(permission);
  }

  /** Whether the server's state has arrived since the page was opened. */
  get loaded(): boolean {
    return this.#link.loaded;
  }

  get exists(): boolean {
    return this.#link.exists;
  }

  content(): SiteContent {
    return readSite(this.doc);
  }

  /** Calls `listener` after every change of save status or permission. */
  onChange(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** Connects again with the same key. */
  retry(): void {
    this.#connection.connect();
  }

  useKey(key: string, lasting: boolean): void {
    forgetLink(this.username);
    if (key === '') forgetKey();
    else rememberKey(key, lasting);
    this.#connection.connect(key);
  }

  request(request: Parameters<Connection['request']>[0]): Promise<ReplyBody> {
    return this.#connection.request(request);
  }

  /** Asks who may edit, or changes it. */
  async askAccess(request: AccessRequest): Promise<AccessReply> {
    return v.parse(AccessReply, (await this.request(request)).value);
  }

  /** Asks who is signed in, or changes it. */
  async askMember(request: MemberRequest): Promise<MemberReply> {
    return v.parse(MemberReply, (await this.request(request)).value);
  }

  /** The secret of a new link, for all who have it or, if `once`, for the first who opens it. */
  async invite(once: boolean, name: string): Promise<string> {
    return v.parse(InviteReply, (await this.request({ op: 'invite', once, name })).value).secret;
  }

  /** Names one life of the site; empty until it is known. */
  get incarnation(): string {
    return this.#incarnation;
  }

  /** Versions, latest first. */
  async history(query: VersionQuery = {}): Promise<HistoryReply> {
    const { value } = await this.request({ op: 'history', limit: 100, ...query });
    return v.parse(HistoryReply, value);
  }

  /** Makes the site, or a file of it, read as after an edit. */
  async restore(at: number, file?: string): Promise<RestoreReply> {
    const { value } = await this.request({ op: 'restore', at, ...(file && { file }) });
    return v.parse(RestoreReply, value);
  }

  /** The site as it was in a version. */
  async contentAt(at: number): Promise<SiteContent> {
    const { bytes } = await this.request({ op: 'version', at });
    return readVersion(bytes);
  }

  async close(): Promise<void> {
    this.#connection.destroy();
    this.#copy?.close();
    this.#listeners.clear();
  }

  #welcomed({ incarnation, exists }: Welcome): boolean {
    const known = this.#incarnation || this.#copy?.site;
    if (known !== undefined && known !== '' && known !== incarnation) {
      void this.#discardCopy();
      return false;
    }
    if (exists) this.#setIncarnation(incarnation);
    this.#offeredIncarnation = incarnation;
    return true;
  }

  #setIncarnation(incarnation: string): void {
    this.#incarnation = incarnation;
    this.#copy?.setSite(incarnation).catch(() => {
      this.#kept = false;
      this.#notify();
    });
  }

  /** Reloads without the stored copy: the site was purged and created again, so the copy is of the old one. */
  async #discardCopy(): Promise<void> {
    await this.#copy?.forget();
    this.#unsaved?.saved();
    location.reload();
  }

  /** Stores edits that the server refused under a new client id and reloads the page, which sends them again. */
  async #reassignClientIds(): Promise<void> {
    const copy = this.#copy;
    if (this.#reassigning || !this.#kept || copy === undefined) return;
    this.#reassigning = true;
    const theirs = await serverDocument(this.#connectionOf);
    if (theirs === undefined) return;
    const mine = reassignClientIds(this.doc, theirs, this.#acknowledgements.unacknowledged);
    await copy.replace([Y.encodeStateAsUpdate(theirs), mine]);
    location.reload();
  }

  #linkChanged(link: Link): void {
    if (link.saved !== this.#link.saved) {
      const { acknowledged } = this.#acknowledgements;
      this.#copy?.setAcknowledged(acknowledged).catch((error) => console.warn(error));
    }
    const { state, code } = link;
    if (link.state === 'open' && this.#link.state !== 'open') void this.#arrive();
    if (this.#linkRefused(link)) return;
    const conflicts = code === CLOSE.conflict || code === UNREADABLE;
    if (state === 'stopped' && conflicts) void this.#reassignClientIds();
    this.#link = this.#withKnownPermission(link);
    this.#followComments();
    if (link.saved && link.exists && this.#incarnation === '') {
      this.#setIncarnation(this.#offeredIncarnation);
    }
    if (link.state === 'open') {
      if (link.saved && this.#kept) this.#unsaved?.saved();
      this.#offline = false;
      clearTimeout(this.#offlineTimer);
      this.#offlineTimer = 0;
    } else if (this.#offlineTimer === 0) {
      this.#offlineTimer = window.setTimeout(() => {
        this.#offline = true;
        this.#notify();
      }, CONNECT_TIMEOUT_MS);
    }
    this.#notify();
  }

  /**
   * The server refuses edits until it knows who is here. Anyone who could edit on the last socket can keep typing until
   * then, as while offline.
   */
  #withKnownPermission(link: Link): Link {
    const { permission } = this.#link;
    const { answered } = this.#identification;
    const mayChange = link.state === 'open' && dependsOnPerson(link.permission);
    if (!mayChange || !takesEdits(permission) || answered === undefined) return link;
    void answered.then(() => this.#linkChanged(this.#connection.link));
    return { ...link, permission };
  }

  /** Comments are there while this visit may edit, and up to date while it is connected. */
  #followComments(): void {
    const { state, permission, exists } = this.#link;
    if (!this.#edits || permission === undefined) return;
    const reads = takesEdits(permission) || permission.access === 'operate';
    if (state !== 'open') this.comments.lost();
    else if (!reads) this.comments.forget();
    else if (exists) void this.comments.follow(() => this.#identification.start(false));
  }

  /** A new socket: says who is here. An invitation needs that, everyone else only once they edit. */
  async #arrive(): Promise<void> {
    this.#identification.restart();
    if (!this.#edits) return;
    const isInvited = recallLink(this.username)?.kind === 'join';
    await this.#identification.start(isInvited);
    if (!isInvited || this.#identification.author === '') return;
    forgetLink(this.username);
    this.#connection.useKey(recallKey());
  }

  /** A link that was revoked or has expired is forgotten, and the visit goes on without it. */
  #linkRefused({ state, code }: Link): boolean {
    if (state !== 'stopped' || code !== CLOSE.key) return false;
    if (recallLink(this.username) === undefined) return false;
    forgetLink(this.username);
    this.#connection.connect(recallKey());
    return true;
  }

  /** Name of the member who is signed in here. */
  get memberName(): string | undefined {
    return this.#memberName;
  }

  /** Somebody has signed in here, got another name, or is nobody any more. */
  signedInAs(name: string | undefined): void {
    this.#memberName = name;
    this.comments.lost();
    this.#followComments();
    this.#notify();
  }

  /** Whether this browser has said who it is, as it does if it has a key. */
  async isIdentified(): Promise<boolean> {
    await this.#identification.start(false);
    return this.#identification.author !== '';
  }

  /** Author id of this browser once it has said who it is; makes its key if it has none. */
  async author(): Promise<string> {
    await this.#identification.start(true);
    return this.#identification.author;
  }

  /** Notifies in a microtask, because a change may arrive while a code view is updating itself. */
  #notify(): void {
    if (this.#notifying) return;
    this.#notifying = true;
    queueMicrotask(() => {
      this.#notifying = false;
      for (const listener of this.#listeners) listener();
    });
  }
}

/**
 * A visit to a site: the shared document, who is here, the copy this browser keeps, the connection,
 * and one standing that says truly how safe the work is.
 */
import * as v from 'valibot';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { readSite, type SiteContent } from '../sites/document.ts';
import { type Access, CLOSE, type Reason, VERSION_KINDS, type Welcome } from '../sites/protocol.ts';
import { Connection, type Link, type Reply, takesEdits } from './connection.ts';
import { forgetKey, recallKey, rememberKey } from './edit-key.ts';
import { LocalCopy } from './local-copy.ts';
import { OwnEdits } from './own-edits.ts';
import { recallUser } from './people.ts';
import { renamed } from './rescue.ts';
import { type Standing, standingOf } from './standing.ts';

/** A connection takes a moment; only one that takes longer is worth calling offline. */
const PATIENCE_MS = 2500;
/** A browser whose storage does not answer keeps nobody waiting. */
const STORAGE_PATIENCE_MS = 2000;

const version = v.object({
  from: v.number(),
  to: v.number(),
  startedMs: v.number(),
  endedMs: v.number(),
  authors: v.array(v.string()),
  kind: v.picklist(VERSION_KINDS),
  label: v.optional(v.string()),
});
export type SiteVersion = v.InferOutput<typeof version>;
const historyReply = v.object({ versions: v.array(version), more: v.boolean() });

export interface SessionOptions {
  readonly username: string;
  /** Keeps a copy in the browser; without it a visit only follows. */
  readonly keep: boolean;
}

type Listener = () => void;

export class Session {
  readonly username: string;
  readonly doc = new Y.Doc();
  readonly awareness = new Awareness(this.doc);
  readonly #own = new OwnEdits(this.doc);
  readonly #connection: Connection;
  readonly #listeners = new Set<Listener>();
  #link: Link;
  #copy: LocalCopy | undefined;
  #kept = false;
  #incarnation = '';
  /** What the server drew for a site that is not there yet; it counts once an edit is saved. */
  #drawn = '';
  #lasting = false;
  #telling = false;
  /** Some of the edits here cannot be saved under their name; they are being named anew. */
  #renaming = false;
  #patience = 0;

  private constructor(username: string) {
    this.username = username;
    this.#connection = this.#connectionOf(this.doc, this.awareness, this.#own, (link) =>
      this.#changed(link),
    );
    this.#link = this.#connection.link;
  }

  #connectionOf(
    doc: Y.Doc,
    awareness: Awareness,
    own: OwnEdits,
    changed: (link: Link) => void,
  ): Connection {
    const address = new URL(`/member/${this.username}`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    return new Connection({
      address: address.href,
      doc,
      awareness,
      own,
      key: recallKey(),
      name: () => recallUser().name,
      changed,
      welcomed: (welcome) => this.#welcomed(welcome),
    });
  }

  /** Reads the kept copy, if any, and connects. */
  static async open({ username, keep }: SessionOptions): Promise<Session> {
    const session = new Session(username);
    if (keep) await session.#openCopy();
    session.#connection.connect();
    return session;
  }

  async #openCopy(): Promise<void> {
    const opening = LocalCopy.open(`ensemble/${this.username}`, this.doc, () => {
      this.#kept = false;
      this.#tell();
    });
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, STORAGE_PATIENCE_MS));
    try {
      this.#copy = await Promise.race([opening, late]);
      this.#kept = this.#copy !== undefined;
      this.#own.recall(this.#copy?.own ?? []);
    } catch (problem) {
      console.warn('this browser keeps no copy', problem);
    }
  }

  get standing(): Standing {
    return standingOf(this.#link, this.#kept, this.#lasting);
  }

  get access(): Access {
    return this.#link.permission?.access ?? 'read';
  }

  get reason(): Reason {
    return this.#link.permission?.reason ?? '';
  }

  /** Whether the last socket was refused for its key. */
  get keyRefused(): boolean {
    return this.#link.state === 'stopped' && this.#link.code === CLOSE.key;
  }

  /** Whether edits are taken: by the server now or, without a connection, by the kept copy. */
  get writable(): boolean {
    const { kind } = this.standing;
    if (this.#renaming) return false;
    if (kind === 'reading' || this.keyRefused) return false;
    // What an empty page looks like says nothing before the server has told what there is.
    if (!this.#link.loaded && this.doc.store.clients.size === 0) return kind === 'offline';
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

  /** Hears of every change of standing or permission. */
  onChange(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** Tries again after a refusal, with the same key or another. */
  retry(): void {
    this.#connection.connect();
  }

  useKey(key: string, lasting: boolean): void {
    if (key === '') forgetKey();
    else rememberKey(key, lasting);
    this.#connection.connect(key);
  }

  request(request: Parameters<Connection['request']>[0]): Promise<Reply> {
    return this.#connection.request(request);
  }

  /** Versions before an edit number (all, where none is given), latest first. */
  async history(before?: number): Promise<v.InferOutput<typeof historyReply>> {
    const asked = before === undefined ? {} : { before };
    const { value } = await this.request({ op: 'history', limit: 100, ...asked });
    return v.parse(historyReply, value);
  }

  /** The site as it was in a version. */
  async contentAt(at: number): Promise<SiteContent> {
    const { bytes } = await this.request({ op: 'version', at });
    const doc = new Y.Doc();
    Y.applyUpdate(doc, bytes);
    const content = readSite(doc);
    doc.destroy();
    return content;
  }

  async close(): Promise<void> {
    this.#connection.destroy();
    this.#copy?.close();
    this.#listeners.clear();
  }

  #welcomed({ incarnation, exists }: Welcome): boolean {
    const known = this.#incarnation || this.#copy?.site;
    if (known !== undefined && known !== '' && known !== incarnation) {
      void this.#startAnew();
      return false;
    }
    if (exists) this.#belongs(incarnation);
    this.#incarnation = exists ? incarnation : this.#incarnation;
    this.#drawn = incarnation;
    return true;
  }

  #belongs(incarnation: string): void {
    this.#incarnation = incarnation;
    this.#copy?.setSite(incarnation).catch(() => {
      this.#kept = false;
      this.#tell();
    });
  }

  /** The site was erased and begun again: what is here is of the old one. */
  async #startAnew(): Promise<void> {
    await this.#copy?.forget();
    location.reload();
  }

  /** What the server would not take under its name is put into the kept copy under another, and the page begins with that. */
  async #nameAnew(): Promise<void> {
    const copy = this.#copy;
    if (this.#renaming || !this.#kept || copy === undefined) return;
    this.#renaming = true;
    const theirs = await this.#serverDocument();
    const mine = renamed(this.doc, theirs, this.#own.unsure);
    await copy.replace([Y.encodeStateAsUpdate(theirs), mine]);
    location.reload();
  }

  /** The document as the server has it, without what is here. */
  #serverDocument(): Promise<Y.Doc> {
    const doc = new Y.Doc();
    const awareness = new Awareness(doc);
    awareness.setLocalState(null);
    return new Promise((resolve) => {
      const connection = this.#connectionOf(doc, awareness, new OwnEdits(doc), ({ loaded }) => {
        if (!loaded) return;
        connection.destroy();
        awareness.destroy();
        resolve(doc);
      });
      connection.connect();
    });
  }

  #changed(link: Link): void {
    if (link.saved !== this.#link.saved) {
      this.#copy?.setOwn(this.#own.sure).catch((problem) => console.warn(problem));
    }
    if (link.state === 'stopped' && link.code === CLOSE.conflict) void this.#nameAnew();
    this.#link = link;
    if (link.saved && link.exists && this.#incarnation === '') this.#belongs(this.#drawn);
    if (link.state === 'open') {
      this.#lasting = false;
      clearTimeout(this.#patience);
      this.#patience = 0;
    } else if (this.#patience === 0) {
      this.#patience = window.setTimeout(() => {
        this.#lasting = true;
        this.#tell();
      }, PATIENCE_MS);
    }
    this.#tell();
  }

  /** Later in this turn: news may come while a code view is in the middle of its own update. */
  #tell(): void {
    if (this.#telling) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      for (const listener of this.#listeners) listener();
    });
  }
}

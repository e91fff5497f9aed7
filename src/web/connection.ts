/**
 * One browser's end of the editing socket (PROTOCOL.md): keeps a Yjs document and the awareness of
 * who is here in step with the server, comes back by itself, and knows what is on the server's disk.
 */
import {
  type Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness';
import * as Y from 'yjs';
import {
  decodeServerMessage,
  encodeAwareness,
  encodeHello,
  encodeRequest,
  encodeStep1,
  encodeStep2,
  encodeUpdate,
  isPermanentClose,
  type Permission,
  type ServerMessage,
  type SiteRequest,
  type Welcome,
} from '../sites/protocol.ts';
import type { OwnEdits } from './own-edits.ts';

/** Keystrokes of this time travel as one message. */
const GATHER_MS = 10;
const AWARENESS_MS = 60;
const [FIRST_PAUSE_MS, PAUSE_GROWTH, LONGEST_PAUSE_MS] = [300, 1.7, 15_000];
/** A socket silent for two of these, though asked, is dead: half-open ones give no sign. */
const PROBE_MS = 15_000;
const REPLY_TIMEOUT_MS = 20_000;
/** y-protocols' query-awareness, which any server answers: our sign of life. */
const QUERY_AWARENESS = Uint8Array.of(3);

export type LinkState = 'connecting' | 'open' | 'waiting' | 'stopped';

export interface Link {
  readonly state: LinkState;
  /** What we may do; undefined until the server said so. */
  readonly permission: Permission | undefined;
  /** False until the server's welcome: then whether the site has ever been edited. */
  readonly exists: boolean;
  /** The server's state has arrived and ours is on its disk, to the last keystroke. */
  readonly saved: boolean;
  /** The server's state has arrived at least once. */
  readonly loaded: boolean;
  /** Close code of the last socket, 0 before any. */
  readonly code: number;
}

/** Whether the server takes edits from a socket with this permission. */
export function takesEdits(permission: Permission | undefined): boolean {
  return permission !== undefined && permission.access !== 'read' && permission.reason === '';
}

export interface ConnectionOptions {
  readonly address: string;
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  readonly own: OwnEdits;
  key: string;
  readonly name: () => string;
  changed(link: Link): void;
  /** Hears the server's welcome; false where this visit must not go on with it. */
  welcomed(welcome: Welcome): boolean;
}

/** A refusal of the server, as a code and a sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Reply {
  readonly value: unknown;
  readonly bytes: Uint8Array;
}

interface Pending {
  resolve(reply: Reply): void;
  reject(problem: Error): void;
  readonly timer: number;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #pending = new Map<number, Pending>();
  #socket: WebSocket | undefined;
  #state: LinkState = 'waiting';
  #permission: Permission | undefined;
  #exists = false;
  #code = 0;
  #sent = 0;
  #saved = 0;
  #theirs = false;
  #loaded = false;
  #ours = false;
  #queue: Uint8Array[] = [];
  #queueTimer = 0;
  #awarenessTimer = 0;
  #retryTimer = 0;
  #probeTimer = 0;
  #pause = FIRST_PAUSE_MS;
  #heard = true;
  #requests = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    options.doc.on('update', this.#onUpdate);
    options.awareness.on('update', this.#onAwareness);
    addEventListener('online', this.#online);
    addEventListener('offline', this.#offline);
    addEventListener('pagehide', this.#leave);
  }

  get link(): Link {
    const open = this.#state === 'open';
    const even = this.#sent === this.#saved && this.#queue.length === 0;
    return {
      state: this.#state,
      permission: this.#permission,
      exists: this.#exists,
      saved: open && this.#theirs && this.#ours && even,
      loaded: this.#loaded,
      code: this.#code,
    };
  }

  /** Opens the socket, also after a permanent refusal; an open one is closed first. */
  connect(key = this.#options.key): void {
    this.#options.key = key;
    this.#pause = FIRST_PAUSE_MS;
    this.#drop();
    this.#open();
  }

  /** Ends for good. */
  destroy(): void {
    this.#leave();
    this.#drop();
    this.#options.doc.off('update', this.#onUpdate);
    this.#options.awareness.off('update', this.#onAwareness);
    removeEventListener('online', this.#online);
    removeEventListener('offline', this.#offline);
    removeEventListener('pagehide', this.#leave);
  }

  /** Asks the server; rejects with a `Refusal` or, without a connection, an `Error`, each a sentence. */
  request(request: SiteRequest): Promise<Reply> {
    if (this.#state !== 'open') {
      return Promise.reject(
        new Error('There is no connection to the server now; try again later.'),
      );
    }
    this.#flush();
    this.#requests += 1;
    const id = this.#requests;
    return new Promise((resolve, reject) => {
      const timer = window.setTimeout(() => {
        this.#pending.delete(id);
        reject(new Error('The server did not answer in time; try again.'));
      }, REPLY_TIMEOUT_MS);
      this.#pending.set(id, { resolve, reject, timer });
      this.#send(encodeRequest(id, request));
    });
  }

  #open(): void {
    const socket = new WebSocket(this.#options.address);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    this.#become('connecting');
    socket.addEventListener('open', () => this.#greet());
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket === socket && data instanceof ArrayBuffer) this.#receive(data);
    });
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket === socket) this.#lost(code);
    });
  }

  #greet(): void {
    const { doc, own, key, name } = this.#options;
    own.startAnew();
    this.#send(encodeHello(key, name().slice(0, 64)));
    this.#send(encodeStep1(Y.encodeStateVector(doc)));
    this.#tellAwareness();
    this.#heard = true;
    this.#probeTimer = window.setInterval(() => this.#probe(), PROBE_MS);
  }

  #probe(): void {
    if (this.#heard) this.#send(QUERY_AWARENESS);
    else this.#cut();
    this.#heard = false;
  }

  #receive(data: ArrayBuffer): void {
    this.#heard = true;
    try {
      this.#apply(decodeServerMessage(new Uint8Array(data)));
    } catch (problem) {
      console.error('the server sent what cannot be read', problem);
      this.#cut();
    }
  }

  #apply(message: ServerMessage): void {
    const { doc, awareness, own } = this.#options;
    switch (message.kind) {
      case 'welcome':
        if (!this.#options.welcomed(message)) {
          this.#drop();
          break;
        }
        this.#exists = message.exists;
        this.#permission = message;
        this.#pause = FIRST_PAUSE_MS;
        this.#become('open');
        break;
      case 'access':
        this.#allowed(message);
        break;
      case 'step1':
        this.#count(encodeStep2(own.answer(message.stateVector)));
        this.#ours = true;
        this.#tell();
        break;
      case 'step2':
        this.#theirs = true;
        this.#loaded = true;
        Y.applyUpdate(doc, message.update, this);
        this.#tell();
        break;
      case 'update':
        Y.applyUpdate(doc, message.update, this);
        break;
      case 'awareness':
        applyAwarenessUpdate(awareness, message.update, this);
        break;
      case 'saved':
        this.#saved = message.count;
        this.#exists ||= this.#options.doc.store.clients.size > 0;
        this.#tell();
        break;
      case 'reply':
        this.#answered(message);
        break;
      case 'denied':
        break;
    }
  }

  /** Edits the server dropped are not counted, so counting starts again with a new socket. */
  #allowed(permission: Permission): void {
    const again = !takesEdits(this.#permission) && takesEdits(permission);
    this.#permission = permission;
    if (again) this.connect();
    else this.#tell();
  }

  #answered({ id, ok, json, bytes }: Extract<ServerMessage, { kind: 'reply' }>): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    const value: unknown = JSON.parse(json);
    if (ok) {
      pending.resolve({ value, bytes });
      return;
    }
    const said = (key: string): string => {
      const text: unknown = typeof value === 'object' && value !== null && Reflect.get(value, key);
      return typeof text === 'string' ? text : '';
    };
    pending.reject(new Refusal(said('code'), said('message') || 'The server refused.'));
  }

  readonly #onUpdate = (update: Uint8Array, origin: unknown): void => {
    if (origin === this || this.#state !== 'open' || !takesEdits(this.#permission)) return;
    this.#queue.push(update);
    if (this.#queue.length > 1) return;
    this.#queueTimer = window.setTimeout(() => this.#flush(), GATHER_MS);
    this.#tell();
  };

  #flush(): void {
    clearTimeout(this.#queueTimer);
    const [first, ...more] = this.#queue;
    this.#queue = [];
    if (first === undefined || this.#state !== 'open') return;
    this.#count(encodeUpdate(more.length === 0 ? first : Y.mergeUpdates([first, ...more])));
  }

  #count(frame: Uint8Array): void {
    this.#sent += 1;
    this.#send(frame);
  }

  #send(frame: Uint8Array): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(new Uint8Array(frame));
  }

  readonly #onAwareness = (
    { added, updated, removed }: { added: number[]; updated: number[]; removed: number[] },
    origin: unknown,
  ): void => {
    if (origin === this || this.#awarenessTimer !== 0) return;
    const own = this.#options.awareness.clientID;
    if (![...added, ...updated, ...removed].includes(own)) return;
    this.#awarenessTimer = window.setTimeout(() => this.#tellAwareness(), AWARENESS_MS);
  };

  #tellAwareness(): void {
    clearTimeout(this.#awarenessTimer);
    this.#awarenessTimer = 0;
    const { awareness } = this.#options;
    this.#send(encodeAwareness(encodeAwarenessUpdate(awareness, [awareness.clientID])));
  }

  readonly #leave = (): void => {
    const { awareness } = this.#options;
    this.#flush();
    removeAwarenessStates(awareness, [awareness.clientID], 'leaving');
    this.#tellAwareness();
  };

  readonly #online = (): void => {
    if (this.#state === 'waiting') this.connect();
  };

  readonly #offline = (): void => {
    if (this.#state === 'open' || this.#state === 'connecting') this.#cut();
  };

  #cut(): void {
    this.#drop();
    this.#lost(0);
  }

  /** Lets go of the socket; what it still says is not heard. */
  #drop(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#queueTimer);
    clearInterval(this.#probeTimer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.#sent = 0;
    this.#saved = 0;
    this.#queue = [];
    this.#theirs = false;
    this.#ours = false;
    this.#options.own.startAnew();
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(new Error('The connection broke before the server answered.'));
    }
    this.#pending.clear();
  }

  #lost(code: number): void {
    this.#drop();
    const { awareness } = this.#options;
    const others = [...awareness.getStates().keys()].filter((id) => id !== awareness.clientID);
    removeAwarenessStates(awareness, others, this);
    this.#code = code;
    if (isPermanentClose(code)) this.#become('stopped');
    else this.#retry();
  }

  #retry(): void {
    this.#become('waiting');
    // Jitter keeps a thousand editors from knocking at once when a server returns.
    const pause = this.#pause * (0.5 + Math.random());
    this.#pause = Math.min(this.#pause * PAUSE_GROWTH, LONGEST_PAUSE_MS);
    this.#retryTimer = window.setTimeout(() => this.#open(), pause);
  }

  #become(state: LinkState): void {
    this.#state = state;
    this.#tell();
  }

  #tell(): void {
    const { link } = this;
    if (link.saved) this.#options.own.saved();
    this.#options.changed(link);
  }
}

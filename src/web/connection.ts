/**
 * The client side of the editing socket (PROTOCOL.md): syncs a Yjs document and its awareness with the
 * server, reconnects by itself, and knows which edits are on the server's disk.
 */
import {
  type Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness';
import * as Y from 'yjs';
import { Heartbeat, LOOK_MS, PING } from '../shared/site/heartbeat.ts';
import { applyGuarded } from '../shared/site/integration-guard.ts';
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
} from '../shared/site/protocol.ts';
import { Retry } from '../shared/site/retry.ts';
import { UpdateError } from '../shared/site/update-check.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import { type ReplyBody, Requests } from './requests.ts';
import { WEB_TEXT } from './text.ts';

/** Edits made within this time are sent as one message. */
const BATCH_MS = 10;
const AWARENESS_MS = 60;
/** A socket that is not open by then goes to a server that is frozen; the browser would wait for minutes. */
const CONNECT_TIMEOUT_MS = 10_000;
/** A site that loads may be as large as this on a slow connection. */
const LOADING_BYTES = 1_000_000;

/** In place of a close code: what the server sent cannot be merged with what is here. */
export const UNREADABLE = -1;

export type LinkState = 'connecting' | 'open' | 'waiting' | 'stopped';

export interface Link {
  readonly state: LinkState;
  /** What this visit may do; undefined until the server's welcome. */
  readonly permission: Permission | undefined;
  /** Whether the site has ever been edited; false until the server's welcome. */
  readonly exists: boolean;
  /** Whether the server's state has arrived and every edit made here is on its disk. */
  readonly saved: boolean;
  /** Whether the server's state has arrived at least once. */
  readonly loaded: boolean;
  /** Close code of the last socket; 0 if none has closed. */
  readonly code: number;
}

/** Whether the server takes edits from a socket with this permission. */
export function takesEdits(permission: Permission | undefined): boolean {
  return permission !== undefined && permission.access !== 'read' && permission.reason === '';
}

/** Whether it can change once the server knows who is here. */
export function dependsOnPerson(permission: Permission | undefined): boolean {
  return permission?.reason === 'invited' || permission?.reason === 'member';
}

export interface ConnectionOptions {
  readonly address: string;
  /** Guarded: see integration-guard.ts. */
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  readonly acknowledgements: Acknowledgements;
  key: string;
  readonly name: () => string;
  changed(link: Link): void;
  /** What edits have to wait for before they are sent; undefined if nothing. */
  beforeEdits(): Promise<void> | undefined;
  /** Called with what somebody commented, as JSON, once comments were asked for. */
  commented(json: string): void;
  /** Called with the server's welcome; returns false to close the connection. */
  welcomed(welcome: Welcome): boolean;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #requests = new Requests();
  #socket: WebSocket | undefined;
  #state: LinkState = 'waiting';
  #permission: Permission | undefined;
  #exists = false;
  #code = 0;
  /** Messages with edits on this socket, and their bytes since all were acknowledged. */
  #sentCount = 0;
  #unsavedBytes = 0;
  /** Both halves of the initial sync: the server's state has arrived, and this browser's has been sent. */
  #received = false;
  #answered = false;
  /** The server's state vector until it is answered. */
  #asked: Uint8Array | undefined;
  #loaded = false;
  #queue: Uint8Array[] = [];
  #queueTimer = 0;
  #awarenessTimer = 0;
  #retryTimer = 0;
  #connectTimer = 0;
  #heartbeat: Heartbeat | undefined;
  #lookTimer = 0;
  readonly #retries = new Retry();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    options.doc.on('update', this.#onUpdate);
    options.awareness.on('update', this.#onAwareness);
    addEventListener('online', this.#online);
    addEventListener('offline', this.#offline);
    addEventListener('pagehide', this.#leave);
  }

  /** 0 if nothing waits to be sent or acknowledged, else more. */
  get #unsaved(): number {
    return this.#unsavedBytes + this.#queue.length;
  }

  get link(): Link {
    const open = this.#state === 'open';
    return {
      state: this.#state,
      permission: this.#permission,
      exists: this.#exists,
      saved: open && this.#received && this.#answered && this.#unsaved === 0,
      loaded: this.#loaded,
      code: this.#code,
    };
  }

  /** Opens a new socket, even after the server closed the last one for good. Closes an open one first. */
  connect(key = this.#options.key): void {
    this.#options.key = key;
    this.#retries.reset();
    this.#close();
    this.#open();
  }

  /** Uses another key from the next socket on. */
  useKey(key: string): void {
    this.#options.key = key;
  }

  /** Closes the connection for good. */
  destroy(): void {
    this.#leave();
    this.#close();
    this.#options.doc.off('update', this.#onUpdate);
    this.#options.awareness.off('update', this.#onAwareness);
    removeEventListener('online', this.#online);
    removeEventListener('offline', this.#offline);
    removeEventListener('pagehide', this.#leave);
  }

  /** Sends a request; rejects as `Requests.add` says. */
  request(request: SiteRequest): Promise<ReplyBody> {
    if (this.#state !== 'open') return Promise.reject(new Error(WEB_TEXT.request.offline));
    if (request.op !== 'challenge' && request.op !== 'identify') this.#flush();
    return this.#requests.add((id) => this.#send(encodeRequest(id, request)));
  }

  #open(): void {
    const socket = new WebSocket(this.#options.address);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    this.#setState('connecting');
    this.#connectTimer = window.setTimeout(() => this.#lost(0), CONNECT_TIMEOUT_MS);
    socket.addEventListener('open', () => this.#sayHello());
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket === socket && data instanceof ArrayBuffer) this.#receive(data);
    });
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket === socket) this.#lost(code);
    });
  }

  #sayHello(): void {
    const { doc, acknowledgements, key, name } = this.#options;
    acknowledgements.changeClientId();
    this.#send(encodeHello(key, name().slice(0, 64)));
    this.#send(encodeStep1(Y.encodeStateVector(doc)));
    this.#sendAwareness();
    const ask = () => this.#send(PING);
    const lost = () => this.#lost(0);
    const bytesUnderWay = () => (this.#received ? this.#unsaved : LOADING_BYTES);
    const heartbeat = new Heartbeat({ bytesUnderWay, ask, lost }, performance.now());
    this.#lookTimer = window.setInterval(() => heartbeat.look(performance.now()), LOOK_MS);
    this.#heartbeat = heartbeat;
  }

  #receive(data: ArrayBuffer): void {
    this.#heartbeat?.heard(performance.now());
    try {
      this.#apply(decodeServerMessage(new Uint8Array(data)));
    } catch (error) {
      console.error('unreadable message from the server', error);
      this.#lost(error instanceof UpdateError ? UNREADABLE : 0);
    }
  }

  #apply(message: ServerMessage): void {
    const { doc, awareness } = this.#options;
    switch (message.kind) {
      case 'welcome':
        if (!this.#options.welcomed(message)) {
          this.#close();
          break;
        }
        this.#exists = message.exists;
        this.#permission = message;
        this.#retries.opened(performance.now());
        clearTimeout(this.#connectTimer);
        this.#setState('open');
        break;
      case 'access':
        this.#setPermission(message);
        break;
      case 'step1':
        this.#asked = message.stateVector;
        this.#answer();
        break;
      case 'step2':
        this.#received = true;
        this.#loaded = true;
        applyGuarded(doc, message.update, { origin: this });
        this.#notify();
        break;
      case 'update':
        applyGuarded(doc, message.update, { origin: this });
        if (this.#exists) break;
        this.#exists = true;
        this.#notify();
        break;
      case 'awareness':
        applyAwarenessUpdate(awareness, message.update, this);
        break;
      case 'saved':
        if (message.count === this.#sentCount) this.#unsavedBytes = 0;
        this.#exists ||= this.#options.doc.store.clients.size > 0;
        this.#notify();
        break;
      case 'reply':
        this.#requests.settle(message);
        break;
      case 'comment':
        this.#options.commented(message.json);
        break;
      case 'denied':
        break;
    }
  }

  /** Where the server dropped edits, which it does not count, counting restarts with a new socket. */
  #setPermission(permission: Permission): void {
    const reconnect =
      this.#unsavedBytes > 0 && !takesEdits(this.#permission) && takesEdits(permission);
    this.#permission = permission;
    if (reconnect) this.connect();
    else this.#notify();
  }

  /**
   * Sends what the server lacks, unless it takes no edits from this socket: once it does, such as when it knows who this
   * is, it asks again. Edits made without a connection wait for their author's name like any other.
   */
  #answer(): void {
    if (this.#asked === undefined || !takesEdits(this.#permission)) return;
    const { acknowledgements } = this.#options;
    const waiting = acknowledgements.pending ? this.#options.beforeEdits() : undefined;
    if (waiting !== undefined) {
      const socket = this.#socket;
      void waiting.then(() => socket === this.#socket && this.#answer());
      return;
    }
    this.#sendEdits(encodeStep2(acknowledgements.answer(this.#asked)));
    this.#asked = undefined;
    this.#answered = true;
    this.#notify();
  }

  readonly #onUpdate = (update: Uint8Array, origin: unknown): void => {
    if (origin === this || this.#state !== 'open' || !takesEdits(this.#permission)) return;
    this.#queue.push(update);
    if (this.#queue.length > 1) return;
    const socket = this.#socket;
    const waiting = this.#options.beforeEdits();
    const flush = () => socket === this.#socket && this.#flush();
    if (waiting === undefined) this.#queueTimer = window.setTimeout(flush, BATCH_MS);
    else void waiting.then(flush);
    this.#notify();
  };

  #flush(): void {
    clearTimeout(this.#queueTimer);
    const [first, ...more] = this.#queue;
    this.#queue = [];
    if (first === undefined || this.#state !== 'open') return;
    this.#sendEdits(encodeUpdate(more.length === 0 ? first : Y.mergeUpdates([first, ...more])));
  }

  /** Sends a message that the server acknowledges. */
  #sendEdits(frame: Uint8Array): void {
    this.#sentCount += 1;
    this.#unsavedBytes += frame.length;
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
    this.#awarenessTimer = window.setTimeout(() => this.#sendAwareness(), AWARENESS_MS);
  };

  #sendAwareness(): void {
    clearTimeout(this.#awarenessTimer);
    this.#awarenessTimer = 0;
    const { awareness } = this.#options;
    this.#send(encodeAwareness(encodeAwarenessUpdate(awareness, [awareness.clientID])));
  }

  readonly #leave = (): void => {
    const { awareness } = this.#options;
    this.#flush();
    removeAwarenessStates(awareness, [awareness.clientID], 'leaving');
    this.#sendAwareness();
  };

  readonly #online = (): void => {
    if (this.#state === 'waiting') this.connect();
  };

  readonly #offline = (): void => {
    if (this.#state === 'open' || this.#state === 'connecting') this.#lost(0);
  };

  /** Closes the socket and ignores what it still delivers. */
  #close(code = 0): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#queueTimer);
    clearTimeout(this.#connectTimer);
    clearInterval(this.#lookTimer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.#sentCount = 0;
    this.#unsavedBytes = 0;
    this.#queue = [];
    this.#received = false;
    this.#answered = false;
    this.#asked = undefined;
    this.#options.acknowledgements.changeClientId();
    this.#requests.interrupt(code);
  }

  /** Handles a socket that closed or went silent: retries, unless the close code is permanent. */
  #lost(code: number): void {
    this.#close(code);
    const { awareness } = this.#options;
    const others = [...awareness.getStates().keys()].filter((id) => id !== awareness.clientID);
    removeAwarenessStates(awareness, others, this);
    this.#code = code;
    if (isPermanentClose(code) || code === UNREADABLE) this.#setState('stopped');
    else this.#retry();
  }

  #retry(): void {
    this.#setState('waiting');
    const delay = this.#retries.next(performance.now(), Math.random());
    this.#retryTimer = window.setTimeout(() => this.#open(), delay);
  }

  #setState(state: LinkState): void {
    this.#state = state;
    this.#notify();
  }

  #notify(): void {
    const { link } = this;
    if (link.saved) this.#options.acknowledgements.acknowledgeAll();
    this.#options.changed(link);
  }
}

/** Sites on a server of their own and people who edit them, with real sockets, a real store and a protocol client. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import type { SiteProblemName } from '../../src/http/problem.ts';
import { type LimitChanges, limitsWith } from '../../src/limits.ts';
import { noticePage } from '../../src/routes/notice-page.ts';
import type { FileName } from '../../src/shared/site/document.ts';
import * as p from '../../src/shared/site/protocol.ts';
import type { Keys } from '../../src/sites/access.ts';
import { LiveSites } from '../../src/sites/live-sites.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { openSites } from '../../src/sites/open-sites.ts';
import { startService } from './service.ts';
import { until } from './until.ts';

export interface SitesOptions {
  readonly limits?: LimitChanges;
  readonly keys?: Partial<Keys>;
  /** An existing folder, which is not removed afterwards. */
  readonly directory?: string;
  readonly retryMs?: number;
  /** As `LiveSites`. */
  readonly pageMs?: number;
  /** Opens the store with lock and check, as the server does; without, which is faster, by default. */
  readonly checked?: boolean;
  /** When it is checked if it was opened without; as `openSites`. */
  readonly checkDelayMs?: number;
  /** Opens the store read-only, as on a disk that cannot be written. */
  readonly readOnly?: boolean;
  /** The public address, as BASE_URL; default none. */
  readonly base?: string;
}

export interface RunningSites {
  readonly port: number;
  readonly directory: string;
  readonly sites: LiveSites;
  readonly logged: readonly { readonly level: string; readonly message: string }[];
  close(): Promise<void>;
}

export async function startSites(options: SitesOptions = {}): Promise<RunningSites> {
  const directory = options.directory ?? mkdtempSync(path.join(tmpdir(), 'ensemble-sites-'));
  const logged: { level: string; message: string }[] = [];
  const tell = (level: string) => (_facts: object, message: string) => {
    logged.push({ level, message });
  };
  const shared = {
    limits: limitsWith(options.limits),
    keys: { edit: '', operator: '', ...options.keys },
    log: { info: tell('info'), warn: tell('warn'), error: tell('error') },
    notice: (notice: SiteProblemName, name: string) => noticePage(notice, name, ['']),
    ...(options.retryMs !== undefined && { retryMs: options.retryMs }),
    ...(options.pageMs !== undefined && { pageMs: options.pageMs }),
  };
  const { readOnly = false, checkDelayMs } = options;
  const sites = options.checked
    ? openSites({ ...shared, directory, ...(checkDelayMs !== undefined && { checkDelayMs }) })
    : new LiveSites({ ...shared, store: new LmdbStore({ directory, readOnly }) });
  const { port, service } = await startService({
    sites,
    ...(options.limits && { limits: options.limits }),
    ...(options.base !== undefined && { origin: { base: options.base, loopbackOnly: false } }),
  });
  const close = async () => {
    await service.close();
    if (options.directory === undefined) rmSync(directory, { recursive: true, force: true });
  };
  return { port, directory, sites, logged, close };
}

/** Runs `body` with running sites and closes them whatever happens. */
export async function withSites(
  options: SitesOptions,
  body: (running: RunningSites) => Promise<void>,
): Promise<void> {
  const running = await startSites(options);
  try {
    await body(running);
  } finally {
    await running.close();
  }
}

/** Counts from now on how often a site is read, to make a page of it. */
export function countReads({ sites: { rooms } }: RunningSites): () => number {
  const read = rooms.read.bind(rooms);
  let count = 0;
  rooms.read = (name) => {
    count += 1;
    return read(name);
  };
  return () => count;
}

export interface EditorOptions {
  readonly key?: string;
  readonly name?: string;
  /** Sends no hello. */
  readonly plain?: boolean;
  readonly doc?: Y.Doc;
  readonly headers?: Readonly<Record<string, string>>;
  /** Local address to come from, as in 127.0.0.2. */
  readonly from?: string;
  /** By TLS. */
  readonly secure?: boolean;
}

/** A protocol client that records everything it receives. */
export class Editor {
  readonly doc: Y.Doc;
  readonly ws: WebSocket;
  readonly heard: p.ServerMessage[] = [];
  /** Close code, once closed. */
  closed: number | undefined;
  reason = '';
  synced = false;
  sent = 0;
  saved = 0;
  permission: p.Permission | undefined;
  #requests = 0;

  constructor(port: number, site: string, options: EditorOptions = {}) {
    this.doc = options.doc ?? new Y.Doc();
    const scheme = options.secure ? 'wss' : 'ws';
    this.ws = new WebSocket(`${scheme}://127.0.0.1:${port}/member/${site}`, {
      headers: { ...options.headers },
      ...(options.from !== undefined && { localAddress: options.from }),
    });
    this.ws.on('open', () => {
      if (!options.plain) this.ws.send(p.encodeHello(options.key ?? '', options.name ?? ''));
      this.ws.send(p.encodeStep1(Y.encodeStateVector(this.doc)));
    });
    this.ws.on('message', (data) => {
      if (data instanceof Buffer) this.#receive(p.decodeServerMessage(data));
    });
    this.ws.on('error', () => {});
    this.ws.on('close', (code, reason) => {
      this.closed = code;
      this.reason = reason.toString();
      this.doc.off('update', this.#send);
    });
    this.doc.on('update', this.#send);
  }

  readonly #send = (update: Uint8Array, origin: unknown): void => {
    if (origin === this || this.ws.readyState !== WebSocket.OPEN) return;
    this.sent += 1;
    this.ws.send(p.encodeUpdate(update));
  };

  #receive(message: p.ServerMessage): void {
    this.heard.push(message);
    switch (message.kind) {
      case 'step1':
        this.sent += 1;
        this.ws.send(p.encodeStep2(Y.encodeStateAsUpdate(this.doc, message.stateVector)));
        break;
      case 'step2':
        Y.applyUpdate(this.doc, message.update, this);
        this.synced = true;
        break;
      case 'update':
        Y.applyUpdate(this.doc, message.update, this);
        break;
      case 'saved':
        this.saved = message.count;
        break;
      case 'welcome':
      case 'access':
        this.permission = { access: message.access, reason: message.reason };
    }
  }

  text(file: FileName = 'index.html'): string {
    return this.doc.getText(file).toString();
  }

  insert(text: string, at = 0, file: FileName = 'index.html'): void {
    this.doc.getText(file).insert(at, text);
  }

  /** Both sides are in sync, and everything is on disk. */
  get settled(): boolean {
    return this.synced && this.sent > 0 && this.saved === this.sent;
  }

  async ready(): Promise<this> {
    await until(
      () => this.synced,
      () => `${this.closed} ${this.reason}`,
    );
    return this;
  }

  async save(): Promise<this> {
    await until(
      () => this.settled,
      () => `saved ${this.saved} of ${this.sent}, ${this.closed}`,
    );
    return this;
  }

  async request(request: p.SiteRequest): Promise<{
    readonly ok: boolean;
    // Tests know the shape of what they asked for.
    readonly value: Record<string, unknown>;
    readonly bytes: Uint8Array;
  }> {
    this.#requests += 1;
    const id = this.#requests;
    this.ws.send(p.encodeRequest(id, request));
    const find = () => this.heard.find((one) => one.kind === 'reply' && one.id === id);
    await until(() => find() !== undefined || this.closed !== undefined);
    const reply = find();
    if (reply?.kind !== 'reply') throw new Error(`no reply: ${this.closed} ${this.reason}`);
    const value: unknown = JSON.parse(reply.json);
    return {
      ok: reply.ok,
      value: typeof value === 'object' && value !== null ? { ...value } : { value },
      bytes: reply.bytes,
    };
  }

  async gone(): Promise<number> {
    await until(() => this.closed !== undefined);
    return this.closed ?? 0;
  }

  /** Disconnects without a close frame, like a browser that crashes. */
  cut(): void {
    this.ws.terminate();
  }
}

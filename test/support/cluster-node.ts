/** Servers on a PostgreSQL database, in this process or in their own, alone or among others, and folders for them. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { limitsWith } from '../../src/limits.ts';
import { noticePage } from '../../src/routes/notice-page.ts';
import type { LiveSites } from '../../src/sites/live-sites.ts';
import { type ClusterSettings, openPostgresSites } from '../../src/sites/open-postgres-sites.ts';
import { freePort } from './free-port.ts';
import { BUNDLE, type Environment, type Program, start, waitFor } from './program.ts';
import { Editor } from './sites.ts';

export const SECRET = 'the same secret of all the servers of a test';

export interface Node {
  readonly sites: LiveSites;
  readonly port: number;
  readonly logged: readonly string[];
  replaced: boolean;
  close(): Promise<void>;
}

export async function startNode(
  database: string,
  directory: string,
  cluster?: ClusterSettings,
): Promise<Node> {
  const logged: string[] = [];
  const tell = (_facts: object, message: string) => void logged.push(message);
  const node = { replaced: false };
  const sites = await openPostgresSites({
    directory,
    database,
    cluster,
    replaced: () => {
      node.replaced = true;
    },
    limits: limitsWith(),
    keys: { edit: '', operator: '' },
    log: { info: tell, warn: tell, error: tell },
    notice: (notice, name) => noticePage(notice, name, ['']),
    retryMs: 100,
  });
  const server = createServer();
  server.on('upgrade', (request, socket, head) => {
    const parameter = request.url?.split('/').at(-1) ?? '';
    const take = () => socketOf(socket);
    const refuse = () => socket.destroy();
    const address = request.socket.remoteAddress ?? '';
    sites.connect({ request, take, head, parameter, query: '', address, refuse });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = async () => {
    await sites.close();
    server.close();
  };
  return Object.assign(node, { sites, port, logged, close });
}

function socketOf(stream: Duplex): Socket {
  if (stream instanceof Socket) return stream;
  throw new Error('an upgrade comes on a socket');
}

export async function inFolders(body: (folder: () => string) => Promise<void>): Promise<void> {
  const folders: string[] = [];
  const folder = () => {
    const made = mkdtempSync(path.join(tmpdir(), 'ensemble-node-'));
    folders.push(made);
    return made;
  };
  try {
    await body(folder);
  } finally {
    for (const made of folders) rmSync(made, { recursive: true, force: true });
  }
}

export async function write(node: Node, site: string, text: string): Promise<void> {
  const editor = await new Editor(node.port, site).ready();
  editor.insert(text);
  await editor.save();
  editor.cut();
}

export const textOf = async (node: Node, site: string): Promise<string> => {
  const { content } = await node.sites.rooms.read(site);
  return content?.files['index.html'] ?? '';
};

/** A server as a program, as it was built, which comes back in the same place. */
export class Place {
  /** DATA_DIR. */
  readonly folder = mkdtempSync(path.join(tmpdir(), 'ensemble-place-'));
  readonly #settings: Environment;
  readonly #entry: readonly string[];
  readonly port: number;
  readonly address: string;
  program: Program | undefined;

  private constructor(
    settings: Environment,
    entry: readonly string[],
    port: number,
    internal: number,
  ) {
    this.port = port;
    this.#entry = entry;
    this.address = `127.0.0.1:${internal}`;
    this.#settings = settings;
  }

  /** Starts one with `DATABASE_URL` and other settings; `entry` is a program other than the one that was built. */
  static async start(settings: Environment, entry = BUNDLE): Promise<Place> {
    const place = new Place(settings, entry, await freePort(), await freePort());
    await place.up();
    return place;
  }

  /** Starts it without waiting for anything. */
  begin(): Program {
    const own = { PORT: `${this.port}`, DATA_DIR: this.folder, NODE_ADDRESS: this.address };
    this.program = start([], { NODE_SECRET: SECRET, ...this.#settings, ...own }, this.#entry);
    return this.program;
  }

  async up(): Promise<void> {
    await waitFor(this.begin(), /listening/);
  }

  /** Sends a signal, and waits until the server has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.program?.child.kill(signal);
    await this.program?.ended;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

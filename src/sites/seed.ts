/** Makes a site the way a person does: over the editing socket, and done only when it is on the disk. */
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { type SiteContent, writeSite } from './document.ts';
import {
  decodeServerMessage,
  encodeHello,
  encodeStep1,
  encodeStep2,
  encodeUpdate,
  type ServerMessage,
} from './protocol.ts';

const PATIENCE_MS = 10_000;

export interface SeedOptions {
  /** http or https address the service is reached at from here. */
  readonly base: string;
  /** The public address, which the handshake must name. */
  readonly origin: string;
  readonly username: string;
  readonly content: SiteContent;
  /** The edit key, empty where none is set. */
  readonly key: string;
}

/**
 * Writes `content` into a site that nobody has edited yet; one that exists is left as it is.
 * @returns whether it was written. Rejects with a sentence where the service does not take it.
 */
export function seedSite({ base, origin, username, content, key }: SeedOptions): Promise<boolean> {
  const doc = new Y.Doc();
  const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/member/${username}`, { origin });
  return new Promise<boolean>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the service did not answer')), PATIENCE_MS);
    let sent = 0;
    let exists = false;
    const hear = (message: ServerMessage): void => {
      if (message.kind === 'welcome' && message.exists) {
        exists = true;
        resolve(false);
      }
      // What follows the welcome of a site that is there is not ours to answer.
      if (exists) return;
      if (message.kind === 'step1') {
        sent += 1;
        socket.send(encodeStep2(Y.encodeStateAsUpdate(doc, message.stateVector)));
      }
      if (message.kind === 'step2') {
        Y.applyUpdate(doc, message.update);
        const before = Y.encodeStateVector(doc);
        writeSite(doc, content);
        sent += 1;
        socket.send(encodeUpdate(Y.encodeStateAsUpdate(doc, before)));
      }
      if (message.kind === 'saved' && sent > 1 && message.count === sent) resolve(true);
    };
    socket.on('open', () => {
      socket.send(encodeHello(key, 'Ensemble'));
      socket.send(encodeStep1(Y.encodeStateVector(doc)));
    });
    socket.on('message', (data) => {
      if (data instanceof Buffer) hear(decodeServerMessage(data));
    });
    socket.on('error', reject);
    socket.on('close', (code, reason) => {
      clearTimeout(timer);
      reject(new Error(`the service closed the connection: ${code} ${reason.toString()}`));
    });
  }).finally(() => {
    socket.close();
    doc.destroy();
  });
}

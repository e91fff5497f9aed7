/** Creates a site the way a person does: over the editing socket, done once it is on disk. */
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { type SiteContent, writeSite } from '../shared/site/document.ts';
import {
  decodeServerMessage,
  encodeHello,
  encodeStep1,
  encodeStep2,
  encodeUpdate,
  type ServerMessage,
} from '../shared/site/protocol.ts';

const TIMEOUT_MS = 10_000;

export interface SeedOptions {
  /** http or https address of the service, as seen from here. */
  readonly base: string;
  /** The public address, which the handshake must send as its origin. */
  readonly origin: string;
  readonly username: string;
  readonly content: SiteContent;
  /** The edit key, empty if none is set. */
  readonly key: string;
}

/**
 * Writes `content` into a site that nobody has edited yet; one that exists is left as it is.
 * @returns whether it was written. Rejects with a sentence if the service does not accept it.
 */
export function seedSite({ base, origin, username, content, key }: SeedOptions): Promise<boolean> {
  const doc = new Y.Doc();
  const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/member/${username}`, { origin });
  return new Promise<boolean>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the service did not answer')), TIMEOUT_MS);
    let sent = 0;
    let exists = false;
    const hear = (message: ServerMessage): void => {
      if (message.kind === 'welcome' && message.exists) {
        exists = true;
        resolve(false);
      }
      // An existing site is left alone; whatever follows its welcome is ignored.
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

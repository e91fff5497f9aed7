/** Someone who opens a site, sends messages, and leaves when the server has dealt with them. */
import { WebSocket } from 'ws';
import * as p from '../../../src/shared/site/protocol.ts';

/** How long someone waits for the server to deal with what was sent. */
const STAY_TIMEOUT_MS = 3_000;

export interface Visit {
  readonly site: string;
  readonly address: string;
  readonly name?: string;
  readonly messages: readonly Uint8Array[];
  /** Reads none of the answers. */
  readonly deaf?: boolean;
  readonly stayMs?: number;
}

/** Number of the last request of a visit. */
const LAST = 1_000_000;
/** The first byte of a reply. */
const REPLY = p.encodeReply(1, true, {})[0];

/** Sends the messages and stays until they are dealt with, the server has had enough, or its time is up. */
export function visit(
  port: number,
  { site, address, name = 'Mallory', messages, deaf, stayMs = STAY_TIMEOUT_MS }: Visit,
): Promise<void> {
  return new Promise((resolve) => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/member/${site}`, { localAddress: address });
    const timer = setTimeout(() => ws.terminate(), stayMs);
    ws.on('error', () => {});
    ws.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
    ws.on('message', (data) => {
      if (!(data instanceof Buffer) || data[0] !== REPLY) return;
      const message = p.decodeServerMessage(data);
      if (message.kind === 'reply' && message.id === LAST) ws.terminate();
    });
    ws.on('open', () => {
      if (deaf) ws.pause();
      ws.send(p.encodeHello('', name));
      for (const message of messages) ws.send(message);
      ws.send(p.encodeRequest(LAST, { op: 'history', limit: 1 }));
    });
  });
}

/**
 * Strangers who attack a server while others edit: what once broke a promise (test/fuzz/corpus) on the others' site,
 * mutations of it on one of their own, and HTTP requests in one piece, with a handshake behind them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { encodeHello } from '../../src/shared/site/protocol.ts';
import { mutateBytes, unpack } from '../fuzz/bytes.ts';
import { pick, type Random } from '../fuzz/random.ts';
import { open } from './raw.ts';

const CORPUS = 'test/fuzz/corpus/rooms';
const ADDRESS = '127.0.0.2';
const STRANGERS = 3;
/** How long a stranger stays, and how long until the next one comes. */
const STAY_MS = 20;
const PAUSE_MS = 5;
const PIPELINED = 200;
const GET = 'GET /member/ada HTTP/1.1\r\nHost: localhost\r\n';
const REQUESTS = `${`${GET}\r\n`.repeat(PIPELINED)}${GET}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;

const inputs = readdirSync(CORPUS)
  .sort()
  .map((name) => new Uint8Array(readFileSync(path.join(CORPUS, name))));

async function sendFrames(
  port: number,
  site: string,
  messages: readonly Uint8Array[],
): Promise<void> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/member/${site}`, { localAddress: ADDRESS });
  ws.on('error', () => {});
  ws.on('open', () => {
    ws.send(encodeHello('', 'Mallory'));
    for (const message of messages) ws.send(message);
  });
  await sleep(STAY_MS);
  ws.terminate();
}

async function sendRequests(port: number): Promise<void> {
  const socket = await open(port, ADDRESS);
  socket.on('error', () => {});
  socket.resume();
  socket.write(REQUESTS);
  await sleep(STAY_MS);
  socket.destroy();
}

async function attackOnce(port: number, random: Random): Promise<void> {
  const input = pick(inputs, random);
  const kind = random(3);
  if (kind === 0) await sendRequests(port);
  else if (kind === 1) await sendFrames(port, 'ada', unpack(input));
  else {
    const messages = unpack(input).map((one) => mutateBytes(one, random, pick(inputs, random)));
    await sendFrames(port, 'mallory', messages);
  }
}

/** Attacks the server on a port until the returned function is called. */
export function attack(port: number, random: Random): () => void {
  let stopped = false;
  const come = async () => {
    while (!stopped) {
      // The server is killed at any time.
      await attackOnce(port, random).catch(() => {});
      await sleep(PAUSE_MS);
    }
  };
  for (let at = 0; at < STRANGERS; at++) void come();
  return () => {
    stopped = true;
  };
}

/** A wire over TCP: the emulator's serial port, or a board behind a serial-to-network bridge. */
import { connect } from 'node:net';
import type { Wire } from '../../src/shared/link/client.ts';

/** Connects to `host:port`; rejects with the system's error where nobody listens. */
export function openTcpWire(host: string, port: number): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    socket.once('error', reject);
    socket.once('connect', () =>
      resolve({
        send: (bytes) =>
          new Promise((sent, failed) => {
            socket.write(bytes, (error) => (error ? failed(error) : sent()));
          }),
        onBytes: (listener) => {
          socket.on('data', (chunk: Buffer) => listener(chunk));
        },
        closed,
        close: () => {
          socket.end();
          return closed;
        },
      }),
    );
  });
}

/** Counts open connections, in all and per address, and closes what is over the limit. */
import type { Server, Socket } from 'node:net';
import { addressKey, type ProxyTrust } from './address.ts';

export interface ConnectionLimits {
  readonly connections: number;
  readonly connections_per_address: number;
}

/** Addresses are kept while a connection of theirs is open, and no longer. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  trust: ProxyTrust,
): { readonly open: ReadonlySet<Socket> } {
  const perAddress = new Map<string, number>();
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    if (open.size >= limits.connections) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const remote = socket.remoteAddress ?? '';
    // All the clients of a proxy share its address; it is the one to limit them.
    if (trust.trusts(remote)) return;
    const key = addressKey(remote);
    const count = (perAddress.get(key) ?? 0) + 1;
    if (count > limits.connections_per_address) {
      socket.destroy();
      return;
    }
    perAddress.set(key, count);
    socket.once('close', () => {
      const left = (perAddress.get(key) ?? 1) - 1;
      if (left === 0) perAddress.delete(key);
      else perAddress.set(key, left);
    });
  });
  return { open };
}

/** Counts open connections, in total and per address, and closes those over the limit. */
import type { Server, Socket } from 'node:net';
import { addressKey, type ProxyTrust } from './address.ts';

export interface ConnectionLimits {
  readonly connections: number;
  readonly connections_per_address: number;
}

/** An address is only kept while it has an open connection. */
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
    // All clients of a proxy share its address; limiting them is up to the proxy.
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

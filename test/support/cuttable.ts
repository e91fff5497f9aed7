/** A way to a server of this computer that a test cuts and mends. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export class Cuttable {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #isCut = false;
  #to: number;

  private constructor(to: number, from: string | undefined) {
    this.#to = to;
    this.#server = createServer((near) => {
      const far = connect({
        port: this.#to,
        host: '127.0.0.1',
        ...(from !== undefined && { localAddress: from }),
      });
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.once('close', () => this.#sockets.delete(socket));
      }
      near.once('close', () => far.destroy());
      far.once('close', () => near.destroy());
      if (this.#isCut) near.destroy();
      else near.pipe(far).pipe(near);
    });
  }

  /** A way to a port. @param from address as which the server sees whoever comes this way, such as 127.0.0.2 */
  static async to(port: number, from?: string): Promise<Cuttable> {
    const way = new Cuttable(port, from);
    way.#server.listen(0, '127.0.0.1');
    await once(way.#server, 'listening');
    return way;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** @param to where it leads from now on, if elsewhere */
  mend(to = this.#to): void {
    this.#to = to;
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

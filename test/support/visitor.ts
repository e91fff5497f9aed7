/** People who look at pages by https, of servers whose certificate is nobody's. */
import { request } from 'node:https';
import * as assert from 'uvu/assert';

export interface Answer {
  readonly status: number;
  readonly location: string;
  readonly body: string;
}

export interface Asked {
  readonly host: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly content?: Buffer;
}

/** Asks for a page by https, under a host's name. */
export function get(
  port: number,
  path: string,
  { host, headers, content }: Asked,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        ...{ host: '127.0.0.1', port, path, servername: host, agent: false },
        headers: { Host: host, ...headers, 'Content-Length': content?.length ?? 0 },
      },
      (response) => {
        let body = '';
        response.on('data', (bytes) => {
          body += String(bytes);
        });
        const { statusCode: status = 0, headers: said } = response;
        response.on('end', () => resolve({ status, location: said.location ?? '', body }));
      },
    );
    asked.on('error', reject);
    asked.end(content);
  });
}

/** Looks at a page all the time, which every answer must be. */
export class Visitor {
  readonly #look: () => Promise<Answer>;
  readonly #status: number;
  #done = false;
  readonly #looking: Promise<void>;
  seen = 0;
  readonly failures: string[] = [];

  /** @param status of every answer */
  constructor(look: () => Promise<Answer>, status: number) {
    this.#look = look;
    this.#status = status;
    this.#looking = this.#lookAgain();
  }

  async #lookAgain(): Promise<void> {
    while (!this.#done) {
      const said = await this.#look().then(
        ({ status }) => (status === this.#status ? '' : `${status}`),
        (error: unknown) => String(error),
      );
      if (said !== '') this.failures.push(said);
      this.seen += 1;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async end(): Promise<void> {
    this.#done = true;
    await this.#looking;
    assert.equal(this.failures, []);
  }
}

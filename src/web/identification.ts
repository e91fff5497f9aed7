/** Tells the server, on each socket, who the author in this browser is. Whoever only reads is nobody. */
import * as v from 'valibot';
import { ChallengeReply, IdentifyReply, identityMessage } from '../shared/site/access-protocol.ts';
import type { SiteRequest } from '../shared/site/protocol.ts';
import { DeviceKey } from './device-key.ts';
import type { ReplyBody } from './requests.ts';

/** Edits wait no longer than this to be under their author's name. */
const MAX_WAIT_MS = 2_000;

type Send = (request: SiteRequest) => Promise<ReplyBody>;

/** What is known on one socket. */
interface Attempt {
  author: string;
  /** Who is here is known, or will not be known any more. */
  settled: boolean;
  creates: boolean;
  running: Promise<void> | undefined;
  /** Resolves once the server has answered, or will not answer any more, however long that takes. */
  answered: Promise<unknown> | undefined;
}

const attempt = (): Attempt => ({
  author: '',
  settled: false,
  creates: false,
  running: undefined,
  answered: undefined,
});

export class Identification {
  readonly #send: Send;
  readonly #identified: (member: string | undefined) => void;
  #attempt = attempt();

  /** @param identified hears the name of the member whose browser this is, undefined if it is a guest's */
  constructor(send: Send, identified: (member: string | undefined) => void) {
    this.#send = send;
    this.#identified = identified;
  }

  /** Author id on this socket; empty while it is unknown. */
  get author(): string {
    return this.#attempt.author;
  }

  /** Resolves once the server has answered who is here; undefined if it has, or was not told. */
  get answered(): Promise<unknown> | undefined {
    return this.#attempt.answered;
  }

  /** There is a new socket, which knows nobody. */
  restart(): void {
    this.#attempt = attempt();
  }

  /** What an edit has to wait for; undefined if nothing. The first edit in a browser makes its key. */
  get pending(): Promise<void> | undefined {
    return this.#attempt.settled ? undefined : this.start(true);
  }

  /** Identifies this browser if it has a key, or if it is to get one. Never rejects. */
  start(create: boolean): Promise<void> {
    const current = this.#attempt;
    if (current.settled) return Promise.resolve();
    const { running } = current;
    if (running !== undefined) {
      return create && !current.creates ? running.then(() => this.start(true)) : running;
    }
    current.creates = create;
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
    const done = this.#identify(current).catch(() => true);
    current.answered = done.finally(() => {
      current.answered = undefined;
    });
    current.running = Promise.race([done, timeout]).then((settled) => {
      current.running = undefined;
      current.settled = settled ?? true;
    });
    return current.running;
  }

  /** False where there is no key yet. */
  async #identify(current: Attempt): Promise<boolean> {
    const device = await DeviceKey.open(current.creates);
    if (device === undefined) return current.creates;
    const { nonce, origin } = v.parse(
      ChallengeReply,
      (await this.#send({ op: 'challenge' })).value,
    );
    // A signature for another server would let that server pass for this author.
    if (origin !== location.origin) throw new Error(`${origin} is not the origin of this page`);
    const signature = await device.sign(identityMessage(origin, nonce));
    const key = await device.publicKey();
    const reply = await this.#send({ op: 'identify', key, signature });
    const { author, member } = v.parse(IdentifyReply, reply.value);
    current.author = author;
    if (current === this.#attempt) this.#identified(member);
    return true;
  }
}

/** Makes what is sent of sites: what is small at once, what is large in a thread of its own (page-thread.ts). */
import * as v from 'valibot';
import { versionOf } from '../http/page.ts';
import { lengthOf } from '../shared/parts.ts';
import type { SiteContent } from '../shared/site/document.ts';
import { DocumentBudget } from '../shared/site/document-budget.ts';
import { BackgroundThread } from './background-thread.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { type PageRequest, type PageTexts, pageBody } from './page-body.ts';

/** A page of so many bytes takes some milliseconds, if its HTML is hard to read; a zip file as long. */
const LARGE_BYTES = 65_536;
/** A small site makes a document of more characters if it shows something again and again. */
const LARGE_CHARACTERS = 4 * LARGE_BYTES;
/** Many times what the largest site takes, also where the computer is slow or busy. */
const DEADLINE_MS = 30_000;

/** Key of the turns of the thread. */
const THREAD = '';

/** What is sent of a site, and the hash of its bytes. */
export interface MadePage {
  readonly body: string | Buffer;
  /** Whether the body is text. */
  readonly isText: boolean;
  readonly version: string;
}

const MadeSchema = v.object({
  body: v.instance(Uint8Array),
  isText: v.boolean(),
  version: v.string(),
});

function isLarge({ files, assets }: SiteContent): boolean {
  const parts = [...Object.values(files), ...assets.map(({ bytes }) => bytes)];
  return lengthOf(parts) >= LARGE_BYTES;
}

export class PageMaker {
  readonly #texts: PageTexts;
  readonly #thread: BackgroundThread;
  readonly #sites = new OneAtATime();
  readonly #turns = new OneAtATime();
  #asked = 0;

  constructor(texts: PageTexts, deadlineMs = DEADLINE_MS) {
    this.#texts = texts;
    this.#thread = new BackgroundThread('page-thread', texts, { deadlineMs });
  }

  /** Whether a thread is there, which is so while and shortly after pages of large sites are made. */
  get hasThread(): boolean {
    return this.#thread.isRunning;
  }

  /** Does work for a large site when that for others, which asked before, is done; each site has one turn at a time. */
  async inTurn<Result>(site: string, work: () => Promise<Result>): Promise<Result> {
    this.#asked += 1;
    try {
      return await this.#sites.run(site, () => this.#turns.run(THREAD, work));
    } finally {
      this.#asked -= 1;
    }
  }

  /** Whether work for a large site would have to wait. */
  get isBusy(): boolean {
    return this.#asked > 0;
  }

  /** What is small; undefined for what is to be made in the thread. */
  makeSmall(request: PageRequest): MadePage | undefined {
    if (isLarge(request.content)) return undefined;
    const budget = new DocumentBudget(LARGE_CHARACTERS);
    const body = pageBody(request, this.#texts, budget);
    if (budget.isExceeded) return undefined;
    return { body, isText: typeof body === 'string', version: versionOf(body) };
  }

  /** What is large. Rejects with `ThreadError` if the thread ends meanwhile, or takes too long. */
  async makeLarge(request: PageRequest): Promise<MadePage> {
    const { body, ...made } = v.parse(MadeSchema, await this.#thread.ask(request));
    return { ...made, body: Buffer.from(body.buffer, body.byteOffset, body.length) };
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

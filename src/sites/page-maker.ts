/** Makes what is sent of sites: of small ones at once, of large ones in a thread of its own (page-thread.ts). */
import * as v from 'valibot';
import { versionOf } from '../http/page.ts';
import type { SiteContent } from '../shared/site/document.ts';
import { BackgroundThread } from './background-thread.ts';
import { type PageRequest, type PageTexts, pageBody } from './page-body.ts';

/** A page of so many bytes takes some milliseconds, if its HTML is hard to read; a zip file as long. */
const LARGE_BYTES = 65_536;

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

function sizeOf({ files, assets }: SiteContent): number {
  const texts = Object.values(files).reduce((sum, { length }) => sum + length, 0);
  return assets.reduce((sum, { bytes }) => sum + bytes.length, texts);
}

export class PageMaker {
  readonly #texts: PageTexts;
  readonly #thread: BackgroundThread;

  constructor(texts: PageTexts) {
    this.#texts = texts;
    this.#thread = new BackgroundThread('page-thread', texts);
  }

  /** Whether a thread is there, which is so while and shortly after pages of large sites are made. */
  get hasThread(): boolean {
    return this.#thread.isRunning;
  }

  /** Rejects with `ThreadError` if the thread ends meanwhile. */
  async make(request: PageRequest): Promise<MadePage> {
    if (sizeOf(request.content) < LARGE_BYTES) {
      const body = pageBody(request, this.#texts);
      return { body, isText: typeof body === 'string', version: versionOf(body) };
    }
    const { body, ...made } = v.parse(MadeSchema, await this.#thread.ask(request));
    return { ...made, body: Buffer.from(body.buffer, body.byteOffset, body.length) };
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

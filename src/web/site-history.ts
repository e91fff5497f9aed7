/** Loads all edits of a site from the server, as they are stored, and replays them here: see shared/site/weave.ts. */
import * as decoding from 'lib0/decoding';
import * as v from 'valibot';
import { decodeRun, type EditRun, readEdits } from '../shared/site/edit-log.ts';
import { Weave } from '../shared/site/weave.ts';
import type { ReplyBody } from './requests.ts';

/** Edits replayed without a pause, so that the page stays quick: a few milliseconds. */
const EDITS_AT_ONCE = 200;

const editsReply = v.object({ to: v.number(), more: v.boolean() });

async function inflated({ compressed, body }: EditRun): Promise<Uint8Array> {
  if (!compressed) return body;
  const packed = new Blob([new Uint8Array(body)]).stream();
  const stream = packed.pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Whatever else the page has to do comes first. Timers, for browsers without a scheduler, come 4 ms later each. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    if ('scheduler' in globalThis) {
      void scheduler.postTask(() => resolve(), { priority: 'background' });
    } else setTimeout(resolve);
  });

export class SiteHistory {
  readonly weave = new Weave();
  readonly #request: (request: {
    readonly op: 'edits';
    readonly from: number;
  }) => Promise<ReplyBody>;
  #loading: Promise<void> | undefined;

  constructor(request: (request: { op: 'edits'; from: number }) => Promise<ReplyBody>) {
    this.#request = request;
  }

  /** Loads the edits that are not here yet. Rejects with `WeaveError` where they cannot be replayed. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    for (let more = true; more; ) {
      const { value, bytes } = await this.#request({ op: 'edits', from: this.weave.last + 1 });
      const reply = v.parse(editsReply, value);
      const decoder = decoding.createDecoder(bytes);
      while (decoding.hasContent(decoder)) {
        await this.#add(decodeRun(decoding.readVarUint8Array(decoder)));
      }
      more = reply.more && reply.to > 0;
    }
  }

  async #add(run: EditRun): Promise<void> {
    const entries = readEdits(run, await inflated(run));
    for (let at = 0; at < entries.length; at += EDITS_AT_ONCE) {
      this.weave.add(entries.slice(at, at + EDITS_AT_ONCE));
      await pause();
    }
  }
}

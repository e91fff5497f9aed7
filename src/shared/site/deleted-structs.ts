/** What a transaction deletes, before it ends: then Yjs joins what it can, and drops contents. */
import * as Y from 'yjs';

/** Including what the transaction itself added. */
export function* deletedStructs({ deleteSet, doc }: Y.Transaction): Generator<Y.Item | Y.GC> {
  for (const [client, ranges] of deleteSet.clients) {
    const structs = doc.store.clients.get(client) ?? [];
    for (const { clock, len } of ranges) {
      for (let at = Y.findIndexSS(structs, clock); at < structs.length; at++) {
        const struct = structs[at];
        if (struct === undefined || struct.id.clock >= clock + len) break;
        yield struct;
      }
    }
  }
}

/** How large the content of a document is, without encoding it, which takes some ten milliseconds for seven megabytes. */
import * as Y from 'yjs';

/** Bytes of texts and files, which are less than the document takes when it is encoded. */
export function contentBytes(doc: Y.Doc): number {
  let bytes = 0;
  for (const structs of doc.store.clients.values()) {
    for (const struct of structs) {
      if (!(struct instanceof Y.Item)) continue;
      const { content } = struct;
      if (content instanceof Y.ContentString) bytes += Buffer.byteLength(content.str);
      else if (content instanceof Y.ContentAny) bytes += valueBytes(content.arr);
    }
  }
  return bytes;
}

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, part) => sum + valueBytes(part), 0);
}

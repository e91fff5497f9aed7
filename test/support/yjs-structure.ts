/** Everything that a Yjs document holds, in the order in which it holds it, to compare two states of it. */
import * as Y from 'yjs';

const idOf = (item: Y.Item | Y.GC | null | undefined): string =>
  item === null || item === undefined ? '' : `${item.id.client}:${item.id.clock}`;

const named = (id: Y.ID | null): string => (id === null ? '' : `${id.client}:${id.clock}`);

function structOf(struct: Y.Item | Y.GC): readonly unknown[] {
  if (!(struct instanceof Y.Item)) return [idOf(struct), struct.length];
  const { length, deleted, left, right, origin, rightOrigin, parentSub, content } = struct;
  const beside = [idOf(left), idOf(right), named(origin), named(rightOrigin)];
  return [idOf(struct), length, deleted, ...beside, parentSub, content.getContent()];
}

type Root = Exclude<Y.Item['parent'], Y.ID | null>;

/** Follows a list from its start; a text counts the characters that are seen. */
function listOf({ _start, _length }: Root): readonly unknown[] {
  const items: string[] = [];
  for (let item = _start; item !== null; item = item.right) items.push(idOf(item));
  return [_length, items];
}

export function structureOf(doc: Y.Doc): string {
  const clients = [...doc.store.clients].sort(([one], [other]) => one - other);
  const roots = [...doc.share].map(([name, root]) => {
    const values = [...root._map].map(([key, item]) => [key, idOf(item)]).sort();
    return [name, listOf(root), values];
  });
  const structs = clients.map(([client, items]) => [client, items.map(structOf)]);
  return JSON.stringify({ structs, roots, pending: doc.store.pendingStructs?.missing.size ?? 0 });
}

/** Gets the libraries that an exported file is to carry from their delivery networks, as data. */
import type { LibraryKind } from '../../shared/site/carried-libraries.ts';
import { isDelivered, withScheme } from '../../shared/site/delivery-networks.ts';
import { movableStyle, shownIn } from './movable-style.ts';

/** Of one library, and of one picture or font of a style sheet. */
const MAX_BYTES = 8_000_000;
const LIMIT_MS = 20_000;

/** A library that cannot be carried; the message is its address. */
export class LibraryError extends Error {
  override readonly name = 'LibraryError';
}

async function get(address: string): Promise<Blob> {
  try {
    const answer = await fetch(withScheme(address), {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const blob = await answer.blob();
    if (answer.ok && blob.size <= MAX_BYTES) return blob;
  } catch {
    // Said below, like an answer that is no library.
  }
  throw new LibraryError(address);
}

function dataOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
}

/** A style sheet with its pictures and fonts. */
async function styleOf(address: string): Promise<Blob> {
  const base = withScheme(address);
  const text = await (await get(address)).text();
  const shown = [...new Set(shownIn(text, base))].filter(isDelivered);
  const data = new Map<string, string>();
  for (const one of shown) data.set(one, await dataOf(await get(one)));
  return new Blob([movableStyle(text, base, data)], { type: 'text/css' });
}

/**
 * Gives `data:` addresses of libraries by their addresses.
 * @throws LibraryError for the first that cannot be loaded
 */
export async function loadLibraries(
  libraries: ReadonlyMap<string, LibraryKind>,
): Promise<ReadonlyMap<string, string>> {
  const data = new Map<string, string>();
  for (const [address, kind] of libraries) {
    const blob =
      kind === 'style'
        ? await styleOf(address)
        : new Blob([await get(address)], { type: 'text/javascript' });
    data.set(address, await dataOf(blob));
  }
  return data;
}

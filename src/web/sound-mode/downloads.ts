/** Downloads files from a page and opens files in it. */
import { h } from '../dom.ts';

/** Downloads a file. */
export function download(name: string, contents: Blob): void {
  const address = URL.createObjectURL(contents);
  h('a', { attributes: { href: address, download: name } }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Lets the person choose one file; never resolves if none is chosen.
 *
 * @param accept the types, as of `<input accept>`; iPhones let nobody choose a file whose ending they do not know
 */
export function chooseFile(accept?: string): Promise<File> {
  return new Promise((resolve) => {
    const input = h('input', { type: 'file', attributes: { accept, hidden: true } });
    input.addEventListener('change', () => {
      input.remove();
      const file = input.files?.[0];
      if (file !== undefined) resolve(file);
    });
    input.addEventListener('cancel', () => input.remove());
    // Some browsers forget one that is in no document.
    document.body.append(input);
    input.click();
  });
}

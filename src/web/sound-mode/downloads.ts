/** Files out of a page and into it. */
import { h } from '../dom.ts';

/** Offers a file to keep. */
export function download(name: string, contents: Blob): void {
  const address = URL.createObjectURL(contents);
  h('a', { attributes: { href: address, download: name } }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Asks the player for one file; never resolves where none is chosen. */
export function chooseFile(accept: string): Promise<File> {
  return new Promise((resolve) => {
    const input = h('input', { type: 'file', attributes: { accept } });
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (file !== undefined) resolve(file);
    });
    input.click();
  });
}

/** Says which keys of the computer play an instrument, by what is printed on them. */
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.keys;

declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly keyboard?: { getLayoutMap(): Promise<ReadonlyMap<string, string>> };
  }
}

/** What is printed on a key, by its code: what a US keyboard has where the browser does not tell. */
async function printed(): Promise<(code: string) => string> {
  // Frames are not told.
  const layout = await navigator.keyboard?.getLayoutMap().catch(() => undefined);
  return (code) => layout?.get(code)?.toUpperCase() ?? code.replace('Key', '');
}

/** The keys of the piano. */
export async function pianoKeys(): Promise<string> {
  const name = await printed();
  return TEXT.piano(name('KeyA'), name('KeyL'), name('KeyZ'), name('KeyX'));
}

/** The keys of the first of so many pads. */
export const padKeys = (pads: number): string => (pads > 1 ? TEXT.firstPad : TEXT.pad);

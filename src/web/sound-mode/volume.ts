/** The volume that a person chose last in this browser, with which every instrument begins. */

const STORED = 'ensemble.volume';

const isVolume = (volume: number): boolean => volume >= 0 && volume <= 1;

/** From 0 to 1; 1 where none was chosen, or the page has no storage. */
export function storedVolume(): number {
  try {
    const text = localStorage.getItem(STORED);
    const volume = text === null || text === '' ? 1 : Number(text);
    return isVolume(volume) ? volume : 1;
  } catch {
    return 1;
  }
}

export function storeVolume(volume: number): void {
  try {
    localStorage.setItem(STORED, String(volume));
  } catch {
    // Without storage, or with a full one, the volume lasts until the page is closed.
  }
}

/** The nearest volume there is: from 0 to 1; 1 for what is no number. */
export function clampVolume(volume: number): number {
  return Number.isFinite(volume) ? Math.min(1, Math.max(0, volume)) : 1;
}

/** The factor by which a volume multiplies the sound: half of it sounds about half as loud. */
export const gainOf = (volume: number): number => volume ** 2;

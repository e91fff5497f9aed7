/** The volume that a person chose last in this browser, with which every instrument begins. */
import { keep, recall } from '../browser-storage.ts';

const STORED = 'ensemble.volume';

const isVolume = (volume: number): boolean => volume >= 0 && volume <= 1;

/** From 0 to 1; 1 where none was chosen, or the page has no storage. */
export function storedVolume(): number {
  const text = recall(STORED) ?? '';
  const volume = text === '' ? 1 : Number(text);
  return isVolume(volume) ? volume : 1;
}

export function storeVolume(volume: number): void {
  keep(STORED, String(volume));
}

/** The nearest volume there is: from 0 to 1; 1 for what is no number. */
export function clampVolume(volume: number): number {
  return Number.isFinite(volume) ? Math.min(1, Math.max(0, volume)) : 1;
}

/** The factor by which a volume multiplies the sound: half of it sounds about half as loud. */
export const gainOf = (volume: number): number => volume ** 2;

/** Passkeys in browsers. */
import type { World } from './editing.ts';

/** A place of the server, where passkeys work: they need a host name, not an address. */
export const named = (world: World, place: string): string =>
  world.url(place).replace('127.0.0.1', 'localhost');

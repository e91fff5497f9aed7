/** Every target of `npm run fuzz` by name. */
import type { Target } from './target.ts';
import { awareness } from './targets/awareness.ts';
import { folder } from './targets/folder.ts';
import { frames } from './targets/frames.ts';
import { html } from './targets/html.ts';
import { modes } from './targets/modes.ts';
import { presets } from './targets/presets.ts';
import { requests, rooms } from './targets/rooms.ts';
import { serial } from './targets/serial.ts';
import { store } from './targets/store.ts';
import { taught } from './targets/taught.ts';
import { updates } from './targets/updates.ts';

/** Inputs that once broke a promise, or reach far: one folder a target. */
export const CORPUS = 'test/fuzz/corpus';

export const TARGETS = {
  frames,
  updates,
  awareness,
  rooms,
  requests,
  html,
  folder,
  modes,
  taught,
  presets,
  serial,
  store,
} satisfies Record<string, () => Target | Promise<Target>>;

export type TargetName = keyof typeof TARGETS;

export const isTargetName = (name: string): name is TargetName => Object.hasOwn(TARGETS, name);

export const TARGET_NAMES: readonly TargetName[] = Object.keys(TARGETS).filter(isTargetName);

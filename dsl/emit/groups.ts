/** The groups of a mode in the order its params name them first. */
import type { ResolvedMode } from '../resolved-mode.ts';

export function groupsOf(mode: ResolvedMode): readonly string[] {
  return [...new Set(mode.params.map((param) => param.group))];
}

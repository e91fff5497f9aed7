/** What a member's address shows besides the site, by the query: `?edit` is the editor. */

export const VIEWS = ['edit', 'format', 'history', 'live', 'preview', 'export', 'play'] as const;
export type View = (typeof VIEWS)[number];

/** The first of the names in a query that is a view; the rest is ignored. Undefined if there is none. */
export function viewOf(names: Iterable<string>): View | undefined {
  for (const name of names) {
    const view = VIEWS.find((known) => known === name);
    if (view !== undefined) return view;
  }
  return undefined;
}

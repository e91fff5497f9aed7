/** The words of the page that shows a site in the editor. */

export const PREVIEW_TEXT = { title: 'Preview' } as const;

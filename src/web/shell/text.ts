/** The words of the page around a published site. */

export const SHELL_TEXT = { edit: 'Edit this page' } as const;

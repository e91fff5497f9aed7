/** Every word of the live page. */

export const LIVE_TEXT = {
  title: (username: string) => `${username} live · Ensemble`,
  frame: (username: string) => `Live preview of ${username}`,
  people: 'People editing',
  edit: 'Edit',
  live: 'Live',
} as const;

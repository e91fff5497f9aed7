/** The words of tidying a file. */
export const FORMAT_TEXT = {
  label: 'Format this file',
  hint: (keys: string) => `Tidy its code (${keys})`,
  done: (file: string) => `${file} is formatted.`,
  tidy: (file: string) => `${file} is formatted already.`,
  notCode: 'Open a page, a style sheet or a script first.',
  notLoaded: 'The formatter could not be loaded. Check your connection, then try again.',
  slow: (file: string) => `${file} takes too long to format.`,
  busy: (file: string) => `Others are writing in ${file}. Try again in a moment.`,
  problem: (file: string, problem: string, line?: number) =>
    line === undefined ? `${file}: ${problem}` : `${file}, line ${line}: ${problem}`,
} as const;

/** The words of finding and replacing in all files. */
import { counted } from '../../shared/humanize.ts';

export const FIND_TEXT = {
  title: 'Find in all files',
  find: 'Find',
  replace: 'Replace with',
  matchCase: 'Match case',
  go: 'Replace all',
  results: 'Results',
  count: (places: number, files: number) =>
    `${counted(places, 'result')} in ${counted(files, 'file')}.`,
  tooMany: (most: number) =>
    `More than ${most.toLocaleString()} results. Type more of the text to narrow them down.`,
  none: 'No results.',
  large: 'The site would be too large. Use a shorter replacement.',
  place: (file: string, line: number) => `${file}:${line}`,
  replaced: (places: number, files: number) =>
    `Replaced ${counted(places, 'result')} in ${counted(files, 'file')}.`,
} as const;

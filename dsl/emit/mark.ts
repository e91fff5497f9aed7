/** The two lines that begin every generated file: what it comes from, and what to do instead of editing. */

export const MARK = '@generated';

const EDIT = 'Do not edit: change the source and generate again.';

export const cppMark = (source: string): string =>
  `// ${MARK} from ${source} by \`npm run gen\`.\n// ${EDIT}\n`;

export const tsMark = cppMark;

export const turtleMark = (source: string): string =>
  `# ${MARK} from ${source} by \`npm run gen\`.\n# ${EDIT}\n`;

export const htmlMark = (source: string): string =>
  `<!-- ${MARK} from ${source} by \`npm run gen\`.\n     ${EDIT} -->\n`;

/** Gives the source to name in a mark; the file's own folder may be anywhere. */
export const modeSource = (modeId: string): string => `modes/${modeId}.json`;

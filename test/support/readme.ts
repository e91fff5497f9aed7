/**
 * The commands a document shows, by a rule that misses none:
 *
 * - In a fence named `sh` every line is a command; a backslash at its end joins the next line.
 * - In a fence named `console` a line after `$ ` is a command, and the lines after it are what it prints.
 * - In the text, code between backticks is a command if it begins with the name of a program.
 *
 * Every fence must say what it holds, and blocks by indentation are not used, so that nothing else can hide one.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Gives the path of every Markdown document of the repository. */
export function documents(): string[] {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
  return execFileSync('git', listed, { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => existsSync(file));
}

/** Documents nobody types from: figures, history, and wire formats. */
const REFERENCE = ['BENCHMARKS.md', 'CHANGELOG.md', 'PROTOCOL.md'];

/** Gives the documents that tell people what to type. */
export function guides(): string[] {
  return documents().filter((file) => !REFERENCE.includes(file));
}

/** Fences that hold something to read, not to type. */
const READ = ['json', 'ini', 'properties', 'nginx', 'haproxy', 'text', 'html', 'cpp', 'css'];

const PROGRAM = /^(?:sudo|npm|npx|node|curl|git|docker|make|cmake|systemctl|apt-get)\s+(.+)$/;

export interface Shown {
  readonly command: string;
  /** Lines shown as what it prints. */
  readonly prints: readonly string[];
}

interface Fence {
  readonly language: string;
  readonly text: string;
}

function fences(markdown: string): { readonly blocks: Fence[]; readonly prose: string } {
  const blocks: Fence[] = [];
  const prose = markdown.replace(
    /^```(\S*)\n([\s\S]*?)^```$/gm,
    (_, language: string, text: string) => {
      blocks.push({ language, text });
      return '';
    },
  );
  return { blocks, prose };
}

const tidy = (command: string): string => command.replace(/\s+/g, ' ').trim();

function consoleCommands(text: string): Shown[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...prints] = part.trimEnd().split('\n');
      return { command: tidy(command), prints };
    });
}

function blockCommands({ language, text }: Fence): Shown[] {
  if (language === 'console') return consoleCommands(text);
  if (language === 'sh') {
    const lines = text.replace(/\\\n/g, ' ').split('\n');
    return lines
      .filter((line) => line.trim() !== '')
      .map((line) => ({ command: tidy(line), prints: [] }));
  }
  if (READ.includes(language)) return [];
  throw new Error(
    `a fence is named "${language}"; name it sh or console if it shows commands, else one of ${READ.join(', ')}`,
  );
}

/** Gives the commands of a document in the order of its blocks, then those in its text, each once. */
export function commandsIn(markdown: string): Shown[] {
  const { blocks, prose } = fences(markdown);
  const indented = /^(?: {4}|\t)\S.*$/m.exec(prose);
  if (indented !== null) throw new Error(`put it in a fence: ${indented[0].trim()}`);
  const inline = [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => tidy(code))
    .filter((code) => PROGRAM.test(code) && code !== 'npm run')
    .map((command) => ({ command, prints: [] }));
  const seen = new Set<string>();
  return [...blocks.flatMap(blockCommands), ...inline].filter(
    ({ command }) => !seen.has(command) && seen.add(command),
  );
}

/** Gives the texts of the fences in a language. */
export const fencesIn = (markdown: string, language: string): string[] =>
  fences(markdown)
    .blocks.filter((block) => block.language === language)
    .map(({ text }) => text);

/** Gives the text of the only fence in a language. */
export function fenceIn(markdown: string, language: string): string {
  const [only, ...more] = fencesIn(markdown, language);
  if (only === undefined || more.length > 0) throw new Error(`there is not one fence ${language}`);
  return only;
}

/** Tidies code with Prettier, in a worker: a long page takes longer than an editor may stand still. */
import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import * as html from 'prettier/plugins/html';
import * as postcss from 'prettier/plugins/postcss';
import { format } from 'prettier/standalone';
import type { FormatReply, FormatRequest } from './messages.ts';

const PARSERS = { html: 'html', css: 'css', js: 'babel' } as const;
const COLUMNS = 100;

/** The first sentence of an error, without the place that Prettier adds, and its line. */
function problemOf(error: unknown): FormatReply {
  const [first = ''] = String(error instanceof Error ? error.message : error).split('\n');
  const line = Number(/\((\d+):\d+\)$/.exec(first)?.[1]);
  const problem = first.replace(/ ?\(\d+:\d+\)$/, '');
  return line > 0 ? { problem, line } : { problem };
}

async function tidy({ ending, text }: FormatRequest): Promise<FormatReply> {
  try {
    const plugins = [html, postcss, babel, estree];
    return { text: await format(text, { parser: PARSERS[ending], plugins, printWidth: COLUMNS }) };
  } catch (error) {
    return problemOf(error);
  }
}

addEventListener('message', ({ data }: MessageEvent<FormatRequest>) => {
  void tidy(data).then((reply) => postMessage(reply));
});

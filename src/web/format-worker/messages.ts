/** What the editor asks of the worker that tidies code, and what it answers. */
import * as v from 'valibot';

export interface FormatRequest {
  /** The parser by the file's ending. */
  readonly ending: 'html' | 'css' | 'js';
  readonly text: string;
}

/** The tidy text, or what is wrong with it and the line, from 1, where that is known. */
export const FormatReply = v.union([
  v.object({ text: v.string() }),
  v.object({ problem: v.string(), line: v.optional(v.number()) }),
]);
export type FormatReply = v.InferOutput<typeof FormatReply>;

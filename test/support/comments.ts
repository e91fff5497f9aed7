/** Comments of a protocol client. */
import * as v from 'valibot';
import { anchorOf } from '../../src/shared/site/comment-places.ts';
import {
  type CommentRequest,
  CommentsReply,
  SiteComment,
} from '../../src/shared/site/comment-protocol.ts';
import type { Editor } from './sites.ts';

/** Everything that was said, as this editor is told. */
export async function commentsOf(editor: Editor): Promise<SiteComment[]> {
  const comments: SiteComment[] = [];
  for (;;) {
    const after = comments.at(-1)?.id ?? 0;
    const { value } = await editor.request({ op: 'comments', after });
    const page = v.parse(CommentsReply, value);
    comments.push(...page.comments);
    if (!page.more) return comments;
  }
}

/** `ok`, or the code it was refused with. */
export async function codeOf(editor: Editor, request: CommentRequest): Promise<unknown> {
  const { ok, value } = await editor.request(request);
  return ok ? 'ok' : value['code'];
}

/** A comment on the first `words` in index.html, or in the file of that root. */
export function commentOn(
  editor: Editor,
  words: string,
  text: string,
  root = 'index.html',
): CommentRequest {
  const shared = editor.doc.getText(root);
  const from = shared.toString().indexOf(words);
  if (from < 0) throw new Error(`${words} is not in ${shared.toString()}`);
  return { op: 'comment', anchor: anchorOf(shared, root, from, from + words.length), text };
}

/** Comments, and gives what was stored. */
export async function comment(editor: Editor, words: string, text: string): Promise<SiteComment> {
  const { ok, value } = await editor.request(commentOn(editor, words, text));
  if (!ok) throw new Error(JSON.stringify(value));
  return v.parse(SiteComment, value['comment']);
}

/** What arrived by itself. */
export const heardComments = (editor: Editor): SiteComment[] =>
  editor.heard.flatMap((one) =>
    one.kind === 'comment' ? [v.parse(SiteComment, JSON.parse(one.json))] : [],
  );

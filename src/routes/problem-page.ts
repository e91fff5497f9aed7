/** The HTML page of an error, for clients that prefer HTML to a problem document. */
import { platformDocument } from '../http/document.ts';
import { html } from '../http/html.ts';
import type { Problem } from '../http/problem.ts';
import { curveIcon } from './curve-art.ts';
import { frame } from './frame.ts';
import { FRAME_TEXT } from './text.ts';

export function problemPage(
  { status, title, detail }: Problem,
  styles: readonly string[],
): { readonly body: string; readonly headers: readonly string[] } {
  const body = frame(html`<section class="lone">
${curveIcon(['log', 'exp'], 112)}
<p class="over">${status}</p>
<h1>${title}</h1>
<p>${detail}</p>
<p class="acts"><a class="button" href="/">${FRAME_TEXT.homepage}</a></p>
</section>`);
  return platformDocument({ title: `${title} · Ensemble`, styles, body });
}

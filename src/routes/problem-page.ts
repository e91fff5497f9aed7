/** What a person sees where a program would get a problem document. */
import { platformDocument } from '../http/document.ts';
import { html } from '../http/html.ts';
import type { Problem } from '../http/problem.ts';
import { frame } from './frame.ts';

export function problemPage(
  problem: Problem,
  styles: readonly string[],
): { readonly body: string; readonly headers: readonly string[] } {
  const body = frame(html`<section class="lone">
<p class="code">${problem.status}</p>
<h1>${problem.title}</h1>
<p>${problem.detail}</p>
<p><a class="button" href="/">To the homepage</a></p>
</section>`);
  return platformDocument({ title: `${problem.title} · Ensemble`, styles, body });
}

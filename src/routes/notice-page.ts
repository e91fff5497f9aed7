/** What answers in place of a site that is hidden, removed or damaged, and of a page that it lacks or that takes too long. */
import { platformDocument } from '../http/document.ts';
import { html } from '../http/html.ts';
import type { Sendable } from '../http/page.ts';
import { DATA_HEADERS } from '../http/policy.ts';
import { type SiteProblemName, siteProblem } from '../http/problem.ts';
import { problemAnswer } from '../http/problems.ts';
import { frame } from './frame.ts';
import { FRAME_TEXT } from './text.ts';

export function noticePage(
  name: SiteProblemName,
  username: string,
  styles: readonly string[],
): Sendable {
  const problem = siteProblem(name);
  return problemAnswer(problem, DATA_HEADERS, () => {
    const { title, detail } = problem;
    const back =
      name === 'page-not-found'
        ? html`<a class="button" href="/member/${username}">${FRAME_TEXT.firstPage}</a>`
        : html`<a class="button" href="/">${FRAME_TEXT.homepage}</a>`;
    const body = frame(html`<section class="lone">
<p class="code"><bdi>${username}</bdi></p>
<h1>${title}</h1>
<p>${detail}</p>
<p>${back}</p>
</section>`);
    return platformDocument({ title: `${title} · Ensemble`, styles, body });
  });
}

/** The page of a member without a site: shows the name and invites visitors to create the site. */
import { platformDocument } from '../http/document.ts';
import { html } from '../http/html.ts';
import { Page } from '../http/page.ts';
import { curveIcon, curveOf } from './curve-art.ts';
import { frame } from './frame.ts';
import { PLACEHOLDER_TEXT } from './text.ts';

export function placeholderPage(username: string, styles: readonly string[]): Page {
  const body = frame(html`<section class="lone">
${curveIcon([curveOf(username)], 112)}
<p class="over">${PLACEHOLDER_TEXT.over}</p>
<h1><bdi>${username}</bdi></h1>
<p>${PLACEHOLDER_TEXT.lead}</p>
<p class="acts"><a class="button" href="/member/${username}?edit">${PLACEHOLDER_TEXT.create}</a><a class="button quiet" href="/">${PLACEHOLDER_TEXT.browse}</a></p>
</section>`);
  const title = `${username} · Ensemble`;
  const description = PLACEHOLDER_TEXT.description(username);
  return new Page(platformDocument({ title, description, styles, body }));
}

/** The page of a member who has no site yet: names the member, and the next thing to do. */
import { platformDocument } from '../http/document.ts';
import { html } from '../http/html.ts';
import { Page } from '../http/page.ts';
import { curveOf, curveSign } from './curve-art.ts';
import { frame } from './frame.ts';

export function placeholderPage(username: string, styles: readonly string[]): Page {
  const body = frame(html`<section class="lone">
${curveSign([curveOf(username)], 112)}
<p class="over">No site here yet</p>
<h1><bdi>${username}</bdi></h1>
<p>This address is free. The first edit creates the site; after that, anyone who may edit here can edit it with you, at the same time.</p>
<p class="acts"><a class="button" href="/member/${username}?edit">Create this site</a><a class="button quiet" href="/">See other sites</a></p>
</section>`);
  const title = `${username} · Ensemble`;
  const description = `${username} has no site on Ensemble yet. Create it.`;
  return new Page(platformDocument({ title, description, styles, body }));
}

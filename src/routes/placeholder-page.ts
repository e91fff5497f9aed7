/** The page of a member who has no site yet: names the member, and the next thing to do. */
import { platformDocument } from '../http/document.ts';
import { html } from '../http/html.ts';
import { Page } from '../http/page.ts';
import { frame } from './frame.ts';

export function placeholderPage(username: string, styles: readonly string[]): Page {
  const body = frame(html`<section class="lone">
<p class="code">No site yet</p>
<h1><bdi>${username}</bdi></h1>
<p>Nobody has made this page. Whoever makes the first edit creates it, and everybody may join in.</p>
<p><a class="button" href="?edit">Create this site</a></p>
</section>`);
  const title = `${username} · Ensemble`;
  const description = `${username} has no site on Ensemble yet. Create it.`;
  return new Page(platformDocument({ title, description, styles, body }));
}

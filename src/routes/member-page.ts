/** A member's page as an HTML document: the sites they own and edit. */
import { platformDocument } from '../http/document.ts';
import { html } from '../http/html.ts';
import { frame } from './frame.ts';
import type { MemberView } from './home.ts';
import { paging, siteCard } from './home-page.ts';
import { MEMBER_TEXT } from './text.ts';

/** @param styles of the platform's pages */
export function memberPage(
  view: MemberView,
  styles: readonly string[],
): { readonly body: string; readonly headers: readonly string[] } {
  const { name, sites, total } = view;
  const cards = sites.map((site) =>
    siteCard(site, site.owns ? MEMBER_TEXT.owns : MEMBER_TEXT.edits),
  );
  const body = frame(html`<section class="section" id="sites" aria-labelledby="sites-title">
<div class="bar">
<h1 id="sites-title"><bdi>${name}</bdi></h1>
<p>${MEMBER_TEXT.total(total)}</p>
</div>
<ul class="cards">${cards}</ul>
${view.pages > 1 && paging(view, { member: name })}
</section>`);
  return platformDocument({
    title: MEMBER_TEXT.title(name),
    description: MEMBER_TEXT.description(name),
    styles,
    body,
  });
}

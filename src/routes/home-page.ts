/** The homepage as a document: what this is, a name to start from, the sites there are. */
import { platformDocument } from '../http/document.ts';
import { type Html, html } from '../http/html.ts';
import { USERNAME_RULE } from '../http/username.ts';
import type { ListedSite } from '../sites/sites.ts';
import { frame } from './frame.ts';
import type { HomeView } from './home.ts';

export function homePage(
  view: HomeView,
  styles: readonly string[],
): { readonly body: string; readonly headers: readonly string[] } {
  const body = frame(html`${start(view)}
${sites(view)}`);
  return platformDocument({
    title: 'Ensemble',
    description: 'Websites that people create and edit together, with instruments that learn.',
    styles,
    body,
  });
}

function start({ refused }: HomeView): Html {
  const value = refused === undefined ? '' : refused.suggestion;
  return html`<section class="hero">
<h1>Make a website together.</h1>
<p class="lead">Pick a name and start writing. Anyone you send the address to edits with you, at the same time. Add an instrument, teach it two gestures, and let visitors play.</p>
<form class="go" action="/" method="get">
<label for="go">Name of the site</label>
<div class="row"><span class="prefix" aria-hidden="true">/member/</span>
<input id="go" name="go" value="${value}" required maxlength="64" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="rule"${refused !== undefined && html` aria-invalid="true"`}>
<button class="button">Go</button></div>
<p id="rule" class="hint">${refused !== undefined && html`<strong>“${refused.typed}” cannot be an address.</strong> `}${USERNAME_RULE}</p>
</form>
</section>`;
}

function sites(view: HomeView): Html {
  const { list, search } = view;
  return html`<section class="sites" aria-labelledby="sites">
<div class="bar">
<h2 id="sites">Sites</h2>
<form class="search" action="/#sites" method="get" role="search">
<label for="q">Search</label>
<input id="q" name="q" type="search" value="${search}" maxlength="64">
<button class="button quiet">Search</button>
</form>
</div>
${list.sites.length === 0 ? html`<p class="none">${search === '' ? 'No site yet. The first one could be yours.' : html`No site is called “<bdi>${search}</bdi>”.`}</p>` : html`<ul class="cards">${list.sites.map(card)}</ul>`}
${view.pages > 1 && paging(view)}
</section>`;
}

function card(site: ListedSite): Html {
  const edited = new Date(site.edited_at).toISOString();
  const name = site.display_name === '' ? site.username : site.display_name;
  return html`<li><a class="card" href="/member/${site.username}"><strong dir="auto">${name}</strong>
<span>/member/${site.username}</span>
<time datetime="${edited}">edited ${edited.slice(0, 10)}</time></a></li>`;
}

function paging({ search, page, pages }: HomeView): Html {
  const at = (number: number) => {
    const query = new URLSearchParams();
    if (search !== '') query.set('q', search);
    if (number > 1) query.set('page', String(number));
    const text = query.toString();
    return `/${text === '' ? '' : `?${text}`}#sites`;
  };
  return html`<nav class="paging" aria-label="Pages of the list">
${page > 1 ? html`<a rel="prev" href="${at(page - 1)}">Later edits</a>` : html`<span></span>`}
<span>Page ${page} of ${pages}</span>
${page < pages ? html`<a rel="next" href="${at(page + 1)}">Earlier edits</a>` : html`<span></span>`}
</nav>`;
}

/** The homepage as a document: what this is, a name to start from, the sites, the instruments. */
import type { Mode, PrimaryInput } from '../../build/ts/mode.ts';
import { platformDocument } from '../http/document.ts';
import { type Html, html } from '../http/html.ts';
import { usernameRule } from '../http/username.ts';
import type { ListedSite } from '../sites/sites.ts';
import { spoken } from '../spoken.ts';
import { curveOf, curvePicture, curveSign, inputSign } from './curve-art.ts';
import { frame } from './frame.ts';
import type { HomeView } from './home.ts';

export interface HomePageOptions {
  readonly styles: readonly string[];
  /** The gallery. */
  readonly modes: readonly Mode[];
  /** False where browsers will find no secure context: plain http that is not this machine's. */
  readonly secure: boolean;
  readonly username_characters: number;
  readonly search_characters: number;
}

export function homePage(
  view: HomeView,
  { styles, modes, secure, username_characters, search_characters }: HomePageOptions,
): { readonly body: string; readonly headers: readonly string[] } {
  const body = frame(html`${hero(view, username_characters)}
${sites(view, search_characters)}
${instruments(modes, secure)}`);
  const { search, page } = view;
  const place = search !== '' ? `“${search}” · ` : page > 1 ? `Page ${page} · ` : '';
  return platformDocument({
    title: `${place}Ensemble`,
    description:
      'Websites that people create and edit together, with playable instruments that learn by example.',
    styles,
    body,
  });
}

function hero({ refused }: HomeView, length: number): Html {
  return html`<section class="hero" aria-labelledby="start">
<div>
<h1 id="start">Make a website together.</h1>
<p class="lead">Pick a name and start writing. Whoever has the address edits with you, at the same time. Put an instrument on the page, teach it two gestures, and let visitors play between them.</p>
<form class="go" action="/" method="get">
<label for="go">Name your site, or find one</label>
<div class="row"><div class="address"><span aria-hidden="true">/member/</span><input id="go" name="go" value="${refused?.suggestion ?? ''}" required maxlength="${length}" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="rule"${refused !== undefined && html` aria-invalid="true" autofocus`}></div><button class="button">Go</button></div>
<p id="rule" class="hint">${refused !== undefined && html`<strong>${refused.typed === '' ? 'An address needs a name.' : html`“<bdi>${refused.typed}</bdi>” cannot be an address.`}</strong> `}${usernameRule(length)}</p>
</form>
</div>
<div class="art">${curvePicture()}</div>
</section>`;
}

function sites(view: HomeView, length: number): Html {
  const { list, search } = view;
  const found = list.total === 1 ? '1 site' : `${list.total.toLocaleString('en')} sites`;
  const nothing =
    search === ''
      ? html`<p class="none">No site yet. The first one could be yours.</p>`
      : html`<p class="none">No site is called “<bdi>${search}</bdi>”. <a href="/#sites">Show all</a></p>`;
  return html`<section class="section" id="sites" aria-labelledby="sites-title">
<div class="bar">
<h2 id="sites-title">${search === '' ? 'Sites' : html`Sites called “<bdi>${search}</bdi>”`}</h2>
${list.total > 0 && html`<p>${found}, latest edit first</p>`}
<form class="search" action="/#sites" method="get" role="search">
<label class="unseen" for="q">Search sites</label>
<input id="q" name="q" type="search" dir="auto" value="${search}" maxlength="${length}" placeholder="Name of a site">
<button class="button quiet">Search</button>
</form>
</div>
${list.sites.length === 0 ? nothing : html`<ul class="cards">${list.sites.map(siteCard)}</ul>`}
${view.pages > 1 && paging(view)}
</section>`;
}

function siteCard({ username, display_name, edited_at }: ListedSite): Html {
  const edited = new Date(edited_at).toISOString();
  return html`<li><a class="card" href="/member/${username}"><strong dir="auto">${display_name === '' ? username : display_name}</strong>
<small class="place">/member/${username}</small>
<small>edited <time datetime="${edited}">${edited.slice(0, 10)}</time></small>
${curveSign([curveOf(username)], 40)}</a></li>
`;
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
<span aria-current="page">Page ${page} of ${pages}</span>
${page < pages ? html`<a rel="next" href="${at(page + 1)}">Earlier edits</a>` : html`<span></span>`}
</nav>`;
}

const PLAYED: Readonly<Record<PrimaryInput, string>> = {
  xy_pad: 'Played on a pad',
  joystick: 'Played with a joystick',
  sliders: 'Played with sliders',
  audio_in: 'Listens to the microphone',
  midi_in: 'Played from a keyboard',
  none: 'Plays itself',
};

function instruments(modes: readonly Mode[], secure: boolean): Html | false {
  if (modes.length === 0) return false;
  return html`<section class="section instruments" id="instruments" aria-labelledby="instruments-title">
<div class="bar"><h2 id="instruments-title">Instruments</h2><p>Open one and teach it.</p></div>
${!secure && html`<p class="notice">This address is plain http. Browsers let instruments sound and use devices only over https.</p>`}
<ul class="cards">${modes.map(modeCard)}</ul>
</section>`;
}

function modeCard({ modeId, params, channels, ui }: Mode): Html {
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;
  return html`<li><a class="card" href="/?play=${modeId}"><strong>${spoken(modeId)}</strong>
<small>${PLAYED[ui.primaryInput]}</small>
<small>${count(channels.length, 'gesture')} to ${count(params.length, 'parameter')}</small>
${inputSign(ui.primaryInput, 44)}</a></li>
`;
}

/** The homepage as an HTML document: introduction, the form that opens a site, all sites, all instruments. */
import type { Mode } from '../../build/ts/mode.ts';
import { platformDocument } from '../http/document.ts';
import { type Html, html } from '../http/html.ts';
import { humanize } from '../shared/humanize.ts';
import { presetsOf } from '../shared/instrument/presets.ts';
import { usernameRule } from '../shared/username.ts';
import type { ListedSite } from '../sites/sites.ts';
import { curveIcon, curveOf, curvePicture, inputIcon, soundPicture } from './curve-art.ts';
import { frame } from './frame.ts';
import type { Hero } from './hero.ts';
import type { HomeView } from './home.ts';
import { HOME_TEXT, INPUT_TEXT, KIND_TEXT } from './text.ts';

/** Presets that a card names. */
const NAMED_PRESETS = 3;

export interface HomePageOptions {
  readonly styles: readonly string[];
  /** Loads the instrument. */
  readonly script: string;
  /** Undefined if the service has no player, or no such mode. */
  readonly hero: Hero | undefined;
  /** Modes of the gallery. */
  readonly modes: readonly Mode[];
  /** False if browsers will not treat the page as a secure context: plain http, not on localhost. */
  readonly secure: boolean;
  readonly username_characters: number;
  readonly search_characters: number;
}

export function homePage(
  view: HomeView,
  options: HomePageOptions,
): { readonly body: string; readonly headers: readonly string[] } {
  const { styles, script, modes, secure, username_characters, search_characters } = options;
  // Who searches or turns pages has seen it.
  const instrument = view.search === '' && view.page === 1 ? options.hero : undefined;
  const body = frame(html`${hero(view, instrument, username_characters)}
${sites(view, search_characters)}
${instruments(modes, secure)}`);
  const { search, page } = view;
  const place = search !== '' ? `“${search}” · ` : page > 1 ? `${HOME_TEXT.page(page)} · ` : '';
  return platformDocument({
    title: `${place}Ensemble`,
    description: HOME_TEXT.description,
    styles,
    body,
    ...(instrument !== undefined && { scripts: [script], needs: { frames: true, offline: true } }),
  });
}

function hero({ refused }: HomeView, instrument: Hero | undefined, length: number): Html {
  return html`<section class="hero" aria-labelledby="start">
<div>
<h1 id="start">${HOME_TEXT.heading}</h1>
</div>
${instrument === undefined ? html`<div class="art">${curvePicture()}</div>` : tryIt(instrument)}
<div>
${instrument === undefined ? html`<p class="lead">${HOME_TEXT.lead}</p>` : steps(instrument)}
<form class="go" action="/" method="get">
<label for="go">${HOME_TEXT.start}</label>
<div class="row"><div class="address"><span aria-hidden="true">/member/</span><input id="go" name="go" value="${refused?.suggestion ?? ''}" required maxlength="${length}" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="rule"${refused !== undefined && html` aria-invalid="true" autofocus`}></div><button class="button">${HOME_TEXT.go}</button></div>
<p id="rule" class="hint">${refused !== undefined && html`<strong>${refused.typed === '' ? HOME_TEXT.nameMissing : html`“<bdi>${refused.typed}</bdi>” ${HOME_TEXT.nameInvalid}`}</strong> `}${usernameRule(length)}</p>
</form>
</div>
</section>`;
}

/** The place of the instrument; without script, a link to its player. */
function tryIt({ mode, player, frame: address }: Hero): Html {
  const name = humanize(mode.modeId);
  return html`<div class="try" data-address="${address}" data-title="${name}"><p><a class="button" href="${player}">${HOME_TEXT.openPlayer(name)}</a></p></div>`;
}

function steps({ mode, player }: Hero): Html {
  const { play, teach, share } = HOME_TEXT.steps;
  return html`<ol class="steps">
<li><strong>${play.title}</strong> ${play.text}</li>
<li><strong>${teach.title}</strong> <a href="${player}">${HOME_TEXT.openPlayer(humanize(mode.modeId))}</a>${teach.text}</li>
<li><strong>${share.title}</strong> ${share.text}</li>
</ol>`;
}

function sites(view: HomeView, length: number): Html {
  const { list, search } = view;
  const nothing =
    search === ''
      ? html`<p class="none">${HOME_TEXT.empty}</p>`
      : html`<p class="none">${HOME_TEXT.noMatch} “<bdi>${search}</bdi>”. <a href="/#sites">${HOME_TEXT.showAll}</a></p>`;
  return html`<section class="section" id="sites" aria-labelledby="sites-title">
<div class="bar">
<h2 id="sites-title">${search === '' ? HOME_TEXT.sites : html`${HOME_TEXT.searchResults} “<bdi>${search}</bdi>”`}</h2>
${list.total > 0 && html`<p>${HOME_TEXT.total(list.total)}</p>`}
<form class="search" action="/#sites" method="get" role="search">
<label class="unseen" for="q">${HOME_TEXT.searchLabel}</label>
<input id="q" name="q" type="search" dir="auto" value="${search}" maxlength="${length}" placeholder="${HOME_TEXT.searchHint}">
<button class="button quiet">${HOME_TEXT.search}</button>
</form>
</div>
${list.sites.length === 0 ? nothing : html`<ul class="cards">${list.sites.map((site) => siteCard(site))}</ul>`}
${view.pages > 1 && paging(view, search === '' ? {} : { q: search })}
</section>`;
}

/** A site as a card; `role` is what someone is there. */
export function siteCard({ username, display_name, edited_at }: ListedSite, role?: string): Html {
  const edited = new Date(edited_at).toISOString();
  const name = display_name === '' ? username : display_name;
  return html`<li class="card"><strong dir="auto">${name}</strong>
<small class="place">/member/${username}</small>
${
  role !== undefined &&
  html`<small>${role}</small>
`
}<small>${HOME_TEXT.edited} <time datetime="${edited}">${edited.slice(0, 10)}</time></small>
${curveIcon([curveOf(username)], 40)}
<p><a class="open" href="/member/${username}" aria-label="${HOME_TEXT.open} ${name}">${HOME_TEXT.open}</a><a class="editor" href="/member/${username}?edit" aria-label="${HOME_TEXT.edit} ${name}">${HOME_TEXT.edit}</a></p></li>
`;
}

/** Links to the pages before and after; `asked` is the rest of the query. */
export function paging(
  { page, pages }: Pick<HomeView, 'page' | 'pages'>,
  asked: Readonly<Record<string, string>>,
): Html {
  const at = (number: number) => {
    const query = new URLSearchParams(asked);
    if (number > 1) query.set('page', String(number));
    const text = query.toString();
    return `/${text === '' ? '' : `?${text}`}#sites`;
  };
  return html`<nav class="paging" aria-label="${HOME_TEXT.paging}">
${page > 1 ? html`<a rel="prev" href="${at(page - 1)}">${HOME_TEXT.newer}</a>` : html`<span></span>`}
<span aria-current="page">${HOME_TEXT.pageOf(page, pages)}</span>
${page < pages ? html`<a rel="next" href="${at(page + 1)}">${HOME_TEXT.older}</a>` : html`<span></span>`}
</nav>`;
}

function instruments(modes: readonly Mode[], secure: boolean): Html | false {
  if (modes.length === 0) return false;
  return html`<section class="section instruments" id="instruments" aria-labelledby="instruments-title">
<div class="bar"><h2 id="instruments-title">${HOME_TEXT.instruments}</h2><p><span class="with-mouse">${HOME_TEXT.instrumentsPreview}</span> ${HOME_TEXT.instrumentsHint}</p></div>
${!secure && html`<p class="notice">${HOME_TEXT.insecure}</p>`}
${KINDS.flatMap((kind) => kindOfInstruments(kind, modes))}
</section>`;
}

type Kind = keyof typeof KIND_TEXT;

const KINDS = ['played', 'playsItself', 'effect', 'analyser'] as const satisfies readonly Kind[];

function kindOf({ channels, microphone, listens }: Mode): Kind {
  if (microphone) return 'analyser';
  if (listens) return 'effect';
  return channels.every((channel) => channel.startsWith('wander_')) ? 'playsItself' : 'played';
}

function kindOfInstruments(kind: Kind, all: readonly Mode[]): readonly Html[] {
  const modes = all.filter((mode) => kindOf(mode) === kind);
  if (modes.length === 0) return [];
  return [
    html`<h3>${KIND_TEXT[kind]}</h3>
<ul class="cards">${modes.map(modeCard)}</ul>
`,
  ];
}

function modeCard({ modeId, ui }: Mode): Html {
  const presets = presetsOf(modeId).slice(0, NAMED_PRESETS);
  return html`<li><a class="card" href="/?play=${modeId}" data-preview="${modeId}">${soundPicture(modeId)}<strong>${humanize(modeId)}</strong>
<small>${INPUT_TEXT[ui.primaryInput]}</small>
<small>${presets.map(({ name }) => name).join(', ')}</small>
${inputIcon(ui.primaryInput, 44)}</a></li>
`;
}

/** The header, navigation and footer around every platform page. */
import { type Html, html } from '../http/html.ts';
import { curveMark } from './curve-art.ts';
import { FRAME_TEXT } from './text.ts';

export function frame(main: Html): Html {
  return html`<a class="skip" href="#main">${FRAME_TEXT.skip}</a>
<header class="top">
<a class="brand" href="/">${curveMark(28)}<span>Ensemble</span></a>
<nav class="ways" aria-label="${FRAME_TEXT.navigation}"><a href="/#sites">${FRAME_TEXT.sites}</a><a href="/#instruments">${FRAME_TEXT.instruments}</a></nav>
</header>
<main class="page" id="main" tabindex="-1">
${main}
</main>
<footer class="foot">
<p>${FRAME_TEXT.tagline}</p>
<p>${FRAME_TEXT.api} <a href="/api">/api</a></p>
</footer>`;
}

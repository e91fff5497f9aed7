/** What every page of ours has around its own content: the mark, the way around, the foot. */
import { type Html, html } from '../http/html.ts';
import { curveMark } from './curve-art.ts';

export function frame(main: Html): Html {
  return html`<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/">${curveMark(28)}<span>Ensemble</span></a>
<nav class="ways" aria-label="Platform"><a href="/#sites">Sites</a><a href="/#instruments">Instruments</a></nav>
</header>
<main class="page" id="main" tabindex="-1">
${main}
</main>
<footer class="foot">
<p>Sites people make together. Instruments that learn by example.</p>
<p>For programs: <a href="/api">/api</a></p>
</footer>`;
}

/** What every page of ours has around its own content: the mark, the way home, the foot. */
import { type Html, html, trusted } from '../http/html.ts';

/** The exponential response curve, the platform's mark, in a box of `size` pixels. */
export function curveMark(size: number): Html {
  return html`<svg class="mark" width="${size}" height="${size}" viewBox="0 0 32 32" aria-hidden="true">${trusted(
    '<path d="M5 27C17 27 23 21 27 5"/>',
  )}</svg>`;
}

export function frame(main: Html): Html {
  return html`<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/">${curveMark(28)}<span>Ensemble</span></a>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer class="foot">
<p>Sites people make together, and instruments that learn by example.</p>
</footer>`;
}

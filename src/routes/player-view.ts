/** The player's page: one document for every instrument; its script reads from the address which it is. */
import type { Bundles } from '../http/bundles.ts';
import { platformDocument } from '../http/document.ts';
import { html } from '../http/html.ts';
import { Page } from '../http/page.ts';
import { frame } from './frame.ts';

export function playerPage(bundles: Bundles): Page {
  const { body, headers } = platformDocument({
    title: 'Play · Ensemble',
    description: 'Play an instrument, teach it by example, put it on a site.',
    styles: [bundles.text('platform.css'), bundles.text('player.css')],
    scripts: [bundles.text('sound-mode.js'), bundles.text('player.js')],
    body: frame(
      html`<div id="player"><noscript><p>An instrument needs JavaScript.</p></noscript></div>`,
    ),
    // The editor frames it as the side where instruments are taught.
    needs: { audio: true, editing: true, framedBy: 'us' },
  });
  return new Page({ body, headers, prepared: 'once' });
}

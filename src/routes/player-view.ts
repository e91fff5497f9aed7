/** The player's page: one document for every instrument; its script reads the address. */
import type { Bundles } from '../http/bundles.ts';
import { platformDocument } from '../http/document.ts';
import { html } from '../http/html.ts';
import { Page } from '../http/page.ts';
import { frame } from './frame.ts';
import { APP_TEXT } from './text.ts';

export function playerPage(bundles: Bundles): Page {
  const { body, headers } = platformDocument({
    title: `${APP_TEXT.player} · Ensemble`,
    description: APP_TEXT.playerDescription,
    styles: [bundles.text('platform.css'), bundles.text('player.css')],
    scripts: [bundles.text('sound-mode.js'), bundles.text('player.js')],
    body: frame(html`<div id="player"><noscript><p>${APP_TEXT.noScript}</p></noscript></div>`),
    // The editor frames it as its instrument panel.
    needs: { audio: true, editing: true, offline: true, framedBy: 'us' },
  });
  return new Page({ body, headers, prepared: 'once' });
}

/** The reference card of an instrument: one document for every instrument; its script reads the address. */
import type { Bundles } from '../http/bundles.ts';
import { platformDocument } from '../http/document.ts';
import { html } from '../http/html.ts';
import { Page } from '../http/page.ts';
import { frame } from './frame.ts';
import { APP_TEXT } from './text.ts';

export function referencePage(bundles: Bundles): Page {
  const { body, headers } = platformDocument({
    title: `${APP_TEXT.reference} · Ensemble`,
    description: APP_TEXT.referenceDescription,
    styles: [bundles.text('platform.css'), bundles.text('reference.css')],
    scripts: [bundles.text('sound-mode.js'), bundles.text('reference.js')],
    body: frame(html`<div id="reference"><noscript><p>${APP_TEXT.noScript}</p></noscript></div>`),
    needs: { audio: true },
  });
  return new Page({ body, headers, prepared: 'once' });
}

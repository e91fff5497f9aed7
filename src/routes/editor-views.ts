/** The editor's pages: the same documents for every member, whose name the script reads from the address. */
import type { Bundles } from '../http/bundles.ts';
import { platformDocument } from '../http/document.ts';
import { html } from '../http/html.ts';
import { Page } from '../http/page.ts';
import { siteHeaders } from '../http/policy.ts';
import type { MemberViews } from './member.ts';

/** @param modes ids of the instruments that the insert menu offers */
export function editorViews(
  bundles: Bundles,
  modes: readonly string[],
): Pick<MemberViews, 'edit' | 'history' | 'live' | 'preview'> {
  const edit = appPage(bundles, 'editor', 'Edit a site', { modes });
  return {
    edit,
    history: edit,
    live: appPage(bundles, 'live', 'A site as it is written', {}),
    preview: previewPage(bundles),
  };
}

function appPage(bundles: Bundles, name: string, title: string, data: unknown): Page {
  const { body, headers } = platformDocument({
    title: `${title} · Ensemble`,
    styles: [bundles.text('platform.css'), bundles.text(`${name}.css`)],
    scripts: [bundles.text(`${name}.js`)],
    data,
    body: html`<div id="app" class="app"><noscript><p>This page needs JavaScript: several people write in it at once.</p></noscript></div>`,
    needs: { editing: true },
  });
  return new Page({ body, headers, prepared: 'once' });
}

/**
 * Has a site's policy, so that what is previewed may do what it will be allowed to, and no more. Carries
 * the script that makes instruments play, for the documents it draws.
 */
function previewPage(bundles: Bundles): Page {
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Preview</title>
<style>${bundles.text('preview.css')}</style></head>
<body><script type="text/plain" id="player">${bundles.text('sound-mode.js')}</script>
<script>${bundles.text('preview.js')}</script></body></html>
`;
  return new Page({ body, headers: siteHeaders(), prepared: 'once' });
}

/** The editor's pages: one document for all members; the script reads the username from the address. */
import type { Bundles } from '../http/bundles.ts';
import { platformDocument } from '../http/document.ts';
import { html } from '../http/html.ts';
import { Page, type PageOptions, versionOf } from '../http/page.ts';
import { previewHeaders } from '../http/policy.ts';
import type { MemberViews } from './member.ts';
import { scriptPage } from './script-page.ts';
import { APP_TEXT } from './text.ts';

/** @param modes ids of the instruments that the insert menu offers */
export function editorViews(
  bundles: Bundles,
  modes: readonly string[],
): Pick<MemberViews, 'edit' | 'format' | 'history' | 'live' | 'preview' | 'lastingPreview'> {
  const preview = previewOptions(bundles);
  const { version } = preview;
  const edit = appPage(bundles, 'editor', APP_TEXT.editor, { modes, preview: version });
  return {
    edit,
    format: scriptPage(bundles, 'format-worker'),
    history: edit,
    live: appPage(bundles, 'live', APP_TEXT.live, {}),
    preview: new Page(preview),
    lastingPreview: new Page({ ...preview, cache: 'lasting' }),
  };
}

function appPage(bundles: Bundles, name: string, title: string, data: unknown): Page {
  const { body, headers } = platformDocument({
    title: `${title} · Ensemble`,
    styles: [bundles.text('platform.css'), bundles.text(`${name}.css`)],
    scripts: [bundles.text(`${name}.js`)],
    data,
    body: html`<div id="app" class="app"><noscript><p>${APP_TEXT.noScript}</p></noscript></div>`,
    needs: { editing: true, libraries: name === 'editor', offline: name === 'editor' },
  });
  return new Page({ body, headers, prepared: 'once' });
}

/**
 * Sent with the policy of a published site, so that a preview may do exactly what the site will be allowed
 * to do. Contains the scripts for the documents it draws: the one that runs before a site's own, and the
 * instruments'.
 */
function previewOptions(bundles: Bundles): PageOptions & { readonly version: string } {
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${APP_TEXT.preview}</title>
<style>${bundles.text('preview.css')}</style></head>
<body><script type="text/plain" id="guard">${bundles.text('site.js')}</script>
<script type="text/plain" id="prelude">${bundles.text('prelude.js')}</script>
<script type="text/plain" id="player">${bundles.text('sound-mode.js')}</script>
<script>${bundles.text('preview.js')}</script></body></html>
`;
  const headers = previewHeaders();
  const version = versionOf(JSON.stringify([body, headers]));
  return { body, version, headers, prepared: 'once' };
}

/** The page in place of a site that is not shown: hidden or removed by the operator, or damaged; and of a page it has not. */
import { platformDocument } from '../http/document.ts';
import { html } from '../http/html.ts';
import { Page } from '../http/page.ts';
import { frame } from './frame.ts';
import { FRAME_TEXT, NOTICE_TEXT } from './text.ts';

const STATUS = { hidden: 403, removed: 410, damaged: 500, missing: 404 } as const;
type Notice = keyof typeof STATUS;

export function noticePage(notice: Notice, username: string, styles: readonly string[]): Page {
  const { title, text } = NOTICE_TEXT[notice];
  const back =
    notice === 'missing'
      ? html`<a class="button" href="/member/${username}">${NOTICE_TEXT.missing.back}</a>`
      : html`<a class="button" href="/">${FRAME_TEXT.homepage}</a>`;
  const body = frame(html`<section class="lone">
<p class="code"><bdi>${username}</bdi></p>
<h1>${title}</h1>
<p>${text}</p>
<p>${back}</p>
</section>`);
  const document = platformDocument({ title: `${title} · Ensemble`, styles, body });
  return new Page({ ...document, status: STATUS[notice] });
}

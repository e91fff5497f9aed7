/** The page in place of a site that is not shown: hidden or removed by the operator, or damaged. */
import { platformDocument } from '../http/document.ts';
import { html } from '../http/html.ts';
import { Page } from '../http/page.ts';
import { frame } from './frame.ts';

type Notice = 'hidden' | 'removed' | 'damaged';

const TEXTS: Readonly<Record<Notice, { status: number; title: string; text: string }>> = {
  hidden: {
    status: 403,
    title: 'This site is hidden',
    text: 'Whoever runs this service has hidden it for now. It may come back.',
  },
  removed: {
    status: 410,
    title: 'This site was removed',
    text: 'Whoever runs this service has removed it.',
  },
  damaged: {
    status: 500,
    title: 'This site cannot be read',
    text: 'It is damaged on the disk of this service. Whoever runs the service has been told; other sites are not affected.',
  },
};

export function noticePage(notice: Notice, username: string, styles: readonly string[]): Page {
  const { status, title, text } = TEXTS[notice];
  const body = frame(html`<section class="lone">
<p class="code"><bdi>${username}</bdi></p>
<h1>${title}</h1>
<p>${text}</p>
<p><a class="button" href="/">To the homepage</a></p>
</section>`);
  const document = platformDocument({ title: `${title} · Ensemble`, styles, body });
  return new Page({ ...document, status });
}

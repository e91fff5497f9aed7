/** The live page (`?live`): a site as it is being edited. */
import { FIRST_PAGE } from '../../shared/site/page-links.ts';
import { publishSite } from '../../shared/site/publish.ts';
import { isPage } from '../../shared/site/text-files.ts';
import { byId, h } from '../dom.ts';
import { initials, readUser } from '../people.ts';
import { PreviewFrame } from '../preview-frame.ts';
import { badgeText } from '../save-status.ts';
import { Session } from '../session.ts';
import { LIVE_TEXT } from './text.ts';

/** Short enough to follow the edits, long enough for scripts to run. */
const DRAW_INTERVAL_MS = 400;

const username = location.pathname.split('/').at(-1) ?? '';
document.title = LIVE_TEXT.title(username);
const session = await Session.open({ username, keep: false });
// Someone who only watches is not in the list of people editing.
session.awareness.setLocalState(null);

let page: string = FIRST_PAGE;
const frame = new PreviewFrame(
  `/member/${username}?preview`,
  LIVE_TEXT.frame(username),
  (report) => {
    if (report.ensemble !== 'page') return;
    page = report.page;
    drawSoon();
  },
);
const people = h('ul', { class: 'people', attributes: { 'aria-label': LIVE_TEXT.people } });
const status = h('span');
const name = h('a', { text: username, attributes: { href: `/member/${username}` } });
const edit = h('a', { class: 'button', text: LIVE_TEXT.edit, attributes: { href: '?edit' } });
const bar = h(
  'header',
  { class: 'appbar' },
  h('h1', {}, name),
  status,
  h('span', { class: 'gap' }),
  people,
  edit,
);
byId('app').replaceChildren(bar, h('main', { class: 'live' }, frame.element));

let timer = 0;
function draw(): void {
  timer = 0;
  const content = session.content();
  if (!isPage(page) || !Object.hasOwn(content.files, page)) page = FIRST_PAGE;
  frame.draw(publishSite(content, username, { page }), page);
}

function drawSoon(): void {
  if (timer === 0) timer = window.setTimeout(draw, DRAW_INTERVAL_MS);
}

function drawPeople(): void {
  const states = [...session.awareness.getStates()];
  const items = states
    .filter(([client]) => client !== session.awareness.clientID)
    .map(([, state]) => {
      const user = readUser(state['user']);
      const avatar = h('span', { class: 'avatar', text: initials(user.name) });
      avatar.style.setProperty('--peer', user.color);
      avatar.setAttribute('aria-hidden', 'true');
      return h('li', { title: user.name }, avatar, h('span', { class: 'unseen', text: user.name }));
    });
  people.replaceChildren(...items);
}

function follow(): void {
  const { kind } = session.saveStatus;
  const live = kind === 'saved' || kind === 'saving' || kind === 'reading';
  status.className = live ? 'save-status saved' : 'save-status waiting';
  const text = live ? LIVE_TEXT.live : badgeText(session.saveStatus);
  if (status.textContent !== text) status.textContent = text;
}

session.doc.on('update', drawSoon);
session.awareness.on('change', drawPeople);
session.onChange(follow);
follow();
drawPeople();

/** The live page (`?live`): a site as it is being written, drawn anew with every pause of the writers. */
import { publishSite } from '../../sites/publish.ts';
import { byId, h } from '../dom.ts';
import { initials, readUser } from '../people.ts';
import { PreviewFrame } from '../preview-frame.ts';
import { Session } from '../session.ts';

/** Often enough to follow, seldom enough that scripts get to run. */
const DRAW_EVERY_MS = 400;

const username = location.pathname.split('/').at(-1) ?? '';
document.title = `${username} · live · Ensemble`;
const session = await Session.open({ username, keep: false });
// A reader is nobody in the list of those who write.
session.awareness.setLocalState(null);

const frame = new PreviewFrame(`/member/${username}?preview`, `The site of ${username}`, () => {});
const people = h('ul', { class: 'people', attributes: { 'aria-label': 'People writing' } });
const state = h('span', { class: 'sign waiting', text: 'Connecting…' });
const name = h('a', { text: username, attributes: { href: `/member/${username}` } });
const edit = h('a', { class: 'button', text: 'Join in', attributes: { href: '?edit' } });
const bar = h(
  'header',
  { class: 'appbar' },
  h('h1', {}, name),
  state,
  h('span', { class: 'gap' }),
  people,
  edit,
);
byId('app').replaceChildren(bar, h('main', { class: 'live' }, frame.element));

let timer = 0;
function draw(): void {
  timer = 0;
  frame.draw(publishSite(session.content(), username));
}

function drawPeople(): void {
  const states = [...session.awareness.getStates()];
  const faces = states
    .filter(([client]) => client !== session.awareness.clientID)
    .map(([, state]) => {
      const user = readUser(state['user']);
      const face = h('span', { class: 'face', text: initials(user.name) });
      face.style.setProperty('--peer', user.color);
      face.setAttribute('aria-hidden', 'true');
      return h('li', { title: user.name }, face, h('span', { class: 'unseen', text: user.name }));
    });
  people.replaceChildren(...faces);
}

function follow(): void {
  const { kind } = session.standing;
  const live = kind === 'saved' || kind === 'saving' || kind === 'reading';
  state.className = live ? 'sign saved' : 'sign waiting';
  const words = live ? 'Live' : kind === 'connecting' ? 'Connecting…' : 'Not connected';
  if (state.textContent !== words) state.textContent = words;
}

session.doc.on('update', () => {
  if (timer === 0) timer = window.setTimeout(draw, DRAW_EVERY_MS);
});
session.awareness.on('change', drawPeople);
session.onChange(follow);
follow();
drawPeople();

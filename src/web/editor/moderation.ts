/** What the operator can do to a site, with the operator key. */
import type { Awareness } from 'y-protocols/awareness';
import type { SiteRequest } from '../../shared/site/protocol.ts';
import { field, h } from '../dom.ts';
import { readUser } from '../people.ts';
import type { Session } from '../session.ts';
import { ask, notice } from './dialog.ts';
import { errorSentence } from './error-sentence.ts';
import { askKey } from './key-prompt.ts';
import type { MenuItem } from './menu.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.moderation;
const OPERATIONS = ['lock', 'unlock', 'hide', 'show', 'remove', 'recover', 'purge'] as const;
type Operation = (typeof OPERATIONS)[number];

/** Items of the menu: one that asks for the operator key, then, with the key, everything else. */
export function moderationItems(session: Session): MenuItem[] {
  if (session.access !== 'operate') {
    const { label, hint } = TEXT.operator;
    return [{ label, hint, run: () => void askKey(session, EDITOR_TEXT.key.operator) }];
  }
  const items = OPERATIONS.map((op) => {
    const { label, hint } = TEXT.actions[op];
    return { label, hint, run: () => void apply(session, op) };
  });
  const { label, hint } = TEXT.block;
  return [...items, { label, hint, run: () => void blockSomeone(session) }];
}

async function attempt(session: Session, request: SiteRequest, done: string): Promise<void> {
  try {
    await session.request(request);
    notice(done);
  } catch (error) {
    notice(errorSentence(error), 'problem');
  }
}

/** Applies an operation; asks first if other people notice it. */
async function apply(session: Session, op: Operation): Promise<void> {
  const words = TEXT.actions[op];
  if ('title' in words) {
    const { title, note } = words;
    const go = words.label.replace('…', '');
    if (!(await ask({ title, body: [h('p', { text: note })], go, danger: true }))) return;
  }
  await attempt(session, { op }, words.done);
}

function others(awareness: Awareness): [number, string][] {
  return [...awareness.getStates()]
    .filter(([client]) => client !== awareness.clientID)
    .map(([client, state]) => [client, readUser(state['user']).name]);
}

async function blockSomeone(session: Session): Promise<void> {
  const people = others(session.awareness);
  if (people.length === 0) {
    notice(TEXT.block.none);
    return;
  }
  const choices = people.map(([client, name]) =>
    h('option', { text: name, attributes: { value: client } }),
  );
  const who = h('select', {}, ...choices);
  const hours = field(TEXT.block.hours, { type: 'number', min: 1, max: 8760, value: 24 });
  const confirmed = await ask({
    title: TEXT.block.title,
    body: [
      h('p', { text: TEXT.block.note }),
      h('label', { class: 'field' }, h('span', { text: TEXT.block.person }), who),
      hours.row,
    ],
    go: TEXT.block.go,
    danger: true,
    check: () => {
      const count = Number(hours.input.value);
      return count >= 1 && count <= 8760 ? undefined : TEXT.block.hoursInvalid;
    },
  });
  if (!confirmed) return;
  const request = {
    op: 'block',
    client: Number(who.value),
    hours: Number(hours.input.value),
  } as const;
  await attempt(session, request, TEXT.block.done);
}

/** What the operator may do to a site, behind the operator's key. */
import type { Awareness } from 'y-protocols/awareness';
import type { SiteRequest } from '../../sites/protocol.ts';
import { field, h } from '../dom.ts';
import { readUser } from '../people.ts';
import type { Session } from '../session.ts';
import { ask, notice } from './dialog.ts';
import { askKey } from './key-prompt.ts';
import type { Command } from './menu.ts';

type Simple = 'lock' | 'unlock' | 'hide' | 'show' | 'remove' | 'recover' | 'purge';

interface Measure {
  readonly op: Simple;
  readonly label: string;
  readonly hint: string;
  readonly done: string;
  /** Asked first, where the measure is felt by others. */
  readonly question?: string;
}

const MEASURES: readonly Measure[] = [
  { op: 'lock', label: 'Lock', hint: 'Nobody edits until unlocked', done: 'Locked.' },
  { op: 'unlock', label: 'Unlock', hint: 'People may edit again', done: 'Unlocked.' },
  {
    op: 'hide',
    label: 'Hide',
    hint: 'Visitors see no site',
    done: 'Hidden.',
    question: 'Hide this site? Visitors see no site, and everyone but the operator is sent away.',
  },
  { op: 'show', label: 'Show', hint: 'Visitors see it again', done: 'Shown.' },
  {
    op: 'remove',
    label: 'Remove…',
    hint: 'Can be recovered for 30 days',
    done: 'Removed.',
    question: 'Remove this site? It can be recovered for 30 days, then it is gone.',
  },
  { op: 'recover', label: 'Recover', hint: 'Takes the removal back', done: 'Recovered.' },
  {
    op: 'purge',
    label: 'Purge…',
    hint: 'Erases it and its history now',
    done: 'Purged.',
    question: 'Erase this site and all of its history, at once and for good?',
  },
];

/** Commands of the menu: the operator's key first, the measures once the server knows it. */
export function moderationCommands(session: Session): Command[] {
  if (session.access !== 'operate') {
    return [
      {
        label: 'Operator…',
        hint: 'Lock, hide, remove with the operator’s key',
        run: () => void askKey(session, 'The operator’s key opens the moderation of this server.'),
      },
    ];
  }
  const measures = MEASURES.map((measure) => ({
    label: measure.label,
    hint: measure.hint,
    run: () => void apply(session, measure),
  }));
  const block = {
    label: 'Block someone…',
    hint: 'Their address may not connect',
    run: () => void blockSomeone(session),
  };
  return [...measures, block];
}

async function attempt(session: Session, request: SiteRequest, done: string): Promise<void> {
  try {
    await session.request(request);
    notice(done);
  } catch (problem) {
    notice(problem instanceof Error ? problem.message : String(problem), 'problem');
  }
}

async function apply(session: Session, { op, label, done, question }: Measure): Promise<void> {
  if (question !== undefined) {
    const title = label.replace('…', '');
    const sure = await ask({ title, body: [h('p', { text: question })], go: title, danger: true });
    if (!sure) return;
  }
  await attempt(session, { op }, done);
}

function others(awareness: Awareness): [number, string][] {
  return [...awareness.getStates()]
    .filter(([client]) => client !== awareness.clientID)
    .map(([client, state]) => [client, readUser(state['user']).name]);
}

async function blockSomeone(session: Session): Promise<void> {
  const people = others(session.awareness);
  if (people.length === 0) {
    notice('Nobody else is here to block.');
    return;
  }
  const choices = people.map(([client, name]) =>
    h('option', { text: name, attributes: { value: client } }),
  );
  const who = h('select', {}, ...choices);
  const hours = field('For how many hours', { type: 'number', min: 1, max: 8760, value: 24 });
  const went = await ask({
    title: 'Block someone',
    body: [
      h('p', { text: 'The address behind this person may not connect to the server any more.' }),
      h('label', { class: 'field' }, h('span', { text: 'Who' }), who),
      hours.row,
    ],
    go: 'Block',
    danger: true,
    check: () => {
      const count = Number(hours.input.value);
      return count >= 1 && count <= 8760 ? undefined : 'Choose 1 to 8,760 hours.';
    },
  });
  if (!went) return;
  const client = Number(who.value);
  await attempt(session, { op: 'block', client, hours: Number(hours.input.value) }, 'Blocked.');
}

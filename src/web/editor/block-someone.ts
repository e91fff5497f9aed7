/** Blocks someone's network address, after saying who else is there; the notice that follows can undo it. */
import * as v from 'valibot';
import {
  BlockReply,
  MAX_BLOCK_HOURS,
  ModerationReply,
} from '../../shared/site/moderation-protocol.ts';
import { field, h } from '../dom.ts';
import { readUser } from '../people.ts';
import type { Session } from '../session.ts';
import { ask, notice } from './dialog.ts';
import { errorSentence } from './error-sentence.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.moderation.block;
const DEFAULT_HOURS = 24;

interface Meeting {
  /** Names of the others at the same address. */
  readonly others: readonly string[];
  /** Whether the operator is there, too. */
  readonly own: boolean;
}

/** Asks whom to block, and does. Throws a sentence where it is refused. */
export async function blockSomeone(session: Session): Promise<void> {
  const { awareness } = session;
  const names = new Map(
    [...awareness.getStates()]
      .filter(([client]) => client !== awareness.clientID)
      .map(([client, state]) => [client, readUser(state['user']).name]),
  );
  if (names.size === 0) return notice(TEXT.none);
  const { value } = await session.request({ op: 'moderation' });
  const { addresses } = v.parse(ModerationReply, value);
  const meetingOf = (client: number): Meeting => {
    const { clients = [], own = false } =
      addresses.find((one) => one.clients.includes(client)) ?? {};
    const others = clients.filter((one) => one !== client).flatMap((one) => names.get(one) ?? []);
    return { others, own };
  };
  const chosen = await choose(names, meetingOf);
  if (chosen === undefined) return;
  const { address } = v.parse(
    BlockReply,
    (await session.request({ op: 'block', ...chosen })).value,
  );
  const undo = async (): Promise<void> => {
    await session.request({ op: 'unblock', address });
    notice(TEXT.undone);
  };
  notice(TEXT.done(names.get(chosen.client) ?? '', chosen.hours), 'info', {
    label: TEXT.undo,
    run: () => void undo().catch((error) => notice(errorSentence(error), 'problem')),
  });
}

async function choose(
  names: ReadonlyMap<number, string>,
  meetingOf: (client: number) => Meeting,
): Promise<{ readonly client: number; readonly hours: number } | undefined> {
  const who = h(
    'select',
    {},
    ...[...names].map(([client, text]) => h('option', { text, attributes: { value: client } })),
  );
  const met = h('p', { attributes: { role: 'status' } });
  const show = (): void => {
    const { own, others } = meetingOf(Number(who.value));
    met.textContent = own ? TEXT.own : TEXT.others(others);
  };
  who.addEventListener('change', show);
  show();
  const number = { type: 'number', min: 1, max: MAX_BLOCK_HOURS, value: DEFAULT_HOURS };
  const hours = field(TEXT.hours, number);
  const confirmed = await ask({
    title: TEXT.title,
    body: [
      h('p', { text: TEXT.note }),
      h('label', { class: 'field' }, h('span', { text: TEXT.person }), who),
      met,
      hours.row,
    ],
    go: TEXT.go,
    danger: true,
    check: () => {
      if (meetingOf(Number(who.value)).own) return TEXT.ownRefused;
      const count = Number(hours.input.value);
      return count >= 1 && count <= MAX_BLOCK_HOURS ? undefined : TEXT.hoursInvalid;
    },
  });
  return confirmed ? { client: Number(who.value), hours: Number(hours.input.value) } : undefined;
}

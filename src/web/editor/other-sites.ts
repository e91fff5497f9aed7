/** The sites of the homepage's list, and their content, as seen from the editor of another one. */
import * as v from 'valibot';
import { IMPORT_BYTES, type SiteContent } from '../../shared/site/document.ts';
import { siteBytes } from '../../shared/site/export.ts';
import { SitesReply } from '../../shared/site/sites-protocol.ts';
import { Session } from '../session.ts';
import { EDITOR_TEXT } from './text.ts';

const TIMEOUT_MS = 20_000;
const TEXT = EDITOR_TEXT.start;

/** The listed sites whose name contains `search`, latest edit first. */
export async function listedSites(session: Session, search: string): Promise<SitesReply> {
  return v.parse(SitesReply, (await session.request({ op: 'sites', search })).value);
}

/** The content of another site as it is now. @throws Error with a sentence if it cannot be read, or be one edit */
export async function contentOf(username: string): Promise<SiteContent> {
  const other = await Session.open({ username, keep: false });
  // Whoever only reads is not in the list of people there.
  other.awareness.setLocalState(null);
  try {
    await loaded(other);
    const content = other.content();
    if (siteBytes(content) > IMPORT_BYTES) throw new Error(TEXT.tooLarge(username));
    return content;
  } finally {
    await other.close();
    other.awareness.destroy();
    other.doc.destroy();
  }
}

function loaded(session: Session): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(TEXT.unreadable));
    const timer = setTimeout(fail, TIMEOUT_MS);
    const follow = () => {
      const { kind } = session.saveStatus;
      if (!session.loaded && kind !== 'stopped') return;
      clearTimeout(timer);
      if (session.loaded) resolve();
      else fail();
    };
    session.onChange(follow);
    follow();
  });
}

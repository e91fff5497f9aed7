/** Connects the player to a site: reads an instrument from it and saves what was learned to it. */
import { fileText } from '../../shared/site/document.ts';
import {
  type Lesson,
  readInstruments,
  type SiteInstrument,
  teachInstrument,
} from '../../shared/site/site-instruments.ts';
import { bannerText, type SaveStatus } from '../save-status.ts';
import { Session } from '../session.ts';
import { WEB_TEXT } from '../text.ts';

const RESPONSE_TIMEOUT_MS = 10_000;

/** Why a site can't be read or saved now; empty if its save status is no obstacle. */
function obstacle(status: SaveStatus): string {
  const { kind } = status;
  return kind === 'offline' || kind === 'busy' ? WEB_TEXT.request[kind] : bannerText(status);
}

export class SiteLink {
  readonly username: string;
  readonly #session: Session;

  private constructor(session: Session) {
    this.username = session.username;
    this.#session = session;
  }

  /** Connects and waits for the site; rejects with a sentence if that fails. */
  static async open(username: string): Promise<SiteLink> {
    const session = await Session.open({ username, keep: false });
    const link = new SiteLink(session);
    try {
      await link.#waitFor(() => session.loaded);
    } catch (error) {
      await session.close();
      throw error;
    }
    return link;
  }

  instrument(id: string): SiteInstrument | undefined {
    return readInstruments(this.#session.doc).find((one) => one.id === id);
  }

  /** Whether the page has a tag of the instrument `id`. */
  shows(id: string): boolean {
    const text = fileText(this.#session.doc, 'index.html').toString();
    return new RegExp(`<sound-mode\\b[^>]*\\btaught\\s*=\\s*["']?${id}\\b`, 'i').test(text);
  }

  /** Teaches an instrument of the site and adds its tag to the page if it is missing; resolves once saved. */
  async save(lesson: Lesson): Promise<void> {
    if (!this.#session.writable) {
      throw new Error(obstacle(this.#session.saveStatus) || WEB_TEXT.notEditable);
    }
    const { doc } = this.#session;
    doc.transact(() => {
      teachInstrument(doc, lesson);
      if (!this.shows(lesson.id)) this.#insertTag(lesson);
    });
    await this.#waitFor(() => this.#session.saveStatus.kind === 'saved');
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  #insertTag({ id, mode }: Lesson): void {
    const text = fileText(this.#session.doc, 'index.html');
    const body = text.toString().toLowerCase().lastIndexOf('</body');
    const at = body < 0 ? text.length : body;
    text.insert(at, `\n<sound-mode mode="${mode}" taught="${id}"></sound-mode>\n`);
  }

  #waitFor(reached: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const session = this.#session;
      const fail = () =>
        reject(new Error(obstacle(session.saveStatus) || WEB_TEXT.request.timeout));
      const timer = setTimeout(fail, RESPONSE_TIMEOUT_MS);
      const check = () => {
        const { kind } = session.saveStatus;
        const stopped = kind === 'stopped' || (kind === 'offline' && !session.loaded);
        if (!reached() && !stopped) return;
        clearTimeout(timer);
        if (stopped) fail();
        else resolve();
      };
      session.onChange(check);
      check();
    });
  }
}

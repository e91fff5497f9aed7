/** The way from the player into a site: reads an instrument out of it, writes what was learned into it. */
import { fileText, type Instrument, readInstruments, setInstrument } from '../../sites/document.ts';
import { Session } from '../session.ts';
import { bannerWords } from '../standing.ts';

const PATIENCE_MS = 10_000;

export class SiteLink {
  readonly username: string;
  readonly #session: Session;

  private constructor(session: Session) {
    this.username = session.username;
    this.#session = session;
  }

  /** Connects and waits for the site. Rejects with a sentence where there is no way to it. */
  static async open(username: string): Promise<SiteLink> {
    const session = await Session.open({ username, keep: false });
    const link = new SiteLink(session);
    try {
      await link.#until(() => session.loaded);
    } catch (error) {
      await session.close();
      throw error;
    }
    return link;
  }

  instrument(id: string): Instrument | undefined {
    return readInstruments(this.#session.doc).find((one) => one.id === id);
  }

  /** Whether the page already shows the instrument `id`. */
  shows(id: string): boolean {
    const text = fileText(this.#session.doc, 'index.html').toString();
    return new RegExp(`<sound-mode\\b[^>]*\\btaught\\s*=\\s*["']?${id}\\b`, 'i').test(text);
  }

  /** Writes an instrument into the site, and its tag into the page where it is missing; resolves when durable. */
  async save(instrument: Instrument): Promise<void> {
    if (!this.#session.writable) {
      throw new Error(bannerWords(this.#session.standing) || 'This site cannot be edited now.');
    }
    const { doc } = this.#session;
    doc.transact(() => {
      setInstrument(doc, instrument);
      if (!this.shows(instrument.id)) this.#insertTag(instrument);
    });
    await this.#until(() => this.#session.standing.kind === 'saved');
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  #insertTag({ id, mode }: Instrument): void {
    const text = fileText(this.#session.doc, 'index.html');
    const body = text.toString().toLowerCase().lastIndexOf('</body');
    const at = body < 0 ? text.length : body;
    text.insert(at, `\n<sound-mode mode="${mode}" taught="${id}"></sound-mode>\n`);
  }

  #until(reached: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const session = this.#session;
      const fail = () =>
        reject(new Error(bannerWords(session.standing) || 'The server did not answer.'));
      const timer = setTimeout(fail, PATIENCE_MS);
      const look = () => {
        const stopped = session.standing.kind === 'stopped';
        if (!reached() && !stopped) return;
        clearTimeout(timer);
        if (stopped) fail();
        else resolve();
      };
      session.onChange(look);
      look();
    });
  }
}

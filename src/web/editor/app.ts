/** The editor as a whole: its bar, its banner, the work or the history, and how they follow the session. */
import { FILES, fileText, writeSite } from '../../sites/document.ts';
import { publishSite } from '../../sites/publish.ts';
import { button, h, icon } from '../dom.ts';
import { recallUser } from '../people.ts';
import type { Session } from '../session.ts';
import { notice } from './dialog.ts';
import { HistoryPane } from './history-pane.ts';
import { freshInstrument, insertCommands, teachCommands } from './insert-menu.ts';
import { InstrumentPanel } from './instrument-panel.ts';
import { askKey } from './key-prompt.ts';
import { listenForHelp, showKeys } from './keyboard-help.ts';
import { type Command, menuButton } from './menu.ts';
import { moderationCommands } from './moderation.ts';
import { PeopleBar } from './people-bar.ts';
import { changeSettings } from './site-settings.ts';
import { starterSite } from './starter.ts';
import { StateSign } from './state-sign.ts';
import { download, exportFile, importFile, remix } from './transfer.ts';
import { WorkPane } from './work-pane.ts';

/** The exponential response curve, the mark of the platform. */
const CURVE = 'M4 20C13 20 17 15 20 4';
const MORE = 'M4 7h16M4 12h16M4 17h16';
const CLOCK = 'M12 7v5l3 2M12 3a9 9 0 1 0 .01 0';
const PLUS = 'M12 5v14M5 12h14';

export class EditorApp {
  readonly #session: Session;
  readonly #root: HTMLElement;
  readonly #sign = new StateSign();
  readonly #people: PeopleBar;
  readonly #work: WorkPane;
  readonly #history: HistoryPane;
  readonly #instrument: InstrumentPanel;
  readonly #timeline: HTMLButtonElement;
  readonly #start = h('p', { class: 'banner', attributes: { hidden: true } });
  readonly #again = button('Try again', () => this.#session.retry(), { class: 'again-button' });
  #keyAsked = false;

  constructor(root: HTMLElement, session: Session, modes: readonly string[]) {
    this.#root = root;
    this.#session = session;
    this.#people = new PeopleBar(session.awareness, recallUser());
    this.#work = new WorkPane(session, modes);
    this.#history = this.#makeHistory();
    this.#instrument = new InstrumentPanel(session, () => this.#work.focus());
    this.#timeline = button('', () => this.showHistory(this.#work.element.hidden === false), {
      class: 'tool',
      attributes: { 'aria-pressed': 'false' },
    });
    this.#timeline.append(icon(CLOCK), h('span', { class: 'wide', text: 'History' }));
    this.#offerStart();
    const banners = h('div', {}, this.#sign.banner, this.#start);
    const main = h('main', {}, this.#work.element, this.#history.element, this.#instrument.element);
    root.replaceChildren(this.#bar(modes), banners, main, this.#work.switch);
    this.showHistory(new URLSearchParams(location.search).has('history'));
    session.onChange(() => this.#follow());
    session.doc.on('update', () => {
      this.#history.changed();
      this.#followStart();
    });
    listenForHelp();
    this.#follow();
  }

  /** Shows the timeline in place of the work, or the work again; the address tells which. */
  showHistory(shown: boolean): void {
    this.#history.element.hidden = !shown;
    this.#work.element.hidden = shown;
    this.#work.switch.hidden = shown;
    this.#timeline.setAttribute('aria-pressed', String(shown));
    history.replaceState(null, '', shown ? '?history' : '?edit');
    if (shown) void this.#history.open();
  }

  #bar(modes: readonly string[]): HTMLElement {
    const { username } = this.#session;
    const home = h('a', {
      class: 'home',
      attributes: { href: '/', 'aria-label': 'Ensemble, home' },
    });
    home.append(icon(CURVE));
    const name = h('a', {
      text: username,
      attributes: { href: `/member/${username}`, target: '_blank' },
    });
    name.title = 'Open the published site';
    const insert = menuButton(
      'Insert',
      () =>
        insertCommands({
          modes,
          assets: () => this.#work.assets(),
          insert: (markup) => this.#insert(markup),
          insertInstrument: (mode) => this.#insertInstrument(mode),
          showFiles: () => this.#work.showFiles(),
        }),
      { face: icon(PLUS) },
    );
    const more = menuButton('Menu', () => this.#commands(), { face: icon(MORE) });
    return h(
      'header',
      { class: 'appbar' },
      home,
      h('h1', {}, name),
      this.#sign.element,
      h('span', { class: 'gap' }),
      this.#people.element,
      insert,
      this.#timeline,
      more,
    );
  }

  #commands(): Command[] {
    const session = this.#session;
    const { username } = session;
    const always: Command[] = [
      { label: 'View the site', run: () => void open(`/member/${username}`, '_blank', 'noopener') },
      {
        label: 'Watch it live',
        run: () => void open(`/member/${username}?live`, '_blank', 'noopener'),
      },
      { label: 'Your name and colour…', run: () => void this.#people.change() },
      { label: 'Remix…', hint: 'a copy under another name', run: () => void remix(session) },
      {
        label: 'Export',
        hint: 'one file that works offline',
        run: () => exportFile(username, session.content()),
      },
      { label: 'Keyboard', hint: 'F1', run: showKeys },
    ];
    const editing: Command[] = [
      { label: 'Import…', hint: 'a file that was exported', run: () => void importFile(session) },
      { label: 'Name and language…', run: () => void changeSettings(session) },
    ];
    const key: Command = { label: 'Edit key…', run: () => void this.#askKey() };
    return [
      ...always,
      ...teachCommands(this.#page(), (instrument) => void this.#instrument.open(instrument)),
      ...(session.writable ? editing : []),
      ...(session.reason === 'key' ? [key] : []),
      ...moderationCommands(session),
    ];
  }

  #insert(markup: string): void {
    if (!this.#session.writable) {
      notice('This site cannot be edited now.', 'problem');
      return;
    }
    this.showHistory(false);
    this.#work.insert(markup);
  }

  /** Puts an instrument into the page and opens it to be taught. */
  #insertInstrument(mode: string): void {
    const instrument = freshInstrument(mode, this.#page());
    this.#insert(`<sound-mode mode="${mode}" taught="${instrument.id}"></sound-mode>`);
    // On a narrow page it would hide where it was put.
    const room = matchMedia('(min-width: 1001px)').matches;
    if (this.#session.writable && room) void this.#instrument.open(instrument, false);
  }

  #page(): string {
    return fileText(this.#session.doc, 'index.html').toString();
  }

  #makeHistory(): HistoryPane {
    const session = this.#session;
    return new HistoryPane({
      address: `/member/${session.username}?preview`,
      page: (before) => session.history(before),
      snapshot: async ({ to }) => {
        const content = await session.contentAt(to);
        const texts = new Map(FILES.map((file) => [file, content.files[file]]));
        return { texts, html: publishSite(content, session.username) };
      },
      now: () => new Map(FILES.map((file) => [file, fileText(session.doc, file).toString()])),
      restore: async ({ to }) => {
        await session.request({ op: 'restore', at: to });
      },
      rename: async ({ to }, label) => {
        await session.request({ op: 'label', at: to, label });
      },
      download: (name, html) => download(`${session.username}-${name}.html`, html),
      mayEdit: () => session.writable,
    });
  }

  #follow(): void {
    const session = this.#session;
    const { standing } = session;
    this.#sign.show(standing);
    this.#work.setWritable(session.writable);
    this.#instrument.refresh();
    this.#root.dataset['access'] = session.access;
    if (standing.kind === 'stopped' && !session.keyRefused) this.#sign.banner.append(this.#again);
    const answers = standing.kind === 'saved' || standing.kind === 'reading';
    if (this.#history.stale && answers) void this.#history.open();
    this.#followStart();
    this.#wantKey();
  }

  /** A key that is missing is asked for once; a wrong one, again. */
  #wantKey(): void {
    const session = this.#session;
    const missing = session.reason === 'key' && !this.#keyAsked;
    if (!missing && !session.keyRefused) return;
    if (document.querySelector('dialog[open]') !== null) return;
    this.#keyAsked = true;
    void this.#askKey(session.keyRefused ? 'That key is not right. Try again.' : undefined);
  }

  async #askKey(why = 'Editing here needs the edit key; reading does not.'): Promise<void> {
    const gave = await askKey(this.#session, why);
    // Without the right key the visit goes on as a reader's.
    if (!gave && this.#session.keyRefused) this.#session.useKey('', false);
  }

  #offerStart(): void {
    const { username } = this.#session;
    const words = 'Nobody has written here yet. Start from nothing, or ';
    const begin = button('begin with a small page', () => {
      writeSite(this.#session.doc, starterSite(username), 'starter');
      this.#work.focus();
    });
    this.#start.append(words, begin);
  }

  #followStart(): void {
    const session = this.#session;
    const empty = FILES.every((file) => fileText(session.doc, file).length === 0);
    this.#start.hidden = !(session.loaded && empty && session.writable);
  }
}

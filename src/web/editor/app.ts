/** The whole editor: app bar, banners, work pane or history, and how they follow the session. */
import { publishSite } from '../../shared/site/publish.ts';
import { fileNames, isPage, textOfFile } from '../../shared/site/text-files.ts';
import { button, h, icon } from '../dom.ts';
import { recallUser } from '../people.ts';
import type { Session } from '../session.ts';
import { SiteHistory } from '../site-history.ts';
import { WEB_TEXT } from '../text.ts';
import { Account } from './account.ts';
import { AuthorsToggle } from './authors-toggle.ts';
import { notice } from './dialog.ts';
import { type EditorData, previewAddress } from './editor-data.ts';
import { findInFiles, listenForFind } from './find-in-files.ts';
import { Follower } from './follower.ts';
import { formatFile, listenForFormat } from './format-file.ts';
import { HistoryPane } from './history-pane.ts';
import { HistoryRoom } from './history-room.ts';
import { askForControls, instrumentTag } from './insert-instrument.ts';
import { InstrumentPanel } from './instrument-panel.ts';
import { askKey } from './key-prompt.ts';
import { listenForHelp } from './keyboard-help.ts';
import { menuButton } from './menu.ts';
import { insertMenu, type MenuContext, mainMenu } from './menu-items.ts';
import { Moderation } from './moderation.ts';
import {
  newPageInstrument,
  type PageInstrument,
  pageInstruments,
  placeForId,
} from './page-instruments.ts';
import { type Following, PeopleBar } from './people-bar.ts';
import { restorePassage } from './restore-passage.ts';
import { SaveStatusBadge } from './save-status-badge.ts';
import { SharePanel } from './share-panel.ts';
import { SinceBanner } from './since-banner.ts';
import { changeOnce } from './single-change.ts';
import { StartOffer } from './start-offer.ts';
import { EDITOR_TEXT } from './text.ts';
import { download, exportAs } from './transfer.ts';
import { WorkPane } from './work-pane.ts';

const TEXT = EDITOR_TEXT.bar;

/** The exponential response curve, the platform's logo. */
const CURVE = 'M4 20C13 20 17 15 20 4';
const MORE = 'M4 7h16M4 12h16M4 17h16';
const CLOCK = 'M12 7v5l3 2M12 3a9 9 0 1 0 .01 0';
const SHARE = 'M12 15V4M8 8l4-4 4 4M5 12v8h14v-8';
const PLUS = 'M12 5v14M5 12h14';

export class EditorApp {
  readonly #session: Session;
  readonly #root: HTMLElement;
  readonly #status = new SaveStatusBadge();
  readonly #people: PeopleBar;
  readonly #follower: Follower;
  readonly #account: Account;
  readonly #work: WorkPane;
  readonly #history: HistoryPane;
  readonly #instrument: InstrumentPanel;
  readonly #historyButton: HTMLButtonElement;
  readonly #start: StartOffer;
  readonly #retry = button(TEXT.retry, () => this.#session.retry(), { class: 'retry' });
  readonly #export = button(TEXT.export, () => void exportAs(this.#session, 'html'), {
    class: 'retry',
  });
  readonly #edits: SiteHistory;
  readonly #authors: AuthorsToggle;
  readonly #since: SinceBanner;
  readonly #moderation: Moderation;
  #keyAsked = false;

  constructor(root: HTMLElement, session: Session, data: EditorData) {
    const { modes } = data;
    this.#root = root;
    this.#session = session;
    this.#moderation = new Moderation(session);
    this.#account = new Account(session, () => this.#people.change());
    this.#work = new WorkPane(session, data);
    this.#work.needed = () => {
      if (this.#work.element.hidden) this.showHistory(false);
    };
    this.#follower = new Follower(session, this.#work, () => this.#people.draw());
    this.#people = new PeopleBar(session.awareness, recallUser(), this.#following(), (name) =>
      this.#account.rename(name),
    );
    this.#start = new StartOffer(session, this.#work);
    this.#edits = new SiteHistory((request) => session.request(request));
    this.#authors = new AuthorsToggle(session, this.#edits, this.#work);
    this.#history = this.#makeHistory(previewAddress(session.username, data));
    this.#since = new SinceBanner(session, (edit) => {
      this.showHistory(true, edit);
    });
    this.#instrument = new InstrumentPanel(session, this.#work.result, () => this.#work.focus());
    this.#work.result.onInstrument = (report) => this.#instrument.report(report);
    this.#work.result.onTeach = (wanted) => this.#teach(wanted);
    this.#historyButton = button('', () => this.showHistory(!this.#work.element.hidden), {
      class: 'tool',
      attributes: { 'aria-pressed': 'false' },
    });
    this.#historyButton.append(icon(CLOCK), h('span', { class: 'wide', text: TEXT.history }));
    const label = { 'aria-label': TEXT.notices };
    const banners = h(
      'aside',
      { attributes: label },
      this.#status.banner,
      this.#moderation.banner,
      this.#since.element,
      this.#start.banner,
    );
    const main = h('main', {}, this.#work.element, this.#history.element, this.#instrument.element);
    root.replaceChildren(this.#bar(modes), banners, main, this.#work.switch);
    this.showHistory(new URLSearchParams(location.search).has('history'));
    session.onChange(() => this.#follow());
    session.doc.on('update', () => {
      this.#history.changed();
      this.#authors.changed();
      this.#since.changed();
      this.#start.update();
      this.#people.textChanged();
    });
    listenForHelp();
    listenForFind(() => this.#find());
    listenForFormat(() => this.#format());
    this.#follow();
  }

  /** Shows the history instead of the work pane, or the work pane again, and updates the address. */
  showHistory(shown: boolean, since?: number): void {
    this.#history.element.hidden = !shown;
    this.#work.element.hidden = shown;
    this.#work.switch.hidden = shown;
    this.#historyButton.setAttribute('aria-pressed', String(shown));
    history.replaceState(null, '', shown ? '?history' : '?edit');
    this.#start.update();
    if (shown) void (since === undefined ? this.#history.open() : this.#history.openSince(since));
  }

  #following(): Following {
    const follower = this.#follower;
    const show = (): void => {
      if (this.#work.element.hidden) this.showHistory(false);
    };
    return {
      placeOf: (state) => this.#work.placeOf(state),
      followed: () => follower.client,
      toggle: (client) => {
        show();
        follower.toggle(client);
      },
      follow: (client) => {
        show();
        follower.toggle(client);
        follower.focus();
      },
    };
  }

  #bar(modes: readonly string[]): HTMLElement {
    const { username } = this.#session;
    const home = h('a', {
      class: 'home',
      attributes: { href: '/', 'aria-label': TEXT.home },
    });
    home.append(icon(CURVE));
    const name = h('a', {
      text: username,
      attributes: { href: `/member/${username}`, target: '_blank' },
    });
    name.title = TEXT.openSite;
    const insert = menuButton(
      TEXT.insert,
      () =>
        insertMenu({
          modes,
          assets: () => this.#work.assets(),
          insert: (markup) => this.#insert(markup),
          insertInstrument: (mode) => void this.#insertInstrument(mode),
          showFiles: () => this.#work.showFiles(),
        }),
      { icon: icon(PLUS) },
    );
    const panel = new SharePanel(this.#session, this.#account);
    const share = button('', () => void panel.open(), { class: 'tool' });
    share.append(icon(SHARE), h('span', { class: 'wide', text: EDITOR_TEXT.share.label }));
    const more = menuButton(TEXT.menu, () => mainMenu(this.#menuContext()), { icon: icon(MORE) });
    return h(
      'header',
      { class: 'appbar' },
      home,
      h('h1', {}, name),
      this.#status.element,
      h('span', { class: 'gap' }),
      this.#people.element,
      share,
      insert,
      this.#historyButton,
      more,
    );
  }

  #menuContext(): MenuContext {
    return {
      session: this.#session,
      page: this.#page(),
      authorsShown: this.#authors.shown,
      toggleAuthors: () => void this.#authors.toggle(),
      showComments: () => this.#work.comments.show(true),
      findInFiles: () => this.#find(),
      formatFile: () => this.#format(),
      changeUser: () => void this.#people.change(),
      account: () => void this.#account.open(),
      signIn: () => void this.#account.signIn(),
      askKey: () => void this.#askKey(),
      teach: (instrument) => this.#instrument.open(instrument),
      moderation: this.#moderation,
    };
  }

  readonly #reveal = (file: string, line: number): void => {
    this.showHistory(false);
    this.#work.reveal(file, line);
  };

  #find(): void {
    findInFiles({ session: this.#session, undos: this.#work.undos, reveal: this.#reveal });
  }

  #format(): void {
    const { undos, current: file } = this.#work;
    void formatFile({ session: this.#session, undos, file, reveal: this.#reveal });
  }

  #insert(markup: string): void {
    if (!this.#session.writable) {
      notice(WEB_TEXT.notEditable, 'problem');
      return;
    }
    this.showHistory(false);
    this.#work.insert(markup);
  }

  /** Asks what visitors may do with an instrument, inserts it and opens it in the instrument panel. */
  async #insertInstrument(mode: string): Promise<void> {
    const controls = await askForControls(mode);
    if (controls === undefined) return;
    const instrument = newPageInstrument(mode, this.#page());
    this.#insert(instrumentTag(instrument, controls));
    // On a narrow page the panel would cover the place where the tag was inserted.
    const wide = matchMedia('(min-width: 1001px)').matches;
    if (this.#session.writable && wide) this.#instrument.open(instrument, false);
  }

  /** Opens the tools of an instrument of the page that is shown, or closes them; one without an id is given one. */
  #teach({ id, mode }: PageInstrument): void {
    if (id !== '' && id === this.#instrument.taught) {
      this.#instrument.close();
      return;
    }
    const known = pageInstruments(this.#page()).find((one) => one.id === id && one.mode === mode);
    const instrument = known ?? (id === '' ? this.#named(mode) : undefined);
    if (instrument === undefined) notice(EDITOR_TEXT.instrument.notInCode, 'problem');
    else this.#instrument.open(instrument);
  }

  /** Gives the first instrument of this mode that has none an id, as an edit of its page. */
  #named(mode: string): PageInstrument | undefined {
    const text = textOfFile(this.#session.doc, this.#work.result.page);
    const at = placeForId(text?.toString() ?? '', mode);
    if (text === undefined || at === undefined) return undefined;
    const instrument = newPageInstrument(mode, this.#page());
    const problem = changeOnce(this.#session, (origin) => {
      this.#session.doc.transact(() => text.insert(at, ` taught="${instrument.id}"`), origin);
      return EDITOR_TEXT.instrument.named(instrument.id);
    });
    if (problem === undefined) return instrument;
    notice(problem, 'problem');
    return undefined;
  }

  /** The HTML of all pages. */
  #page(): string {
    const { doc } = this.#session;
    const pages = fileNames(doc).filter(isPage);
    return pages.map((page) => textOfFile(doc, page)?.toString() ?? '').join('\n');
  }

  #makeHistory(address: string): HistoryPane {
    const session = this.#session;
    return new HistoryPane({
      address,
      history: this.#edits,
      page: (query) => session.history(query),
      contentAt: (edit) => session.contentAt(edit),
      now: () => session.content(),
      publish: (content, page) => publishSite(content, session.username, page ? { page } : {}),
      restore: (edit, file) => session.restore(edit, file),
      restorePassage: (edit, file, range) =>
        restorePassage(session, this.#edits, edit, file, range),
      rename: async ({ to }, label) => {
        await session.request({ op: 'label', at: to, label });
      },
      download: (name, html) => download(`${session.username}-${name}.html`, html),
      canEdit: () => session.writable,
      room: new HistoryRoom(session, this.#account),
    });
  }

  #follow(): void {
    const session = this.#session;
    const { saveStatus } = session;
    this.#status.show(saveStatus);
    this.#work.setWritable(session.writable);
    this.#instrument.refresh();
    this.#people.signedInAs(session.memberName);
    this.#root.dataset['access'] = session.access;
    const stopped = saveStatus.kind === 'stopped' && !session.keyRefused;
    if (stopped) this.#status.banner.append(this.#retry);
    if (saveStatus.kind === 'reading' && saveStatus.unsaved) {
      this.#status.banner.append(this.#export);
    }
    const connected = saveStatus.kind === 'saved' || saveStatus.kind === 'reading';
    if (connected) {
      this.#work.result.connected();
      this.#history.connected();
    }
    if (this.#history.stale && connected) void this.#history.refresh();
    if (session.loaded && connected) void this.#since.tell();
    this.#start.update();
    this.#moderation.follow();
    this.#checkKey();
  }

  /** Asks for a missing key once, and again after a wrong one. */
  #checkKey(): void {
    const session = this.#session;
    const missing = session.reason === 'key' && !this.#keyAsked;
    if (!missing && !session.keyRefused) return;
    if (document.querySelector('dialog[open]') !== null) return;
    this.#keyAsked = true;
    void this.#askKey(session.keyRefused ? EDITOR_TEXT.key.wrong : undefined);
  }

  async #askKey(why: string = EDITOR_TEXT.key.edit): Promise<void> {
    const entered = await askKey(this.#session, why);
    // Without the right key the visit continues read-only.
    if (!entered && this.#session.keyRefused) this.#session.useKey('', false);
  }
}

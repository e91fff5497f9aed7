/** The files of the site beside its preview, with a divider between them. */
import * as Y from 'yjs';
import { filesDeletedBy, keepWritten } from '../../shared/site/deleted-files.ts';
import {
  ASSET_BYTES,
  ASSET_ENDINGS,
  assetProblem,
  assetType,
  FILES,
  readAssets,
  removeAsset,
  setAsset,
} from '../../shared/site/document.ts';
import { FIRST_PAGE } from '../../shared/site/page-links.ts';
import { publishPage } from '../../shared/site/publish.ts';
import { readInstruments } from '../../shared/site/site-instruments.ts';
import {
  addedFiles,
  FILE_MAP,
  fileNames,
  isKept,
  isPage,
  textOfFile,
} from '../../shared/site/text-files.ts';
import type { Weave } from '../../shared/site/weave.ts';
import { button, h } from '../dom.ts';
import type { Session } from '../session.ts';
import { WEB_TEXT } from '../text.ts';
import { assetName } from './asset-name.ts';
import { type AssetInfo, type AssetStore, AssetsPane } from './assets-pane.ts';
import type { SiteContext } from './code-languages.ts';
import { CodeView } from './code-view.ts';
import { CommentedCode } from './commented-code.ts';
import { CommentsPane } from './comments-pane.ts';
import { tellOfDeletion } from './deletion-notice.ts';
import { acceptFiles } from './dropped-files.ts';
import { type EditorData, previewAddress } from './editor-data.ts';
import { FileTabs } from './file-tabs.ts';
import { fileOf, type Place } from './peer-cursor.ts';
import { ResultPane } from './result-pane.ts';
import type { FileUndos } from './single-change.ts';
import { SiteFileTools } from './site-files.ts';
import { splitter } from './split.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.files;
const MEDIA = TEXT.media;
/** As in phone.css. */
const NARROW = '(max-width: 760px)';

export class WorkPane {
  readonly element = h('div', { class: 'work', attributes: { 'data-shown': 'code' } });
  readonly switch: HTMLElement;
  readonly comments: CommentsPane;
  readonly #commented: CommentedCode;
  readonly #session: Session;
  readonly #tools: SiteFileTools;
  readonly #tabs: FileTabs;
  /** By root, as are the undo managers: both outlive a new name of the file. */
  readonly #views = new Map<string, CodeView>();
  readonly #undos = new Map<string, Y.UndoManager>();
  readonly #assets: AssetsPane;
  /** The page as it is now. */
  readonly result: ResultPane;
  readonly #modes: readonly string[];
  #writable = true;
  /** Called when something of the work pane has to be seen. */
  needed: () => void = () => {};

  constructor(session: Session, data: EditorData) {
    this.#session = session;
    this.#modes = data.modes;
    this.result = new ResultPane({
      address: previewAddress(session.username, data),
      compose: (page) => publishPage(session.content(), session.username, { page }),
      hasPage: (page) => isPage(page) && fileNames(session.doc).includes(page),
      reveal: (file, line) => this.reveal(file, line),
    });
    this.#tools = new SiteFileTools(session, (name) => this.#tabs.open(name)?.focus());
    this.#commented = new CommentedCode(session.doc, this.#views, (file) => {
      this.#tabs.show(file);
    });
    this.comments = new CommentsPane({
      session,
      code: this.#commented,
      showWork: () => this.needed(),
      showCode: () => this.#showCommented(),
      shown: (shown) => this.element.toggleAttribute('data-comments', shown),
    });
    const tools = h('div', { class: 'tab-tools' }, this.#tools.element, this.comments.button);
    this.#tabs = new FileTabs(tools, (name) => this.#tabShown(name));
    for (const file of FILES) this.#addFile(file, file);
    this.#assets = new AssetsPane({ store: this.#store(), insert: (text) => this.insert(text) });
    this.#tabs.add(MEDIA, this.#assets.element);
    this.element.append(
      this.#tabs.element,
      splitter(this.element),
      this.result.element,
      this.comments.element,
    );
    this.switch = this.#switch();
    acceptFiles(this.#tabs.element, (files) => this.#addFiles(files));
    session.doc.getMap('assets').observe(() => this.#assetsChanged());
    // After the transaction: a code view that is made within one would hear of the text that it has begun with.
    session.doc.on('afterTransaction', (transaction) => this.#changed(transaction));
    session.doc.on('update', () => this.result.changed());
    this.#assetsChanged();
    this.#filesChanged();
    this.result.changed();
  }

  /** The pictures and sounds of the site. */
  assets(): AssetInfo[] {
    return readAssets(this.#session.doc).map(({ name, bytes }) => ({
      name,
      bytes: new Uint8Array(bytes),
      type: assetType(name) ?? '',
    }));
  }

  /** Inserts HTML into the page whose tab is selected, otherwise into index.html. */
  insert(markup: string): void {
    this.#show('code');
    const { current } = this.#tabs;
    this.#tabs.open(isPage(current) ? current : FIRST_PAGE)?.insert(markup);
  }

  /** Opens a file at a line, from 1. */
  reveal(file: string, line: number): void {
    this.#show('code');
    this.#tabs.open(file)?.reveal(line);
  }

  showFiles(): void {
    this.#show('code');
    this.#tabs.show(MEDIA);
  }

  focus(): void {
    this.#tabs.open(FIRST_PAGE)?.focus();
  }

  /** On a phone: shows the site in place of the code. */
  showSite(): void {
    this.#show('site');
    this.switch.querySelector<HTMLElement>('[data-show="site"]')?.focus();
  }

  /** The code side, for what is laid over it. */
  get files(): HTMLElement {
    return this.#tabs.element;
  }

  /** The file whose tab is selected, or the name of the tab of pictures and sounds. */
  get current(): string {
    return this.#tabs.current;
  }

  /** The undo managers of the files. */
  get undos(): FileUndos {
    return [...this.#undos.values()];
  }

  /** Where someone's cursor is; undefined if it is nowhere, or its text has not arrived. */
  placeOf(state: Record<string, unknown>): Place | undefined {
    const view = this.#viewOf(state);
    const line = view?.lineOfPeer(state);
    return view && line !== undefined ? { file: view.file, line } : undefined;
  }

  /** Marks the line of this person in every file; undefined for nobody. */
  follow(client: number | undefined): void {
    for (const view of this.#views.values()) view.follow(client);
  }

  /** Opens the file someone's cursor is in and scrolls to it. */
  showPeer(state: Record<string, unknown>): void {
    const view = this.#viewOf(state);
    if (view === undefined) return;
    this.#show('code');
    if (this.#tabs.current !== view.file) this.#tabs.show(view.file);
    view.showPeer(state);
  }

  /** On a phone the panel covers the code. */
  #showCommented(): void {
    this.#show('code');
    if (matchMedia(NARROW).matches) this.comments.show(false);
  }

  #viewOf(state: Record<string, unknown>): CodeView | undefined {
    const root = fileOf(state);
    return root === undefined ? undefined : this.#views.get(root);
  }

  setWritable(writable: boolean): void {
    this.#writable = writable;
    this.#tabs.setWritable(writable);
    this.#tools.setWritable(writable);
  }

  /** Selecting a page shows it beside the code. */
  #tabShown(name: string): void {
    this.#tools.show(name);
    if (isPage(name)) this.result.show(name);
  }

  #addFile(file: string, root: string): void {
    const { doc, awareness } = this.#session;
    const text = doc.getText(root);
    const undo = this.#undos.get(root) ?? new Y.UndoManager(text, { captureTimeout: 500 });
    const comments = this.#commented.eventsOf(root);
    const view = new CodeView({
      file,
      root,
      text,
      undo,
      awareness,
      site: this.#context(),
      comments,
    });
    this.#undos.set(root, undo);
    this.#tabs.add(file, view.element, view, MEDIA);
    view.setWritable(this.#writable);
    this.#views.set(root, view);
  }

  #changed(transaction: Y.Transaction): void {
    const { doc } = this.#session;
    keepWritten(transaction);
    const files = doc.getMap(FILE_MAP);
    const shown = new Set<unknown>([...this.#views.keys()].map((root) => doc.getText(root)));
    const deleted = transaction.local ? [] : filesDeletedBy(transaction);
    const missed = deleted.filter(({ root }) => this.#isInUse(root));
    const types: unknown[] = [...transaction.changed.keys()];
    // Also a text that is not shown: words in a deleted file make it one again.
    const isFile = (type: unknown) => type === files || !(type instanceof Y.Map || shown.has(type));
    if (types.some(isFile)) this.#filesChanged();
    for (const file of missed) {
      const view = () => this.#views.get(file.root);
      tellOfDeletion(this.#session, file, view() !== undefined, () => {
        this.#tabs.open(view()?.file ?? '')?.focus();
      });
    }
  }

  /** Whether somebody here has a file open, or has written in it. */
  #isInUse(root: string): boolean {
    const view = this.#views.get(root);
    if (view === undefined) return false;
    const steps = this.#undos.get(root)?.undoStack.length ?? 0;
    const isWritten = this.#session.doc.getText(root).length > 0;
    return this.#tabs.current === view.file || steps > 0 || isWritten;
  }

  /** Files came, went or have another name. */
  #filesChanged(): void {
    const now = new Map([...addedFiles(this.#session.doc)].map(([name, root]) => [root, name]));
    for (const [root, view] of this.#views) {
      const name = now.get(root);
      if (isKept(root) || name === view.file) continue;
      if (name === undefined) {
        this.#views.delete(root);
        this.#tabs.remove(view);
      } else {
        view.rename(name);
        this.#tabs.rename(view, name);
      }
    }
    for (const [root, name] of now) if (!this.#views.has(root)) this.#addFile(name, root);
    for (const view of this.#views.values()) view.filesChanged();
  }

  /** Colours the files by who wrote what, or no more. Files with edits that are not in the history yet stay as they are. */
  showAuthors(weave: Weave | undefined): void {
    for (const [root, view] of this.#views) {
      const woven = weave?.textAt(view.file, weave.last);
      if (weave === undefined || woven === undefined) view.showAuthors(undefined);
      else if (woven.text === this.#session.doc.getText(root).toString()) {
        const { authorship } = woven;
        view.showAuthors({ authorship, edit: (number) => weave.edit(number) });
      }
    }
  }

  #context(): SiteContext {
    const { doc } = this.#session;
    return {
      files: () => [...fileNames(doc), ...readAssets(doc).map(({ name }) => name)],
      create: (file) => this.#tools.create(file),
      text: (file) => textOfFile(doc, file)?.toString() ?? '',
      instruments: () => new Map(readInstruments(doc).map(({ id, mode }) => [id, mode])),
      modes: this.#modes,
    };
  }

  #store(): AssetStore {
    const { doc } = this.#session;
    return {
      list: () => this.assets(),
      add: (file, bytes) => {
        const assets = readAssets(doc);
        const named = assetName(file, bytes, assets);
        const asset = { name: named.name, bytes };
        const problem = this.#session.writable ? assetProblem(asset, assets) : WEB_TEXT.notEditable;
        if (problem !== undefined) return { problem };
        setAsset(doc, asset);
        return named;
      },
      remove: (name) => removeAsset(doc, name),
      maxBytes: ASSET_BYTES,
      accept: ASSET_ENDINGS.map((ending) => `.${ending}`).join(','),
    };
  }

  #assetsChanged(): void {
    const count = readAssets(this.#session.doc).length;
    this.#tabs.label(MEDIA, count === 0 ? MEDIA : TEXT.mediaCount(count));
    this.#assets.draw();
  }

  #addFiles(files: FileList): void {
    this.#tabs.show(MEDIA);
    void this.#assets.add(files);
  }

  /** On a phone: switches between code and site. */
  #switch(): HTMLElement {
    const one = (what: 'code' | 'site', label: string): HTMLButtonElement =>
      button(label, () => this.#choose(what), {
        attributes: { 'data-show': what, 'aria-pressed': String(what === 'code') },
      });
    return h(
      'nav',
      { class: 'switch', attributes: { 'aria-label': TEXT.view } },
      one('code', TEXT.showCode),
      one('site', TEXT.showSite),
    );
  }

  #choose(what: 'code' | 'site'): void {
    this.comments.show(false);
    this.#show(what);
  }

  #show(what: 'code' | 'site'): void {
    this.element.dataset['shown'] = what;
    for (const one of this.switch.querySelectorAll<HTMLElement>('[data-show]')) {
      one.setAttribute('aria-pressed', String(one.dataset['show'] === what));
    }
  }
}

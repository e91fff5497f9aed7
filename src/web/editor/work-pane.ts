/** The files of the site beside its preview, with a divider between them. */
import * as Y from 'yjs';
import {
  ASSET_BYTES,
  ASSET_ENDINGS,
  assetProblem,
  assetType,
  FILES,
  type FileName,
  fileText,
  readAssets,
  removeAsset,
  setAsset,
} from '../../shared/site/document.ts';
import { locateLine, publishSite } from '../../shared/site/publish.ts';
import type { Weave } from '../../shared/site/weave.ts';
import { button, h } from '../dom.ts';
import type { Session } from '../session.ts';
import { WEB_TEXT } from '../text.ts';
import { type AssetInfo, type AssetStore, AssetsPane } from './assets-pane.ts';
import type { SiteContext } from './code-languages.ts';
import { CodeView } from './code-view.ts';
import { FileTabs } from './file-tabs.ts';
import { ResultPane } from './result-pane.ts';
import { splitter } from './split.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.files;
const MEDIA = TEXT.media;

/** "My Cat.PNG" → "My-Cat.PNG": the nearest valid file name. */
function siteFileName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(-64);
}

export class WorkPane {
  readonly element = h('div', { class: 'work', attributes: { 'data-shown': 'code' } });
  readonly switch: HTMLElement;
  readonly #session: Session;
  readonly #tabs = new FileTabs();
  readonly #views = new Map<FileName, CodeView>();
  readonly #undos: Y.UndoManager[] = [];
  readonly #assets: AssetsPane;
  readonly #result: ResultPane;
  readonly #modes: readonly string[];

  constructor(session: Session, modes: readonly string[]) {
    this.#session = session;
    this.#modes = modes;
    for (const file of FILES) this.#addFile(file);
    this.#assets = new AssetsPane({ store: this.#store(), insert: (text) => this.insert(text) });
    this.#tabs.add(MEDIA, this.#assets.element);
    this.#result = new ResultPane({
      address: `/member/${session.username}?preview`,
      compose: () => publishSite(session.content(), session.username),
      locate: locateLine,
      reveal: (file, line) => {
        this.#show('code');
        this.#tabs.open(file)?.reveal(line);
      },
    });
    this.element.append(this.#tabs.element, splitter(this.element), this.#result.element);
    this.switch = this.#switch();
    this.#acceptDrops();
    session.doc.getMap('assets').observe(() => this.#assetsChanged());
    session.doc.on('update', () => this.#result.changed());
    this.#assetsChanged();
    this.#result.changed();
  }

  /** The pictures and sounds of the site. */
  assets(): AssetInfo[] {
    return readAssets(this.#session.doc).map(({ name, bytes }) => ({
      name,
      bytes: new Uint8Array(bytes),
      type: assetType(name) ?? '',
    }));
  }

  /** Inserts HTML at the cursor of index.html. */
  insert(markup: string): void {
    this.#show('code');
    this.#tabs.open('index.html')?.insert(markup);
  }

  showFiles(): void {
    this.#show('code');
    this.#tabs.show(MEDIA);
  }

  focus(): void {
    this.#tabs.open('index.html')?.focus();
  }

  /** On a phone: shows the site in place of the code. */
  showSite(): void {
    this.#show('site');
    this.switch.querySelector<HTMLElement>('[data-show="site"]')?.focus();
  }

  /** The undo managers of the files. */
  get undos(): readonly Y.UndoManager[] {
    return this.#undos;
  }

  setWritable(writable: boolean): void {
    this.#tabs.setWritable(writable);
  }

  #addFile(file: FileName): void {
    const { doc, awareness } = this.#session;
    const text = fileText(doc, file);
    const undo = new Y.UndoManager(text, { captureTimeout: 500 });
    const view = new CodeView({ file, text, undo, awareness, site: this.#context() });
    this.#undos.push(undo);
    this.#tabs.add(file, view.element, view);
    this.#views.set(file, view);
  }

  /** Colours the files by who wrote what, or no more. Files with edits that are not in the history yet stay as they are. */
  showAuthors(weave: Weave | undefined): void {
    for (const [file, view] of this.#views) {
      const woven = weave?.textAt(file, weave.last);
      if (weave === undefined || woven === undefined) view.showAuthors(undefined);
      else if (woven.text === fileText(this.#session.doc, file).toString()) {
        const { authorship } = woven;
        view.showAuthors({ authorship, edit: (number) => weave.edit(number) });
      }
    }
  }

  #context(): SiteContext {
    const { doc } = this.#session;
    return {
      files: () => [...FILES, ...readAssets(doc).map(({ name }) => name)],
      text: (file) => {
        const known = FILES.find((one) => one === file);
        return known === undefined ? '' : fileText(doc, known).toString();
      },
      modes: this.#modes,
    };
  }

  #store(): AssetStore {
    const { doc } = this.#session;
    return {
      list: () => this.assets(),
      add: (name, _type, bytes) => {
        const asset = { name: siteFileName(name), bytes };
        const problem = this.#session.writable
          ? assetProblem(asset, readAssets(doc))
          : WEB_TEXT.notEditable;
        if (problem === undefined) setAsset(doc, asset);
        return problem;
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

  /** Accepts files dropped or pasted anywhere on the code side; CodeMirror handles dropped text. */
  #acceptDrops(): void {
    const { element } = this.#tabs;
    const hasFiles = (event: DragEvent): boolean =>
      event.dataTransfer?.types.includes('Files') === true;
    element.addEventListener('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      element.classList.add('dropping');
    });
    element.addEventListener('dragleave', () => element.classList.remove('dropping'));
    element.addEventListener(
      'drop',
      (event) => {
        element.classList.remove('dropping');
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        this.#addFiles(event.dataTransfer?.files);
      },
      true,
    );
    element.addEventListener(
      'paste',
      (event) => {
        const files = event.clipboardData?.files;
        if (files === undefined || files.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        this.#addFiles(files);
      },
      true,
    );
  }

  #addFiles(files: FileList | undefined): void {
    this.#tabs.show(MEDIA);
    void this.#assets.add(files ?? null);
  }

  /** On a phone: switches between code and site. */
  #switch(): HTMLElement {
    const one = (what: 'code' | 'site', label: string): HTMLButtonElement =>
      button(label, () => this.#show(what), {
        attributes: { 'data-show': what, 'aria-pressed': String(what === 'code') },
      });
    return h(
      'nav',
      { class: 'switch', attributes: { 'aria-label': TEXT.view } },
      one('code', TEXT.showCode),
      one('site', TEXT.showSite),
    );
  }

  #show(what: 'code' | 'site'): void {
    this.element.dataset['shown'] = what;
    for (const one of this.switch.querySelectorAll<HTMLElement>('[data-show]')) {
      one.setAttribute('aria-pressed', String(one.dataset['show'] === what));
    }
  }
}

/** The pictures and sounds of the site: add files, insert them into the page, remove them. */
import { button, h } from '../dom.ts';
import type { AssetName } from './asset-name.ts';
import { ask, notice } from './dialog.ts';
import { fitPicture } from './pictures.ts';
import { fitSound, longestSeconds } from './sounds.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.assets;

export interface AssetInfo {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What the pane needs from the site. */
export interface AssetStore {
  list(): readonly AssetInfo[];
  /** Adds a file, perhaps by another name; gives a sentence if it is refused. */
  add(file: string, bytes: Uint8Array<ArrayBuffer>): AssetName | { readonly problem: string };
  remove(name: string): void;
  readonly maxBytes: number;
  /** Accepted file types, for the file dialog. */
  readonly accept: string;
}

/** 1536 → "1.5 kB". */
function readableSize(bytes: number): string {
  if (bytes < 1000) return TEXT.bytes(bytes);
  const unit = bytes < 1e6 ? 'kB' : 'MB';
  const value = bytes / (bytes < 1e6 ? 1e3 : 1e6);
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** The HTML that shows or plays a file. */
export function tagFor({ name, type }: Pick<AssetInfo, 'name' | 'type'>): string {
  const source = encodeURI(name);
  if (type.startsWith('image/')) return `<img src="${source}" alt="">`;
  if (type.startsWith('audio/')) return `<audio src="${source}" controls></audio>`;
  if (type.startsWith('video/')) return `<video src="${source}" controls></video>`;
  return source;
}

export interface AssetsPaneOptions {
  readonly store: AssetStore;
  /** Inserts HTML into a page. */
  insert(markup: string): void;
}

export class AssetsPane {
  readonly element: HTMLElement;
  readonly #options: AssetsPaneOptions;
  readonly #list = h('ul', { class: 'assets' });
  readonly #picker: HTMLInputElement;
  #pictures: string[] = [];

  constructor(options: AssetsPaneOptions) {
    this.#options = options;
    const { accept, maxBytes } = options.store;
    this.#picker = h('input', {
      type: 'file',
      attributes: { multiple: true, accept, 'aria-label': TEXT.add },
      onchange: () => void this.add(this.#picker.files),
    });
    const hint = TEXT.hint(readableSize(maxBytes));
    const add = h('label', { class: 'add' }, h('span', { text: hint }), this.#picker);
    this.element = h('div', { class: 'assets-pane' }, add, this.#list);
    this.draw();
  }

  /** Adds files that were dropped, pasted or chosen; shows a notice for each that was changed or is refused. */
  async add(files: Iterable<File> | null): Promise<void> {
    for (const file of [...(files ?? [])]) {
      this.#list.prepend(h('li', { class: 'none', text: TEXT.adding(file.name) }));
      const said = await this.#add(file).catch(() => TEXT.unreadable(file.name));
      if (said !== undefined) notice(said, 'problem');
      this.draw();
    }
    this.#picker.value = '';
  }

  /** Adds one file; returns a sentence if it is refused. */
  async #add(file: File): Promise<string | undefined> {
    const { maxBytes } = this.#options.store;
    const picture = await fitPicture(file, maxBytes);
    if (picture === 'unreadable') return TEXT.unreadable(file.name);
    if (picture === 'too many pixels') return TEXT.tooManyPixels(file.name);
    if (picture !== undefined) {
      const { name, blob, from, to } = picture;
      const before = TEXT.size(from.width, from.height, readableSize(file.size));
      const after = TEXT.size(to.width, to.height, readableSize(blob.size));
      return this.#store(file.name, name, blob, TEXT.fitted(file.name, before, after));
    }
    const sound = await fitSound(file, maxBytes);
    if (sound === 'unreadable') return TEXT.unreadableSound(file.name);
    if (sound === 'too long') {
      return TEXT.tooLong(file.name, Math.floor(longestSeconds(maxBytes) / 60));
    }
    if (sound === undefined) return this.#store(file.name, file.name, file);
    const { name, blob, rate } = sound;
    const [before, after] = [readableSize(file.size), readableSize(blob.size)];
    const compressed = TEXT.compressed(file.name, before, after, rate / 1000);
    return this.#store(file.name, name, blob, compressed);
  }

  /**
   * @param file the name of the person's file
   * @param name of what it was made into
   * @param changed what to tell of a file that was made to fit
   * @returns a sentence if it is refused
   */
  async #store(
    file: string,
    name: string,
    blob: Blob,
    changed?: string,
  ): Promise<string | undefined> {
    const { store } = this.#options;
    if (blob.size > store.maxBytes) {
      return TEXT.tooLarge(name, readableSize(blob.size), readableSize(store.maxBytes));
    }
    if (!name.includes('.')) return TEXT.noEnding(name);
    const added = store.add(name, new Uint8Array(await blob.arrayBuffer()));
    if ('problem' in added) return added.problem;
    const { name: as, taken } = added;
    let renamed = as === file ? undefined : TEXT.addedAs(file, as);
    if (taken !== undefined) renamed = TEXT.taken(file, taken, as);
    const told = [changed, renamed].filter((sentence) => sentence !== undefined);
    if (told.length > 0) notice(told.join(' '));
    return undefined;
  }

  /** Lists the site's files again. */
  draw(): void {
    for (const address of this.#pictures) URL.revokeObjectURL(address);
    this.#pictures = [];
    const items = this.#options.store.list().map((asset) => this.#item(asset));
    if (items.length === 0) items.push(h('li', { class: 'none', text: TEXT.none }));
    this.#list.replaceChildren(...items);
  }

  #item(asset: AssetInfo): HTMLLIElement {
    const { store, insert } = this.#options;
    const facts = h(
      'span',
      { class: 'facts' },
      h('b', { text: asset.name }),
      h('small', { text: readableSize(asset.bytes.length) }),
    );
    const label = (text: string) => ({ attributes: { 'aria-label': text } });
    const put = button(
      TEXT.insert,
      () => insert(tagFor(asset)),
      label(TEXT.insertFile(asset.name)),
    );
    const askToRemove = async (): Promise<void> => {
      const confirmed = await ask({
        title: TEXT.removeTitle(asset.name),
        body: [TEXT.removeNote],
        go: TEXT.remove,
        danger: true,
      });
      if (confirmed) store.remove(asset.name);
    };
    const remove = button(
      TEXT.remove,
      () => void askToRemove(),
      label(TEXT.removeFile(asset.name)),
    );
    return h('li', {}, this.#thumbnail(asset), facts, put, remove);
  }

  #thumbnail({ type, bytes }: AssetInfo): HTMLElement {
    if (!type.startsWith('image/')) {
      return h('span', { class: 'thumb', text: type.startsWith('audio/') ? '♪' : '▣' });
    }
    const src = URL.createObjectURL(new Blob([bytes], { type }));
    this.#pictures.push(src);
    return h('img', { class: 'thumb', attributes: { src, alt: '' } });
  }
}

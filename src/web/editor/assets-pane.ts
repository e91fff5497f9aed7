/** Pictures and sounds of the site: drop them in, put them into the page, take them out. */
import { button, h } from '../dom.ts';
import { ask, notice } from './dialog.ts';

export interface AssetInfo {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What the pane needs of the site. */
export interface AssetStore {
  list(): readonly AssetInfo[];
  /** Keeps a file; returns a sentence if it may not be kept. */
  add(name: string, type: string, bytes: Uint8Array<ArrayBuffer>): string | undefined;
  remove(name: string): void;
  /** Greatest size of one file, in bytes. */
  readonly most: number;
  /** Types that may be dropped in, for the file dialog. */
  readonly accept: string;
}

/** 1536 → "1.5 kB", as people read sizes. */
function readableSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const unit = bytes < 1e6 ? 'kB' : 'MB';
  const value = bytes / (bytes < 1e6 ? 1e3 : 1e6);
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** The markup that shows or plays a file. */
export function tagFor({ name, type }: Pick<AssetInfo, 'name' | 'type'>): string {
  const source = encodeURI(name);
  if (type.startsWith('image/')) return `<img src="${source}" alt="">`;
  if (type.startsWith('audio/')) return `<audio src="${source}" controls></audio>`;
  if (type.startsWith('video/')) return `<video src="${source}" controls></video>`;
  return source;
}

export interface AssetsPaneOptions {
  readonly store: AssetStore;
  /** Puts markup where the cursor of index.html is. */
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
    const { accept, most } = options.store;
    this.#picker = h('input', {
      type: 'file',
      attributes: { multiple: true, accept, 'aria-label': 'Add pictures and sounds' },
      onchange: () => void this.take(this.#picker.files),
    });
    const limit = `Drop files here, or choose some. Up to ${readableSize(most)} each.`;
    const add = h('label', { class: 'add' }, h('span', { text: limit }), this.#picker);
    this.element = h('div', { class: 'assets-pane' }, add, this.#list);
    this.draw();
  }

  /** Keeps files that were dropped, pasted or chosen; says why one is not kept. */
  async take(files: Iterable<File> | null): Promise<void> {
    const { store } = this.#options;
    for (const file of [...(files ?? [])]) {
      if (file.size > store.most) {
        const size = readableSize(file.size);
        notice(`${file.name} is ${size}; a file may have ${readableSize(store.most)}.`, 'problem');
        continue;
      }
      const problem = store.add(file.name, file.type, new Uint8Array(await file.arrayBuffer()));
      if (problem !== undefined) notice(problem, 'problem');
    }
    this.#picker.value = '';
    this.draw();
  }

  /** Shows what the site has now. */
  draw(): void {
    for (const address of this.#pictures) URL.revokeObjectURL(address);
    this.#pictures = [];
    const items = this.#options.store.list().map((asset) => this.#item(asset));
    if (items.length === 0)
      items.push(h('li', { class: 'none', text: 'No pictures or sounds yet.' }));
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
    const label = (what: string) => ({ attributes: { 'aria-label': `${what} ${asset.name}` } });
    const put = button('Insert', () => insert(tagFor(asset)), label('Insert'));
    const remove = async (): Promise<void> => {
      const sure = await ask({
        title: `Remove ${asset.name}?`,
        body: ['It stays in the history of the site.'],
        go: 'Remove',
        danger: true,
      });
      if (sure) store.remove(asset.name);
    };
    const drop = button('Remove', () => void remove(), label('Remove'));
    return h('li', {}, this.#face(asset), facts, put, drop);
  }

  #face({ type, bytes }: AssetInfo): HTMLElement {
    if (!type.startsWith('image/')) {
      return h('span', { class: 'thumb', text: type.startsWith('audio/') ? '♪' : '▣' });
    }
    const src = URL.createObjectURL(new Blob([bytes], { type }));
    this.#pictures.push(src);
    return h('img', { class: 'thumb', attributes: { src, alt: '' } });
  }
}

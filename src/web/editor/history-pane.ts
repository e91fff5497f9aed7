/** The timeline of a site: every version with who and when, how it looked, what changed since. */
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { button, field, h } from '../dom.ts';
import { PreviewFrame } from '../preview-frame.ts';
import type { SiteVersion as Version } from '../session.ts';
import { readingExtensions } from './code-view.ts';
import { ask, notice } from './dialog.ts';

/** A site as it was in one version. */
export interface Snapshot {
  /** Text by file name. */
  readonly texts: ReadonlyMap<string, string>;
  /** The whole document visitors saw. */
  readonly html: string;
}

export interface HistoryOptions {
  readonly address: string;
  /** Versions before an edit number (the newest, where none is given), latest first. */
  page(before?: number): Promise<{ readonly versions: readonly Version[]; readonly more: boolean }>;
  snapshot(version: Version): Promise<Snapshot>;
  /** The texts as they are now. */
  now(): ReadonlyMap<string, string>;
  restore(version: Version): Promise<void>;
  rename(version: Version, name: string): Promise<void>;
  download(name: string, html: string): void;
  readonly mayEdit: () => boolean;
}

/** "today, 14:05", "3 March 2024, 09:10": in the reader's own language. */
function readableTime(at: number): string {
  const date = new Date(at);
  const sameDay = new Date().toDateString() === date.toDateString();
  const time = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return sameDay
    ? `today, ${time}`
    : `${date.toLocaleDateString([], { dateStyle: 'medium' })}, ${time}`;
}

const KIND_WORDS: Readonly<Record<Version['kind'], string>> = {
  edit: '',
  restore: ' · restored',
  remix: ' · copied from another site',
  import: ' · imported',
};

const sentence = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem);

export class HistoryPane {
  readonly element: HTMLElement;
  readonly #options: HistoryOptions;
  readonly #list = h('ol', { class: 'versions' });
  readonly #views = h('div', { class: 'views' });
  readonly #tools = h('div', { class: 'tools' });
  readonly #frame: PreviewFrame;
  #chosen: Version | undefined;
  #snapshot: Snapshot | undefined;
  #diffs: EditorView[] = [];
  #showing: 'look' | 'changes' = 'look';
  #stale = false;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#frame = new PreviewFrame(options.address, 'How this version looked', () => {});
    const title = h('h2', { text: 'History', attributes: { tabindex: -1 } });
    this.element = h(
      'section',
      { class: 'history', attributes: { 'aria-label': 'History' } },
      h('div', { class: 'side' }, title, this.#list),
      h('div', { class: 'version' }, this.#tools, this.#views),
    );
  }

  /** Whether the list is shown and does not end with the newest version. */
  get stale(): boolean {
    return this.#stale && !this.element.hidden;
  }

  /** Edits came in: the list no longer ends with the newest. */
  changed(): void {
    this.#stale = true;
  }

  /** Asks for the versions and shows the newest, or the chosen one again. */
  async open(): Promise<void> {
    this.#stale = false;
    try {
      const { versions, more } = await this.#options.page();
      this.#list.replaceChildren(...this.#items(versions, more));
      if (versions.length === 0) this.#list.append(h('li', { text: 'Nothing was written yet.' }));
      const again = versions.find(({ to }) => to === this.#chosen?.to);
      const shown = again ?? this.#chosen ?? versions[0];
      if (shown !== undefined) await this.#choose(shown);
    } catch (problem) {
      // Asked again when there is a connection.
      this.#stale = true;
      this.#list.replaceChildren(h('li', { text: sentence(problem) }));
    }
  }

  #items(versions: readonly Version[], more: boolean): HTMLLIElement[] {
    const items = versions.map((version) => h('li', {}, this.#entry(version)));
    const last = versions.at(-1);
    if (!more || last === undefined) return items;
    const older = h('li', {});
    older.append(button('Older versions', () => void this.#older(older, last.from)));
    return [...items, older];
  }

  async #older(place: HTMLLIElement, before: number): Promise<void> {
    try {
      const { versions, more } = await this.#options.page(before);
      place.replaceWith(...this.#items(versions, more));
    } catch (problem) {
      notice(sentence(problem), 'problem');
    }
  }

  #entry(version: Version): HTMLButtonElement {
    const { authors, kind, label, endedMs, to } = version;
    const who = authors.length === 0 ? 'Someone' : authors.join(', ');
    const entry = button('', () => void this.#choose(version), {
      attributes: { 'data-version': to },
    });
    if (label !== undefined) entry.append(h('span', { class: 'named', text: label }));
    entry.append(
      h('time', {
        text: readableTime(endedMs),
        attributes: { datetime: new Date(endedMs).toISOString() },
      }),
      h('small', { text: `${who}${KIND_WORDS[kind]}` }),
    );
    return entry;
  }

  async #choose(version: Version): Promise<void> {
    this.#chosen = version;
    for (const one of this.#list.querySelectorAll('button')) {
      const chosen = one.dataset['version'] === String(version.to);
      one.setAttribute('aria-current', String(chosen));
    }
    const snapshot = await this.#options.snapshot(version);
    if (this.#chosen !== version) return;
    this.#snapshot = snapshot;
    this.#drawTools(version, snapshot);
    this.#show(this.#showing);
  }

  #drawTools(version: Version, snapshot: Snapshot): void {
    const toggle = (name: 'look' | 'changes', label: string): HTMLButtonElement =>
      button(label, () => this.#show(name), {
        attributes: { 'data-view': name, 'aria-pressed': String(name === this.#showing) },
      });
    this.#tools.replaceChildren(
      toggle('look', 'How it looked'),
      toggle('changes', 'Changes since'),
      h('span', { class: 'gap' }),
      button('Download', () => this.#options.download(`version-${version.to}`, snapshot.html)),
    );
    if (!this.#options.mayEdit()) return;
    this.#tools.append(
      button('Name…', () => void this.#rename(version)),
      button('Restore', () => void this.#restore(version), { class: 'primary' }),
    );
  }

  #show(what: 'look' | 'changes'): void {
    this.#showing = what;
    for (const one of this.#tools.querySelectorAll<HTMLElement>('[data-view]')) {
      one.setAttribute('aria-pressed', String(one.dataset['view'] === what));
    }
    for (const view of this.#diffs) view.destroy();
    this.#diffs = [];
    if (this.#snapshot === undefined) return;
    if (what === 'look') {
      if (this.#frame.element.parentNode !== this.#views) {
        this.#views.replaceChildren(this.#frame.element);
      }
      this.#frame.draw(this.#snapshot.html);
    } else {
      this.#views.replaceChildren(this.#diff(this.#snapshot.texts));
    }
  }

  /** From the chosen version to now, file by file; long equal stretches are folded. */
  #diff(then: ReadonlyMap<string, string>): HTMLElement {
    const now = this.#options.now();
    const box = h('div', { class: 'diff' });
    for (const file of new Set([...then.keys(), ...now.keys()])) {
      const [before, after] = [then.get(file) ?? '', now.get(file) ?? ''];
      box.append(h('h3', { text: file }));
      if (before === after) box.append(h('p', { text: 'The same as now.' }));
      else box.append(this.#diffOf(file, before, after));
    }
    return box;
  }

  #diffOf(file: string, before: string, after: string): HTMLElement {
    const host = h('div', { class: 'code' });
    const root = host.attachShadow({ mode: 'open' });
    const view = new EditorView({
      root,
      parent: root,
      doc: after,
      extensions: [
        readingExtensions,
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({
          'aria-label': `${file}, changes since this version`,
          tabindex: '0',
        }),
        unifiedMergeView({
          original: before,
          mergeControls: false,
          collapseUnchanged: { margin: 3, minSize: 6 },
        }),
      ],
    });
    this.#diffs.push(view);
    return host;
  }

  async #restore(version: Version): Promise<void> {
    const sure = await ask({
      title: `Restore ${version.label ?? readableTime(version.endedMs)}?`,
      body: [
        'The site becomes what it was then. That is a new change: nothing in between is lost.',
      ],
      go: 'Restore',
    });
    if (!sure) return;
    this.#chosen = undefined;
    await this.#attempt(() => this.#options.restore(version), 'Restored.');
  }

  async #rename(version: Version): Promise<void> {
    const { row, input } = field('Name of this version', {
      maxlength: 80,
      placeholder: 'Before the party',
    });
    input.value = version.label ?? '';
    const went = await ask({ title: 'Name this version', body: [row], go: 'Keep' });
    if (went)
      await this.#attempt(() => this.#options.rename(version, input.value.trim()), 'Named.');
  }

  async #attempt(action: () => Promise<void>, done: string): Promise<void> {
    try {
      await action();
      notice(done);
      await this.open();
    } catch (problem) {
      notice(sentence(problem), 'problem');
    }
  }
}

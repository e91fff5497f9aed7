/** The timeline of a site: every version with who and when, how it looked, what changed since. */
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { button, field, h } from '../dom.ts';
import { PreviewFrame } from '../preview-frame.ts';
import { readableSize } from './assets-pane.ts';
import { readingExtensions } from './code-view.ts';
import { ask, notice } from './dialog.ts';

export interface Version {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly people: readonly string[];
  readonly name: string;
  /** Size of what changed, in bytes. */
  readonly bytes: number;
}

/** A site as it was in one version. */
export interface Snapshot {
  /** Text by file name. */
  readonly texts: ReadonlyMap<string, string>;
  /** The whole document visitors saw. */
  readonly html: string;
}

export interface HistoryOptions {
  readonly address: string;
  versions(): Promise<readonly Version[]>;
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

  /** Asks for the versions and shows the newest, or the chosen one again. */
  async open(): Promise<void> {
    this.#list.replaceChildren(h('li', { text: 'Loading…' }));
    try {
      const versions = [...(await this.#options.versions())].sort((a, b) => b.id - a.id);
      this.#draw(versions);
      const again = versions.find(({ id }) => id === this.#chosen?.id) ?? versions[0];
      if (again !== undefined) await this.#choose(again);
    } catch (problem) {
      this.#list.replaceChildren(
        h('li', { text: String(problem instanceof Error ? problem.message : problem) }),
      );
    }
  }

  #draw(versions: readonly Version[]): void {
    const entries = versions.map((version) => {
      const who = version.people.length === 0 ? 'unknown' : version.people.join(', ');
      const lines = [
        h('span', { text: readableTime(version.at) }),
        h('small', { text: `${who} · ${readableSize(version.bytes)}` }),
      ];
      if (version.name !== '') lines.unshift(h('span', { class: 'named', text: version.name }));
      const choose = button('', () => void this.#choose(version), {
        attributes: { 'data-version': version.id },
      });
      choose.append(...lines);
      return h('li', {}, choose);
    });
    if (entries.length === 0)
      entries.push(h('li', { text: 'No version yet: nothing was written.' }));
    this.#list.replaceChildren(...entries);
  }

  async #choose(version: Version): Promise<void> {
    this.#chosen = version;
    for (const one of this.#list.querySelectorAll('button')) {
      const chosen = one.dataset['version'] === String(version.id);
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
      button('Download', () => this.#options.download(`version-${version.id}`, snapshot.html)),
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
        EditorView.contentAttributes.of({ 'aria-label': `${file}, changes since this version` }),
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
      title: `Restore ${version.name || readableTime(version.at)}?`,
      body: [
        'The site becomes what it was then. That is a new change: nothing in between is lost.',
      ],
      go: 'Restore',
    });
    if (!sure) return;
    await this.#attempt(() => this.#options.restore(version), 'Restored.');
  }

  async #rename(version: Version): Promise<void> {
    const { row, input } = field('Name of this version', {
      maxlength: 80,
      placeholder: 'Before the party',
    });
    input.value = version.name;
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
      notice(problem instanceof Error ? problem.message : String(problem), 'problem');
    }
  }
}

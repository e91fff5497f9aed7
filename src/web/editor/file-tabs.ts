/** The files of the site as tabs: a code view for each text file, and a tab for pictures and sounds. */
import { button, h } from '../dom.ts';
import type { CodeView } from './code-view.ts';
import { EDITOR_TEXT } from './text.ts';

const LABEL = EDITOR_TEXT.files.label;

interface Tab {
  name: string;
  readonly handle: HTMLButtonElement;
  readonly panel: HTMLElement;
  readonly view: CodeView | undefined;
}

function mark({ handle, panel }: Tab, chosen: boolean): void {
  panel.hidden = !chosen;
  handle.setAttribute('aria-selected', String(chosen));
  handle.tabIndex = chosen ? 0 : -1;
}

export class FileTabs {
  readonly element: HTMLElement;
  readonly #bar = h('div', {
    class: 'tabs',
    attributes: { role: 'tablist', 'aria-label': LABEL },
  });
  readonly #panels = h('div', { class: 'panels' });
  readonly #tabs: Tab[] = [];
  readonly #shown: (name: string) => void;
  #current = '';
  #count = 0;

  /** @param tools stands beside the tabs, @param shown hears which tab is selected */
  constructor(tools: HTMLElement, shown: (name: string) => void) {
    this.#shown = shown;
    this.#bar.addEventListener('keydown', this.#keys);
    this.element = h(
      'section',
      { class: 'files', attributes: { 'aria-label': LABEL } },
      h('div', { class: 'tab-bar' }, this.#bar, tools),
      this.#panels,
    );
  }

  /** Adds a tab before another one, or as the last; the first one is selected. */
  add(name: string, content: HTMLElement, view?: CodeView, before = ''): void {
    const at = this.#count++;
    const handle = button(name, () => this.show(tab.name), {
      attributes: { role: 'tab', id: `tab-${at}`, 'aria-controls': `panel-${at}` },
    });
    const panel = h(
      'div',
      { attributes: { role: 'tabpanel', id: `panel-${at}`, 'aria-labelledby': `tab-${at}` } },
      content,
    );
    const tab: Tab = { name, handle, panel, view };
    mark(tab, false);
    const next = this.#tabs.findIndex((tab) => tab.name === before);
    this.#bar.insertBefore(handle, this.#tabs[next]?.handle ?? null);
    this.#panels.append(panel);
    this.#tabs.splice(next < 0 ? this.#tabs.length : next, 0, tab);
    if (this.#current === '') this.show(name);
  }

  /** Gives the tab of a code view another name. */
  rename(view: CodeView, name: string): void {
    const tab = this.#tabs.find((one) => one.view === view);
    if (tab === undefined) return;
    const isShown = tab.name === this.#current;
    tab.name = name;
    tab.handle.textContent = name;
    if (!isShown) return;
    this.#current = name;
    this.#shown(name);
  }

  /** Removes the tab of a code view; if it was selected, the first one is. */
  remove(view: CodeView): void {
    const at = this.#tabs.findIndex((tab) => tab.view === view);
    const [tab] = at < 0 ? [] : this.#tabs.splice(at, 1);
    if (tab === undefined) return;
    const focused =
      tab.handle === document.activeElement || tab.panel.contains(document.activeElement);
    tab.view?.destroy();
    tab.handle.remove();
    tab.panel.remove();
    const [first] = this.#tabs;
    if (this.#current === tab.name && first !== undefined) {
      this.show(first.name);
      if (focused) first.handle.focus();
    }
  }

  /** Name of the selected tab. */
  get current(): string {
    return this.#current;
  }

  show(name: string): void {
    this.#current = name;
    for (const tab of this.#tabs) mark(tab, tab.name === name);
    const chosen = this.#tabs.find((tab) => tab.name === name);
    chosen?.view?.shown();
    this.#shown(name);
    // After that: the tools of some files leave less room for tabs.
    chosen?.handle.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Selects the tab of a file and returns its code view. */
  open(name: string): CodeView | undefined {
    const tab = this.#tabs.find((one) => one.name === name);
    if (tab?.view !== undefined) this.show(name);
    return tab?.view;
  }

  /** Changes the label of a tab. */
  label(name: string, text: string): void {
    const tab = this.#tabs.find((one) => one.name === name);
    if (tab !== undefined) tab.handle.textContent = text;
  }

  setWritable(writable: boolean): void {
    for (const { view } of this.#tabs) view?.setWritable(writable);
  }

  readonly #keys = (event: KeyboardEvent): void => {
    const at = this.#tabs.findIndex(({ name }) => name === this.#current);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: -1,
    };
    const step = steps[event.key];
    const tab = step === undefined ? undefined : this.#tabs.at(step % this.#tabs.length);
    if (tab === undefined) return;
    event.preventDefault();
    this.show(tab.name);
    tab.handle.focus();
  };
}

/** The files of the site as tabs: a code view for each text file, and a tab for pictures and sounds. */
import { button, h } from '../dom.ts';
import type { CodeView } from './code-view.ts';
import { EDITOR_TEXT } from './text.ts';

const LABEL = EDITOR_TEXT.files.label;

interface Tab {
  readonly name: string;
  readonly handle: HTMLButtonElement;
  readonly panel: HTMLElement;
  readonly view: CodeView | undefined;
}

export class FileTabs {
  readonly element: HTMLElement;
  readonly #bar = h('div', {
    class: 'tabs',
    attributes: { role: 'tablist', 'aria-label': LABEL },
  });
  readonly #panels = h('div', { class: 'panels' });
  readonly #tabs: Tab[] = [];
  #current = '';

  constructor() {
    this.#bar.addEventListener('keydown', this.#keys);
    this.element = h(
      'section',
      { class: 'files', attributes: { 'aria-label': LABEL } },
      this.#bar,
      this.#panels,
    );
  }

  /** Adds a tab; the first one is selected. */
  add(name: string, content: HTMLElement, view?: CodeView): void {
    const at = this.#tabs.length;
    const handle = button(name, () => this.show(name), {
      attributes: { role: 'tab', id: `tab-${at}`, 'aria-controls': `panel-${at}` },
    });
    const panel = h(
      'div',
      { attributes: { role: 'tabpanel', id: `panel-${at}`, 'aria-labelledby': `tab-${at}` } },
      content,
    );
    this.#tabs.push({ name, handle, panel, view });
    this.#bar.append(handle);
    this.#panels.append(panel);
    this.show(this.#current === '' ? name : this.#current);
  }

  /** Name of the selected tab. */
  get current(): string {
    return this.#current;
  }

  show(name: string): void {
    this.#current = name;
    for (const tab of this.#tabs) {
      const chosen = tab.name === name;
      tab.panel.hidden = !chosen;
      tab.handle.setAttribute('aria-selected', String(chosen));
      tab.handle.tabIndex = chosen ? 0 : -1;
      if (chosen) tab.view?.shown();
    }
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

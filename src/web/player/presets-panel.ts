/** The panel of one's own presets: save, rename, reorder, delete, export and import. */
import { counted } from '../../shared/humanize.ts';
import { MAX_NAME_CHARACTERS } from '../../shared/presets-file.ts';
import { button, field, h, setAvailable } from '../dom.ts';
import { chooseFile, download } from '../sound-mode/downloads.ts';
import type { Model } from '../sound-mode/model.ts';
import type { NamedSound } from '../sound-mode/preset-menu.ts';
import { learnedOf } from './link.ts';
import { OwnPresets } from './own-presets.ts';
import { PLAYER_TEXT } from './text.ts';

const TEXT = PLAYER_TEXT.presets;

export class PresetsPanel {
  readonly element: HTMLElement;
  readonly #model: Model;
  readonly #presets: OwnPresets;
  readonly #report: (text: string) => void;
  readonly #changed: (presets: readonly NamedSound[]) => void;
  readonly #list = h('ol', { class: 'presets' });
  readonly #undo = button(TEXT.undo, () => this.#act(() => this.#undone()), {
    class: 'button quiet',
  });
  readonly #export = button(TEXT.export, () => this.#act(() => this.#download()), {
    class: 'button quiet',
    title: TEXT.exportHint,
  });

  /** @param changed is given the presets now and after every change */
  constructor(
    model: Model,
    report: (text: string) => void,
    changed: (presets: readonly NamedSound[]) => void,
  ) {
    this.#model = model;
    this.#presets = new OwnPresets(model.mode);
    this.#report = report;
    this.#changed = changed;
    this.element = h(
      'section',
      { class: 'panel' },
      h('h2', { text: TEXT.title }),
      this.#form(),
      this.#list,
      h(
        'div',
        { class: 'row' },
        this.#undo,
        this.#export,
        button(TEXT.import, () => void this.#import(), {
          class: 'button quiet',
          title: TEXT.importHint,
        }),
      ),
    );
    this.#presets.follow(() => this.#act(() => ''));
    this.#act(() => '');
  }

  #form(): HTMLElement {
    const { row, input } = field(TEXT.name, { required: true, maxlength: MAX_NAME_CHARACTERS });
    const form = h(
      'form',
      { class: 'row' },
      row,
      h('button', { class: 'button', text: TEXT.save }),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const name = input.value.trim();
      if (name === '') return this.#report(TEXT.nameRule);
      this.#act(() => {
        const replaced = this.#presets.save({ name, ...learnedOf(this.#model) });
        input.value = '';
        return replaced ? TEXT.replaced(name) : TEXT.saved(name);
      });
    });
    return form;
  }

  /** Does something, says what `action` returns or throws, and shows what is there then. */
  #act(action: () => string): void {
    try {
      const done = action();
      if (done !== '') this.#report(done);
      setAvailable(this.#export, this.#presets.exported() !== '');
      const presets = this.#presets.list();
      this.#show(presets);
      this.#changed(presets);
    } catch (error) {
      this.#report(error instanceof Error ? error.message : String(error));
    }
  }

  #show(presets: readonly NamedSound[]): void {
    const focused = this.#list.querySelector(':focus')?.getAttribute('aria-label');
    this.#list.replaceChildren(
      ...presets.map(({ name }, at) => this.#row(name, at, presets.length)),
    );
    const undoing = this.#undo.matches(':focus');
    this.#undo.hidden = !this.#presets.canUndo;
    // Whoever moves a preset by keys goes on where it is now; whoever deletes one can undo that.
    const same = [...this.#list.querySelectorAll<HTMLElement>('[aria-label]')].find(
      (one) => one.getAttribute('aria-label') === focused,
    );
    if (focused !== undefined) (same ?? this.#undo).focus();
    else if (undoing && this.#undo.hidden) this.#export.focus();
  }

  #row(name: string, at: number, count: number): HTMLElement {
    const input = h('input', {
      attributes: { value: name, maxlength: MAX_NAME_CHARACTERS, 'aria-label': TEXT.nameOf(name) },
    });
    input.addEventListener('change', () => {
      this.#act(() => {
        const to = input.value.trim();
        try {
          this.#presets.rename(name, to);
        } catch (error) {
          input.value = name;
          throw error;
        }
        return TEXT.renamed(name, to);
      });
    });
    const act = (label: string, hint: string, action: () => string, available = true) => {
      const one = button(label, () => this.#act(action), {
        class: 'button quiet',
        attributes: { 'aria-label': hint },
      });
      setAvailable(one, available);
      return one;
    };
    const move = (by: -1 | 1) => (): string => {
      this.#presets.move(name, by);
      return '';
    };
    const remove = (): string => {
      this.#presets.delete(name);
      return TEXT.deleted(name);
    };
    return h(
      'li',
      { class: 'row' },
      input,
      act('↑', TEXT.up(name), move(-1), at > 0),
      act('↓', TEXT.down(name), move(1), at < count - 1),
      act(TEXT.delete, TEXT.deleteHint(name), remove),
    );
  }

  #undone(): string {
    this.#presets.undo();
    return TEXT.undone;
  }

  #download(): string {
    const file = new Blob([this.#presets.exported()], { type: 'application/json' });
    download(`${this.#model.mode.modeId}.presets.json`, file);
    return '';
  }

  async #import(): Promise<void> {
    const file = await chooseFile('.json');
    const text = await file.text();
    this.#act(() => TEXT.imported(counted(this.#presets.import(text), 'preset')));
  }
}

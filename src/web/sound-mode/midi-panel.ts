/** The MIDI panel: connected inputs, mapped controllers and the output. */
import { channelNamed } from '../../../dsl/channels.ts';
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { button, h } from '../dom.ts';
import { Controllers, controllerOf } from './controllers.ts';
import { Midi } from './devices.ts';
import type { Model } from './model.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.midi;

export interface MidiOptions {
  /** Sends a message to the sound. */
  readonly play: (message: MidiMessage) => void;
  readonly report: (text: string) => void;
}

/** Something a controller can be mapped to: its label, and a function that sets its unit value. */
interface MidiTarget {
  readonly label: string;
  readonly move: (unit: number) => void;
}

function targetsOf(model: Model): ReadonlyMap<string, MidiTarget> {
  const { channels, params } = model.mode;
  return new Map([
    ...channels.map((channel, index): [string, MidiTarget] => [
      channel,
      {
        label: channelNamed(channel)?.label ?? channel,
        move: (unit) => model.setInput(index, unit),
      },
    ]),
    ...params.map(({ name, label }, index): [string, MidiTarget] => [
      name,
      { label, move: (unit) => model.holdParam(index, unit) },
    ]),
  ]);
}

export class MidiPanel {
  readonly element = h('div', { class: 'midi' });
  readonly #options: MidiOptions;
  readonly #targets: ReadonlyMap<string, MidiTarget>;
  readonly #controllers: Controllers;
  readonly #list = h('ul', { class: 'mappings' });
  readonly #outputs = h('select');
  readonly #choice: HTMLSelectElement;
  readonly #learn: HTMLButtonElement;
  #learning = false;
  #midi: Midi | undefined;

  constructor(model: Model, options: MidiOptions) {
    this.#options = options;
    this.#targets = targetsOf(model);
    this.#controllers = new Controllers(model.mode.modeId, [...this.#targets.keys()]);
    this.#choice = this.#choices(model);
    this.#learn = button(TEXT.learn, () => this.#toggleLearning(), {
      attributes: { 'aria-pressed': 'false' },
      title: TEXT.learnHint,
    });
    this.#outputs.addEventListener('change', () => {
      this.#midi?.sendTo(this.#outputs.value);
    });
    this.element.append(
      button(TEXT.connect, () => void this.#connect(), {
        class: 'quiet',
        title: TEXT.connectHint,
      }),
    );
  }

  send(message: MidiMessage): void {
    this.#midi?.send(message);
  }

  close(): void {
    this.#midi?.close();
    this.#midi = undefined;
  }

  #choices({ mode }: Model): HTMLSelectElement {
    const option = (name: string) =>
      h('option', { text: this.#targets.get(name)?.label ?? name, attributes: { value: name } });
    const choices = (label: string, names: readonly string[]) =>
      h('optgroup', { attributes: { label } }, ...names.map(option));
    const inGroup = (wanted: string): string[] =>
      mode.params.flatMap(({ name, group }) => (group === wanted ? [name] : []));
    return h(
      'select',
      {},
      choices(TEXT.controls, mode.channels),
      ...mode.groups.map((name) => choices(name, inGroup(name))),
    );
  }

  async #connect(): Promise<void> {
    try {
      this.#midi ??= await Midi.open(
        (message) => this.#receive(message),
        () => this.#devicesChanged(),
      );
      if (!this.#list.isConnected) this.#open();
      this.#devicesChanged();
    } catch {
      this.#options.report(TEXT.denied);
    }
  }

  #open(): void {
    this.element.append(
      h('label', { class: 'field' }, h('span', { text: TEXT.output }), this.#outputs),
      h(
        'div',
        { class: 'row' },
        h('label', { class: 'field' }, h('span', { text: TEXT.target }), this.#choice),
        this.#learn,
      ),
      this.#list,
    );
    this.#show();
  }

  /** Called when a device is plugged in or unplugged. */
  #devicesChanged(): void {
    const { names = [], outputs = [] } = this.#midi ?? {};
    this.#options.report(names.length === 0 ? TEXT.noInput : TEXT.connected(names.join(', ')));
    this.#outputs.replaceChildren(
      h('option', { text: TEXT.none, attributes: { value: '' } }),
      ...outputs.map(({ id, name }) => h('option', { text: name, attributes: { value: id } })),
    );
    this.#outputs.value = this.#midi?.sendsTo ?? '';
  }

  #receive(message: MidiMessage): void {
    const controller = controllerOf(message);
    if (this.#learning && controller !== undefined) {
      this.#controllers.map(controller, this.#choice.value);
      this.#toggleLearning();
      this.#show();
    }
    const move = this.#controllers.moveOf(message);
    if (move === undefined) this.#options.play(message);
    else this.#targets.get(move.target)?.move(move.unit);
  }

  #toggleLearning(): void {
    this.#learning = !this.#learning;
    this.#learn.setAttribute('aria-pressed', String(this.#learning));
    this.#options.report(this.#learning ? TEXT.move : '');
  }

  #show(): void {
    this.#list.replaceChildren(
      ...this.#controllers.mappings.map(([controller, name]) => {
        const text = TEXT.mapping(controller, this.#targets.get(name)?.label ?? name);
        const remove = button(TEXT.remove, () => {
          this.#controllers.remove(controller);
          this.#show();
          this.#learn.focus();
        });
        remove.setAttribute('aria-label', TEXT.removeMapping(controller));
        return h('li', {}, h('span', { text }), remove);
      }),
    );
  }
}

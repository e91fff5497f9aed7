/** MIDI as its player sees it: what is plugged in, what controllers learned to move, where messages go out. */
import { channelNamed } from '../../../dsl/channels.ts';
import { button, h } from '../dom.ts';
import type { MidiMessage } from '../instrument/instrument.ts';
import { Controllers, controllerOf } from './controllers.ts';
import { Midi } from './devices.ts';
import type { Model } from './model.ts';

export interface MidiOptions {
  /** Takes a message to the sound. */
  readonly play: (message: MidiMessage) => void;
  readonly say: (sentence: string) => void;
}

/** Something a controller can move: its name, as people read it, and how it is moved to a unit value. */
interface Target {
  readonly label: string;
  readonly move: (unit: number) => void;
}

function targetsOf(model: Model): ReadonlyMap<string, Target> {
  const { channels, params } = model.mode;
  return new Map([
    ...channels.map((channel, index): [string, Target] => [
      channel,
      {
        label: channelNamed(channel)?.label ?? channel,
        move: (unit) => model.setInput(index, unit),
      },
    ]),
    ...params.map(({ name, label }, index): [string, Target] => [
      name,
      { label, move: (unit) => model.holdParam(index, unit) },
    ]),
  ]);
}

export class MidiPanel {
  readonly element = h('div', { class: 'midi' });
  readonly #options: MidiOptions;
  readonly #targets: ReadonlyMap<string, Target>;
  readonly #controllers: Controllers;
  readonly #list = h('ul', { class: 'learned' });
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
    this.#learn = button('Learn a controller', () => this.#toggleLearning(), {
      attributes: { 'aria-pressed': 'false' },
      title: 'The next controller that moves is the one',
    });
    this.#outputs.addEventListener('change', () => {
      this.#midi?.sendTo(this.#outputs.value);
    });
    this.element.append(
      button('Connect MIDI', () => void this.#connect(), {
        class: 'quiet',
        title: 'Play it from MIDI keyboards and controllers; what it sends goes out the same way',
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
      choices('Gesture', mode.channels),
      ...mode.groups.map((name) => choices(name, inGroup(name))),
    );
  }

  async #connect(): Promise<void> {
    try {
      this.#midi ??= await Midi.open(
        (message) => this.#heard(message),
        () => this.#plugged(),
      );
      if (!this.#list.isConnected) this.#open();
      this.#plugged();
    } catch {
      this.#options.say('MIDI was not given. Allow it in the browser and try again.');
    }
  }

  #open(): void {
    this.element.append(
      h('label', { class: 'field' }, h('span', { text: 'Sends to' }), this.#outputs),
      h(
        'div',
        { class: 'row' },
        h('label', { class: 'field' }, h('span', { text: 'A controller moves' }), this.#choice),
        this.#learn,
      ),
      this.#list,
    );
    this.#show();
  }

  /** Something was plugged in or pulled out. */
  #plugged(): void {
    const { names = [], outputs = [] } = this.#midi ?? {};
    this.#options.say(
      names.length === 0 ? 'No MIDI input yet: plug one in.' : `Listens to ${names.join(', ')}.`,
    );
    this.#outputs.replaceChildren(
      h('option', { text: 'nothing', attributes: { value: '' } }),
      ...outputs.map(({ id, name }) => h('option', { text: name, attributes: { value: id } })),
    );
    this.#outputs.value = this.#midi?.sendsTo ?? '';
  }

  #heard(message: MidiMessage): void {
    const controller = controllerOf(message);
    if (this.#learning && controller !== undefined) {
      this.#controllers.learn(controller, this.#choice.value);
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
    this.#options.say(this.#learning ? 'Move a controller of your MIDI device.' : '');
  }

  #show(): void {
    this.#list.replaceChildren(
      ...this.#controllers.learned.map(([controller, name]) => {
        const text = `CC ${controller} moves ${this.#targets.get(name)?.label ?? name}`;
        const forget = button('Forget', () => {
          this.#controllers.forget(controller);
          this.#show();
          this.#learn.focus();
        });
        forget.setAttribute('aria-label', `Forget CC ${controller}`);
        return h('li', {}, h('span', { text }), forget);
      }),
    );
  }
}

/** The MIDI panel: connected inputs, mapped controllers and the output. */
import { MIDI_TEMPLATES } from '../../../build/ts/midi-templates.ts';
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { button, field, h } from '../dom.ts';
import {
  BEND_RANGE,
  bendRange,
  bendRangeMessages,
  storeBendRange,
  storedBendRange,
} from './bend-range.ts';
import { Controllers, controllerOf } from './controllers.ts';
import { Midi } from './devices.ts';
import { playsNotes, sendsMidi } from './engines.ts';
import type { Gesture } from './gesture-loop.ts';
import { inputLabels } from './input-labels.ts';
import { hasGestures } from './loop-panel.ts';
import { isManual, type Model } from './model.ts';
import { mpeMessages, storedMpe, storeMpe } from './mpe.ts';
import { SynthTemplate } from './synth-template.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.midi;
const CONTROL_CHANGE = 0xb0;
/** MIDI 1.0 leaves controllers 102 to 119 undefined. */
const FIRST_FREE_CONTROLLER = 102;
const LAST_FREE_CONTROLLER = 119;

export interface MidiOptions {
  /** Sends a message to the sound. */
  readonly play: (message: MidiMessage) => void;
  readonly report: (text: string) => void;
  /** A synth was chosen, and sent where the instrument's controllers stand. */
  readonly chosen: (messages: readonly MidiMessage[]) => void;
}

/** Sets the unit value of something a controller can be mapped to. */
type MidiTarget = (unit: number) => void;

function targetsOf(model: Model): ReadonlyMap<string, MidiTarget> {
  const { channels, params } = model.mode;
  return new Map([
    ...channels.map((channel, index): [string, MidiTarget] => [
      channel,
      (unit) => model.setInput(index, unit),
    ]),
    ...params.map(({ name }, index): [string, MidiTarget] => [
      name,
      (unit) => model.holdParam(index, unit),
    ]),
  ]);
}

function labelsOf(model: Model): ReadonlyMap<string, string> {
  const { channels, params } = model.mode;
  const inputs = inputLabels(model);
  return new Map([
    ...channels.map((channel, index) => [channel, inputs[index]?.full ?? channel] as const),
    ...params.map(({ name, label }) => [name, label] as const),
  ]);
}

export class MidiPanel {
  readonly element = h('div', { class: 'midi' });
  readonly #options: MidiOptions;
  readonly #targets: ReadonlyMap<string, MidiTarget>;
  #labels: ReadonlyMap<string, string> = new Map();
  readonly #controllers: Controllers;
  readonly #list = h('ul', { class: 'mappings' });
  readonly #outputs = h('select');
  readonly #choice: HTMLSelectElement;
  readonly #learn: HTMLButtonElement;
  readonly #model: Model;
  readonly #synth = new SynthTemplate();
  readonly #sendLoop = h('input', { type: 'checkbox' });
  /** The last values sent by controllers of the loop. */
  readonly #sent = new Map<number, number>();
  #learning = false;
  #midi: Midi | undefined;

  constructor(model: Model, options: MidiOptions) {
    this.#options = options;
    this.#model = model;
    this.#targets = targetsOf(model);
    this.#controllers = new Controllers(model.mode.modeId, [...this.#targets.keys()]);
    this.#choice = this.#choices(model);
    this.#learn = button(TEXT.learn, () => this.#toggleLearning(), {
      attributes: { 'aria-pressed': 'false' },
      title: TEXT.learnHint,
    });
    model.listen((change) => {
      if (change === 'network' && this.#isOpen) this.#rename();
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

  /** Sends what the instrument sends to the synth that was chosen. @returns what it was sent */
  forward(message: MidiMessage): readonly MidiMessage[] {
    const messages = this.#synth.translate(message);
    for (const each of messages) this.send(each);
    return messages;
  }

  #synths(): HTMLElement {
    const option = (id: string, name: string) =>
      h('option', { text: name, attributes: { value: id } });
    const select = h(
      'select',
      { title: TEXT.synthHint },
      option('', TEXT.anySynth),
      ...MIDI_TEMPLATES.map(({ id, name }) => option(id, name)),
    );
    select.value = this.#synth.id;
    select.addEventListener('change', () => {
      this.#midi?.endNotes();
      const messages = this.#synth.choose(select.value);
      for (const message of messages) this.send(message);
      this.#options.chosen(messages);
    });
    return h('label', { class: 'field' }, h('span', { text: TEXT.synth }), select);
  }

  /** The sound has stopped: nothing it sent sounds on. */
  stopped(): void {
    this.#midi?.endNotes();
  }

  /** Sends a gesture of the loop, if the person wants that. */
  replayed(gesture: Gesture): void {
    if (!this.#sendLoop.checked) return;
    if ('message' in gesture) this.send(gesture.message);
    else this.#sendMove(gesture.index, gesture.unit);
  }

  #sendMove(index: number, unit: number): void {
    const controller = this.#controllerOf(index);
    const value = Math.min(127, unit >> 8);
    if (controller > LAST_FREE_CONTROLLER || this.#sent.get(controller) === value) return;
    this.#sent.set(controller, value);
    this.send([CONTROL_CHANGE, controller, value]);
  }

  /** The controller that is mapped to a channel, or one of its own. */
  #controllerOf(index: number): number {
    const { channels } = this.#model.mode;
    const mapped = this.#controllers.mappings.find(([, target]) => target === channels[index]);
    return mapped?.[0] ?? FIRST_FREE_CONTROLLER + channels.slice(0, index).filter(isManual).length;
  }

  /** Tells the sound, which has just started, how far the pitch bends. */
  started(): void {
    const semitones = storedBendRange();
    if (semitones !== BEND_RANGE.rest) this.#setBendRange(semitones);
    if (storedMpe()) this.#setMpe(true);
  }

  #setMpe(on: boolean): void {
    for (const message of mpeMessages(on)) this.#options.play(message);
  }

  #mpe(): HTMLElement {
    const input = h('input', { type: 'checkbox', attributes: { checked: storedMpe() } });
    input.addEventListener('change', () => {
      storeMpe(input.checked);
      this.#setMpe(input.checked);
    });
    return h(
      'label',
      { class: 'choice', title: TEXT.mpeHint },
      input,
      h('span', { text: TEXT.mpe }),
    );
  }

  #setBendRange(semitones: number): void {
    for (const message of bendRangeMessages(semitones)) this.#options.play(message);
  }

  #bendRange(): HTMLElement {
    const { min, max } = BEND_RANGE;
    const { row, input } = field(TEXT.bendRange, {
      ...{ type: 'number', min, max, step: 1, value: storedBendRange(), title: TEXT.bendRangeHint },
    });
    input.addEventListener('change', () => {
      const semitones = bendRange(input.value);
      input.value = String(semitones);
      storeBendRange(semitones);
      this.#setBendRange(semitones);
    });
    return row;
  }

  close(): void {
    this.#midi?.close();
    this.#midi = undefined;
  }

  /** Inputs are called after what they move, which was just learned. */
  #rename(): void {
    this.#labels = labelsOf(this.#model);
    for (const option of this.#choice.options) option.text = this.#labelOf(option.value);
    this.#show();
  }

  #labelOf(name: string): string {
    return this.#labels.get(name) ?? name;
  }

  #choices({ mode }: Model): HTMLSelectElement {
    const option = (name: string) => h('option', { attributes: { value: name } });
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
      if (!this.#isOpen) this.#open();
      this.#devicesChanged();
    } catch {
      this.#options.report(TEXT.denied);
    }
  }

  /** Whether more is shown than the button that connects. */
  get #isOpen(): boolean {
    return this.#list.parentElement !== null;
  }

  #open(): void {
    this.element.append(
      h('label', { class: 'field' }, h('span', { text: TEXT.output }), this.#outputs),
      ...(sendsMidi(this.#model.mode.engineId) ? [this.#synths()] : []),
      ...(playsNotes(this.#model.mode.engineId) ? [this.#bendRange(), this.#mpe()] : []),
      ...(this.#model.drones ? [h('p', { class: 'hint', text: TEXT.drones })] : []),
      ...(hasGestures(this.#model)
        ? [
            h(
              'label',
              { class: 'choice', title: TEXT.sendLoopHint },
              this.#sendLoop,
              h('span', { text: TEXT.sendLoop }),
            ),
          ]
        : []),
      h(
        'div',
        { class: 'row' },
        h('label', { class: 'field' }, h('span', { text: TEXT.target }), this.#choice),
        this.#learn,
      ),
      this.#list,
    );
    this.#rename();
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
    else this.#targets.get(move.target)?.(move.unit);
  }

  #toggleLearning(): void {
    this.#learning = !this.#learning;
    this.#learn.setAttribute('aria-pressed', String(this.#learning));
    this.#options.report(this.#learning ? TEXT.move : '');
  }

  #show(): void {
    this.#list.replaceChildren(
      ...this.#controllers.mappings.map(([controller, name]) => {
        const text = TEXT.mapping(controller, this.#labelOf(name));
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

/** The audio thread of an instrument: orders in, sound and reports out. */
import { Abi, InstrumentError } from '../instrument/abi.ts';
import { Instrument, type MidiMessage } from '../instrument/instrument.ts';
import {
  type Order,
  PROCESSOR_NAME,
  type ProcessorOptions,
  type Report,
} from '../sound-mode/messages.ts';
import { Lateness } from './lateness.ts';
import { RECORDER_NAME, RecorderProcessor } from './recorder.ts';

const REPORT_EVERY_FRAMES = 1600;
/** More than these wait for a report only where nobody takes reports. */
const MOST_EVENTS = 256;

function isOptions(value: unknown): value is ProcessorOptions {
  return typeof value === 'object' && value !== null && 'module' in value && 'spec' in value;
}

class InstrumentProcessor extends AudioWorkletProcessor {
  readonly #instrument: Instrument;
  #running = true;
  #events: MidiMessage[] = [];
  #blocks = 0;
  #frames = 0;
  readonly #lateness = new Lateness();
  #refused: string | undefined;

  constructor({ processorOptions }: { readonly processorOptions?: unknown }) {
    super();
    if (!isOptions(processorOptions)) throw new TypeError('the processor needs module and spec');
    const { module, spec } = processorOptions;
    this.#instrument = new Instrument(new Abi(new WebAssembly.Instance(module)), spec);
    this.port.onmessage = ({ data }: MessageEvent<readonly Order[]>) => {
      for (const order of data) this.#obey(order);
    };
  }

  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const [left, right] = outputs[0] ?? [];
    if (left === undefined || right === undefined) return this.#running;
    const [inLeft, inRight] = inputs[0] ?? [];
    this.#instrument.process(inLeft, inRight ?? inLeft, left, right, left.length);
    this.#count(left.length);
    return this.#running;
  }

  #obey(order: Order): void {
    try {
      this.#carryOut(order);
    } catch (error) {
      if (!(error instanceof InstrumentError)) throw error;
      this.#refused = error.code;
    }
  }

  #carryOut(order: Order): void {
    const instrument = this.#instrument;
    if (order.do === 'input') instrument.setInput(order.index, order.unit);
    else if (order.do === 'params') setParams(instrument, order.units);
    else if (order.do === 'release') instrument.releaseParams();
    else if (order.do === 'voice-space') instrument.setVoiceSpace(order.ordinal);
    else if (order.do === 'midi') instrument.midiIn(order.message);
    else if (order.do === 'silence') instrument.allNotesOff();
    else if (order.do === 'learned') instrument.load(order.taught);
    else this.#running = false;
  }

  #count(frames: number): void {
    this.#lateness.block(Date.now(), currentFrame, sampleRate);
    this.#blocks += 1;
    this.#frames += frames;
    if (this.#frames < REPORT_EVERY_FRAMES) return;
    this.#frames = 0;
    this.#report();
  }

  #report(): void {
    let event = this.#instrument.nextEvent();
    while (event !== undefined && this.#events.length < MOST_EVENTS) {
      this.#events.push(event);
      event = this.#instrument.nextEvent();
    }
    const report: Report = {
      inputs: this.#instrument.readInputs(),
      params: this.#instrument.readParams(),
      events: this.#events,
      blocks: this.#blocks,
      late_ms: this.#lateness.take(),
      ...(this.#refused !== undefined && { refused: this.#refused }),
    };
    this.port.postMessage(report);
    this.#events = [];
    this.#refused = undefined;
  }
}

function setParams(instrument: Instrument, units: readonly number[]): void {
  for (const [index, unit] of units.entries()) instrument.setParam(index, unit);
}

registerProcessor(PROCESSOR_NAME, InstrumentProcessor);
registerProcessor(RECORDER_NAME, RecorderProcessor);

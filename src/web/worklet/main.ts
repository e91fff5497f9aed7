/** The audio thread of an instrument: commands in, sound and reports out. */
import { Abi, InstrumentError } from '../../shared/instrument/abi.ts';
import {
  type AudioCommand,
  type AudioReport,
  BRIDGE_NAME,
  CAPTURE_NAME,
  PROCESSOR_NAME,
  type ProcessorOptions,
  RECORDER_NAME,
} from '../../shared/instrument/audio-messages.ts';
import { type MidiMessage, WasmInstrument } from '../../shared/instrument/wasm-instrument.ts';
import { BridgeProcessor, CaptureProcessor } from './bridge.ts';
import { RecorderProcessor } from './recorder.ts';
import { UnderrunMeter } from './underrun-meter.ts';

const REPORT_EVERY_FRAMES = 1600;
/** Most events between two reports; more can only pile up if no one receives the reports. */
const MAX_EVENTS = 256;
const CONTROL_CHANGE = 0xb0;

function isOptions(value: unknown): value is ProcessorOptions {
  return typeof value === 'object' && value !== null && 'module' in value && 'spec' in value;
}

class InstrumentProcessor extends AudioWorkletProcessor {
  readonly #instrument: WasmInstrument;
  #running = true;
  #events: MidiMessage[] = [];
  #blocks = 0;
  #frames = 0;
  readonly #meter = new UnderrunMeter();
  #refused: string | undefined;

  constructor({ processorOptions }: { readonly processorOptions?: unknown }) {
    super();
    if (!isOptions(processorOptions)) throw new TypeError('the processor needs module and spec');
    const { module, spec } = processorOptions;
    this.#instrument = new WasmInstrument(new Abi(new WebAssembly.Instance(module)), spec);
    this.port.onmessage = ({ data }: MessageEvent<readonly AudioCommand[]>) => {
      for (const command of data) this.#handle(command);
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

  #handle(command: AudioCommand): void {
    try {
      this.#apply(command);
    } catch (error) {
      if (!(error instanceof InstrumentError)) throw error;
      this.#refused = error.code;
    }
  }

  #apply(command: AudioCommand): void {
    const instrument = this.#instrument;
    if (command.do === 'input') instrument.setInput(command.index, command.unit);
    else if (command.do === 'params') setParams(instrument, command.units);
    else if (command.do === 'release') instrument.releaseParams();
    else if (command.do === 'locks') instrument.locks.set(command.locks);
    else if (command.do === 'scale') instrument.tuning.setScale(command.scale);
    else if (command.do === 'voice-space') instrument.setVoiceSpace(command.ordinal);
    else if (command.do === 'midi') instrument.midiIn(command.message);
    else if (command.do === 'silence') instrument.allNotesOff();
    else if (command.do === 'learned') instrument.load(command.taught);
    else if (command.do === 'stop') this.#running = false;
    else command satisfies never;
  }

  #count(frames: number): void {
    this.#meter.block(Date.now(), currentFrame, sampleRate);
    this.#blocks += 1;
    this.#frames += frames;
    const hasNotes = this.#collect();
    const isDue = this.#frames >= REPORT_EVERY_FRAMES;
    if (isDue) this.#frames = 0;
    if (isDue || hasNotes) this.#report();
  }

  /** Takes what the instrument has sent. @returns whether there are notes, which wait for nothing */
  #collect(): boolean {
    let hasNotes = false;
    while (this.#events.length < MAX_EVENTS) {
      const event = this.#instrument.nextEvent();
      if (event === undefined) break;
      hasNotes ||= event[0] < CONTROL_CHANGE;
      this.#events.push(event);
    }
    return hasNotes;
  }

  #report(): void {
    const report: AudioReport = {
      inputs: this.#instrument.readInputs(),
      params: this.#instrument.readParams(),
      events: this.#events,
      blocks: this.#blocks,
      late_ms: this.#meter.take(),
      ...(this.#refused !== undefined && { refused: this.#refused }),
    };
    this.port.postMessage(report);
    this.#events = [];
    this.#refused = undefined;
  }
}

function setParams(instrument: WasmInstrument, units: readonly number[]): void {
  for (const [index, unit] of units.entries()) instrument.setParam(index, unit);
}

registerProcessor(PROCESSOR_NAME, InstrumentProcessor);
registerProcessor(RECORDER_NAME, RecorderProcessor);
registerProcessor(CAPTURE_NAME, CaptureProcessor);
registerProcessor(BRIDGE_NAME, BridgeProcessor);

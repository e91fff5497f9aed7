/** An instrument at the other end of a wire: one method for each thing it can be asked. */
import { type BodyReader, BodyWriter } from './bytes.ts';
import type { LinkClient } from './client.ts';
import { BODY_MAX_BYTES } from './frame.ts';
import { ASK, NAME_KINDS, type NameKind } from './messages.ts';

export interface Hello {
  readonly board: string;
  readonly firmware: string;
  readonly sample_rate_hz: number;
  readonly tick_frames: number;
  readonly modes: number;
}

export interface RemoteMode {
  readonly mode_id: string;
  readonly engine_id: string;
  readonly channels: number;
  readonly params: number;
  readonly voice_spaces: number;
}

export interface RemoteState {
  readonly mode: number;
  readonly voice_space: number;
  readonly training: boolean;
  readonly examples: number;
  readonly example_capacity: number;
  /** Audio ticks since start, and the longest time one took, in microseconds (0: not measured). */
  readonly ticks: number;
  readonly longest_tick_us: number;
  /** Frames the instrument took and threw away. */
  readonly frames: number;
  readonly broken: number;
  readonly too_long: number;
  readonly bad_crc: number;
  readonly bad_version: number;
}

export interface TrainConfig {
  /** (0, 100] */
  readonly learning_rate: number;
  /** 1…1,000,000 */
  readonly max_iterations: number;
  /** 0…1 */
  readonly min_error: number;
}

/** Bit of each field in the mask of set_train_config. */
const CONFIG_FIELDS = ['learning_rate', 'max_iterations', 'min_error'] as const;
const CHUNK_BYTES = BODY_MAX_BYTES - 8;

function writeConfig(config: TrainConfig): BodyWriter {
  return new BodyWriter()
    .f32(config.learning_rate)
    .u32(config.max_iterations)
    .f32(config.min_error);
}

export class RemoteInstrument {
  readonly #link: LinkClient;

  constructor(link: LinkClient) {
    this.#link = link;
  }

  async hello(): Promise<Hello> {
    const answer = await this.#link.ask(ASK.hello);
    return {
      tick_frames: answer.u16(),
      sample_rate_hz: answer.u32(),
      modes: answer.u8(),
      board: answer.text(),
      firmware: answer.text(),
    };
  }

  async mode(index: number): Promise<RemoteMode> {
    const answer = await this.#link.ask(ASK.mode, new BodyWriter().u8(index).done());
    return {
      channels: answer.u8(),
      params: answer.u8(),
      voice_spaces: answer.u8(),
      mode_id: answer.text(),
      engine_id: answer.text(),
    };
  }

  /** All modes of the firmware, in its order. */
  async modes(): Promise<RemoteMode[]> {
    const { modes } = await this.hello();
    const found: RemoteMode[] = [];
    for (let index = 0; index < modes; index += 1) found.push(await this.mode(index));
    return found;
  }

  /** Name of a channel, param or voice space of the selected mode. */
  async nameOf(kind: NameKind, index: number): Promise<string> {
    const body = new BodyWriter().u8(NAME_KINDS[kind]).u8(index).done();
    return (await this.#link.ask(ASK.name, body)).text();
  }

  async selectMode(index: number): Promise<void> {
    await this.#link.ask(ASK.selectMode, new BodyWriter().u8(index).done());
  }

  async selectVoiceSpace(ordinal: number): Promise<void> {
    await this.#link.ask(ASK.selectVoiceSpace, new BodyWriter().u8(ordinal).done());
  }

  async state(): Promise<RemoteState> {
    const answer = await this.#link.ask(ASK.state);
    return {
      mode: answer.u8(),
      voice_space: answer.u8(),
      training: answer.u8() === 1,
      examples: answer.u16(),
      example_capacity: answer.u16(),
      ticks: answer.u32(),
      longest_tick_us: answer.u32(),
      frames: answer.u32(),
      broken: answer.u32(),
      too_long: answer.u32(),
      bad_crc: answer.u32(),
      bad_version: answer.u32(),
    };
  }

  /** Unit values 0…32768 of the selected mode's params, as they sound now. */
  async readParams(): Promise<number[]> {
    const answer = await this.#link.ask(ASK.readParams);
    const params: number[] = [];
    while (answer.left > 0) params.push(answer.u16());
    return params;
  }

  /** Holds a param at a unit value, 0…32768, until releaseParams(). */
  async setParam(index: number, value: number): Promise<void> {
    await this.#link.ask(ASK.setParam, new BodyWriter().u8(index).u16(value).done());
  }

  /** Gives all params back to the network. */
  async releaseParams(): Promise<void> {
    await this.#link.ask(ASK.releaseParams);
  }

  /** Sets inputs of the selected mode from index `first` on, as unit values 0…32768. */
  async setInputs(first: number, values: readonly number[]): Promise<void> {
    const body = new BodyWriter().u8(first);
    for (const value of values) body.u16(value);
    await this.#link.ask(ASK.setInput, body.done());
  }

  /** Key 0…127, velocity as a unit value. */
  async noteOn(key: number, velocity: number): Promise<void> {
    await this.#link.ask(ASK.noteOn, new BodyWriter().u8(key).u16(velocity).done());
  }

  async noteOff(key: number): Promise<void> {
    await this.#link.ask(ASK.noteOff, new BodyWriter().u8(key).done());
  }

  /** Teaches: the inputs as they stand shall give the params as they sound. */
  async addExample(): Promise<void> {
    await this.#link.ask(ASK.addExample);
  }

  /** Forgets the example nearest to the inputs as they stand. */
  async removeNearest(): Promise<void> {
    await this.#link.ask(ASK.removeNearest);
  }

  async clearExamples(): Promise<void> {
    await this.#link.ask(ASK.clearExamples);
  }

  /** Starts training with the instrument's configuration, or with `config` for this once. */
  async train(config?: TrainConfig): Promise<void> {
    if (config === undefined) await this.#link.ask(ASK.train);
    else await this.#link.ask(ASK.trainWith, writeConfig(config).done());
  }

  async cancelTraining(): Promise<void> {
    await this.#link.ask(ASK.cancelTraining);
  }

  /** Replaces fields of the training configuration; what is left out keeps its value. */
  async setTrainConfig(change: Partial<TrainConfig>): Promise<void> {
    const mask = CONFIG_FIELDS.reduce(
      (bits, field, bit) => (change[field] === undefined ? bits : bits | (1 << bit)),
      0,
    );
    const config = { learning_rate: 0, max_iterations: 0, min_error: 0, ...change };
    const body = new BodyWriter().u8(mask).bytes(writeConfig(config).done());
    await this.#link.ask(ASK.setTrainConfig, body.done());
  }

  async trainConfig(): Promise<TrainConfig> {
    const answer = await this.#link.ask(ASK.trainConfig);
    return { learning_rate: answer.f32(), max_iterations: answer.u32(), min_error: answer.f32() };
  }

  /** Moves all weights at random, `amount` 0…32768, for exploration; undo() takes it back. */
  async jitter(amount: number): Promise<void> {
    await this.#link.ask(ASK.jitter, new BodyWriter().u16(amount).done());
  }

  async undo(): Promise<void> {
    await this.#link.ask(ASK.undo);
  }

  /** What was learned, as a taught file. */
  async dump(): Promise<Uint8Array> {
    const size = (await this.#link.ask(ASK.taughtSize)).u32();
    const file = new Uint8Array(size);
    for (let at = 0; at < size; at += CHUNK_BYTES) {
      const count = Math.min(CHUNK_BYTES, size - at);
      const answer: BodyReader = await this.#link.ask(
        ASK.taughtRead,
        new BodyWriter().u32(at).u16(count).done(),
      );
      file.set(answer.bytes(count), at);
    }
    return file;
  }

  /** Replaces what was learned by a taught file, whole or not at all. */
  async load(file: Uint8Array): Promise<void> {
    await this.#link.ask(ASK.taughtBegin, new BodyWriter().u32(file.length).done());
    for (let at = 0; at < file.length; at += CHUNK_BYTES) {
      const body = new BodyWriter().u32(at).bytes(file.subarray(at, at + CHUNK_BYTES));
      await this.#link.ask(ASK.taughtWrite, body.done());
    }
    await this.#link.ask(ASK.taughtEnd);
  }

  /** Keeps what was learned in flash, to be there after the power was off. */
  async keep(): Promise<void> {
    await this.#link.ask(ASK.keep);
  }

  /** Removes what was kept for the selected mode. */
  async forget(): Promise<void> {
    await this.#link.ask(ASK.forget);
  }

  /** Emulator only: whether its codec runs by a timer, or stands still but for clock(). */
  async freeRun(on: boolean): Promise<void> {
    await this.#link.ask(ASK.freeRun, new BodyWriter().u8(on ? 1 : 0).done());
  }

  /** Emulator only: lets its codec run for `ticks` ticks of audio. */
  async clock(ticks: number): Promise<void> {
    await this.#link.ask(ASK.clock, new BodyWriter().u32(ticks).done());
  }
}

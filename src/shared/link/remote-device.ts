/** A board at the other end of a wire: operations of more than one request. */
import {
  type AnswerFields,
  type NameKind,
  type RequestFields,
  type RequestName,
  TRAIN_FIELD,
  type TrainConfig,
  WIRE_MAX_BODY_BYTES,
} from '../../../build/ts/contract.ts';
import type { LinkClient } from './client.ts';

/** Leaves room for the position and the status beside a piece of a file. */
const CHUNK_BYTES = WIRE_MAX_BODY_BYTES - 8;

export class RemoteDevice {
  readonly #link: LinkClient;

  constructor(link: LinkClient) {
    this.#link = link;
  }

  /** Sends one request (dsl/contract/wire.ts lists them). @throws LinkError */
  request<Name extends RequestName>(
    name: Name,
    fields: RequestFields[Name],
  ): Promise<AnswerFields[Name]> {
    return this.#link.request(name, fields);
  }

  /** All modes of the firmware, in its order. */
  async modes(): Promise<AnswerFields['mode'][]> {
    const { modes } = await this.request('hello', {});
    const found: AnswerFields['mode'][] = [];
    for (let index = 0; index < modes; index += 1) {
      found.push(await this.request('mode', { index }));
    }
    return found;
  }

  /** The name of a channel, param, voice space or preset of the selected mode. */
  async nameOf(kind: NameKind, index: number): Promise<string> {
    return (await this.request('name', { kind, index })).name;
  }

  /** Starts training with the board's configuration, or with `config` this once. */
  async train(config?: TrainConfig): Promise<void> {
    if (config === undefined) await this.request('train', {});
    else await this.request('train_with', config);
  }

  /** Replaces fields of the training configuration; the others keep their value. */
  async setTrainConfig(change: Partial<TrainConfig>): Promise<void> {
    let fields = 0;
    if (change.learning_rate !== undefined) fields |= TRAIN_FIELD.learning_rate;
    if (change.max_iterations !== undefined) fields |= TRAIN_FIELD.max_iterations;
    if (change.min_error !== undefined) fields |= TRAIN_FIELD.min_error;
    const config = { learning_rate: 0, max_iterations: 0, min_error: 0, ...change };
    await this.request('set_train_config', { fields, ...config });
  }

  /** What was learned, as a taught file. */
  async dump(): Promise<Uint8Array> {
    const { size } = await this.request('taught_size', {});
    const file = new Uint8Array(size);
    for (let at = 0; at < size; at += CHUNK_BYTES) {
      const count = Math.min(CHUNK_BYTES, size - at);
      file.set((await this.request('taught_read', { at, count })).bytes, at);
    }
    return file;
  }

  /** Replaces what was learned with a taught file, completely or not at all. */
  async load(file: Uint8Array): Promise<void> {
    await this.request('taught_begin', { size: file.length });
    for (let at = 0; at < file.length; at += CHUNK_BYTES) {
      await this.request('taught_write', { at, bytes: file.subarray(at, at + CHUNK_BYTES) });
    }
    await this.request('taught_end', {});
  }
}

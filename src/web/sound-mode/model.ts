/**
 * The state of an instrument in a page: channel positions, the sound (the network's answer, or held params), and what
 * it learns from them. What changes is sent to the audio thread while it runs.
 */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import { setsLevel } from '../../../dsl/level-params.ts';
import { type Abi, InstrumentError } from '../../shared/instrument/abi.ts';
import type { AudioCommand } from '../../shared/instrument/audio-messages.ts';
import { unitOfValue } from '../../shared/instrument/values.ts';
import { pageAbi, warmUp } from './engines.ts';
import { type Change, type Example, type Learned, Learner } from './learner.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const HALF = UNIT_ONE / 2;
/** Examples closer together than this count as taught at the same place. */
const SAME_PLACE = UNIT_ONE / 256;

/** Whether a person moves this channel; the others follow notes, sound or the instrument itself. */
export function isManual(channel: string): boolean {
  return !/^(?:midi|audio|wander)_/.test(channel);
}

export class Model extends Learner {
  /** Positions of the channels, unit values; those that are not manual follow the instrument's reports. */
  readonly inputs: number[];
  #held: number[] | undefined;
  /** Sends commands to the audio thread while it runs. */
  sound: ((command: AudioCommand) => void) | undefined;

  private constructor(mode: Mode, abi: Abi) {
    super(mode, abi);
    this.inputs = mode.channels.map(() => HALF);
  }

  static async create(mode: Mode): Promise<Model> {
    const abi = await pageAbi();
    warmUp(abi, mode);
    return new Model(mode, abi);
  }

  /** The sound hears of a change before the listeners do. */
  protected override tell(change: Change): void {
    if (change === 'network') this.sound?.({ do: 'learned', taught: this.save() });
    if (change === 'voice-space') this.sound?.({ do: 'voice-space', ordinal: this.voiceSpace });
    super.tell(change);
  }

  // Channels

  /** Moves one channel, a unit value. */
  setInput(index: number, unit: number): void {
    if (this.inputs[index] === unit) return;
    this.inputs[index] = unit;
    this.sound?.({ do: 'input', index, unit });
    this.tell('inputs');
  }

  /** Updates the channels that are not manual from a report of the instrument. */
  followInputs(reported: Uint16Array, manual: (index: number) => boolean): void {
    let moved = false;
    reported.forEach((unit, index) => {
      if (manual(index) || this.inputs[index] === unit) return;
      this.inputs[index] = unit;
      moved = true;
    });
    if (moved) this.tell('inputs');
  }

  // The sound

  /** The current params, unit values: the held ones, or the network's answer. */
  get params(): readonly number[] {
    return this.#held ?? [...this.answerAt(this.inputs)];
  }

  get holding(): boolean {
    return this.#held !== undefined;
  }

  /** Holds these params until `release`, wherever the channels are. */
  hold(params: readonly number[]): void {
    this.#held = [...params];
    this.sound?.({ do: 'params', units: this.#held });
    this.tell('held');
  }

  holdParam(index: number, unit: number): void {
    const params = [...this.params];
    params[index] = unit;
    this.hold(params);
  }

  /** Holds a random sound: each param anywhere in its range, but those that set the level at their default. */
  holdRandom(): void {
    this.hold(
      this.mode.params.map((param, index) =>
        setsLevel(param.name)
          ? unitOfValue(this.mode, this.voiceSpace, index, param.default)
          : Math.floor(Math.random() * (UNIT_ONE + 1)),
      ),
    );
  }

  /** Holds the mode's default sound. */
  holdDefaults(): void {
    this.hold(
      this.mode.params.map((param, index) =>
        unitOfValue(this.mode, this.voiceSpace, index, param.default),
      ),
    );
  }

  /** Lets the channels shape the sound again. */
  release(): void {
    if (this.#held === undefined) return;
    this.#held = undefined;
    this.sound?.({ do: 'release' });
    this.tell('held');
  }

  /** The commands that bring a newly started sound to the current state. */
  startCommands(): AudioCommand[] {
    const commands: AudioCommand[] = [
      { do: 'learned', taught: this.save() },
      { do: 'voice-space', ordinal: this.voiceSpace },
    ];
    if (this.#held !== undefined) commands.push({ do: 'params', units: this.#held });
    for (const [index, unit] of this.inputs.entries()) {
      if (isManual(this.mode.channels[index] ?? '')) commands.push({ do: 'input', index, unit });
    }
    return commands;
  }

  /** Takes over the state that `startCommands` of another model of the mode describes. */
  restore(commands: readonly AudioCommand[]): void {
    for (const command of commands) {
      if (command.do === 'learned') this.load(command.taught);
      else if (command.do === 'voice-space') this.setVoiceSpace(command.ordinal);
      else if (command.do === 'params') this.hold(command.units);
      else if (command.do === 'input') this.setInput(command.index, command.unit);
    }
  }

  // Teaching

  /**
   * Adds the current sound at the current position as an example, in place of one already taught there, and releases
   * held params. @returns whether an example was replaced
   */
  teach(): boolean {
    this.settle();
    const { params } = this;
    const taken = this.examples.some(({ inputs }) =>
      inputs.every((unit, index) => Math.abs(unit - (this.inputs[index] ?? 0)) <= SAME_PLACE),
    );
    this.addExample(this.inputs, params, taken);
    this.release();
    return taken;
  }

  removeNearest(): void {
    this.forgetNearest(this.inputs);
  }

  override learnAfresh(examples: readonly Example[]): void {
    super.learnAfresh(examples);
    this.release();
  }

  override learn(learned: Learned): void {
    super.learn(learned);
    this.release();
  }
}

/** An error as a sentence for people. */
export function errorSentence(error: unknown): string {
  if (error instanceof InstrumentError) return SOUND_MODE_TEXT.error(error.code);
  return error instanceof Error ? error.message : String(error);
}

/**
 * The state of an instrument in a page: channel positions, the sound (the network's answer, or held params), and what
 * it learns from them. What changes is sent to the audio thread while it runs.
 */
import { type ExploreState, UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import { type Abi, InstrumentError } from '../../shared/instrument/abi.ts';
import type { AudioCommand, AudioReport } from '../../shared/instrument/audio-messages.ts';
import type { Audition } from '../../shared/instrument/audition.ts';
import { modeSpec } from '../../shared/instrument/mode-spec.ts';
import { type ParamMove, slotSound } from '../../shared/instrument/slot-sound.ts';
import { unitOfValue } from '../../shared/instrument/values.ts';
import { WasmInstrument } from '../../shared/instrument/wasm-instrument.ts';
import { NO_SCALE } from '../../shared/scale.ts';
import { isSilent, pageAbi, playsNotes, warmUp } from './engines.ts';
import type { Change, Learned } from './learned.ts';
import { Learner } from './learner.ts';
import type { Example } from './lessons.ts';
import { RandomSounds } from './random-sounds.ts';
import { SOUND_MODE_TEXT } from './text.ts';

/** Examples closer together than this count as taught at the same place. */
const SAME_PLACE = UNIT_ONE / 256;

/** A note or step is left 0.6 of the way to the next: it is held up to 1.5 times as far away as the nearest, and a little, as curves are not straight. */
const HELD_SHARE = 1.75;

/** Whether a person moves this channel; the others follow notes, sound or the instrument itself. */
export function isManual(channel: string): boolean {
  return !/^(?:midi|audio|wander)_/.test(channel);
}

export class Model extends Learner {
  /** Positions of the channels, unit values; those that are not manual follow the instrument's reports. */
  readonly inputs: number[];
  readonly #random: RandomSounds;
  readonly #abi: Abi;
  /** Where a sound is explored: an instrument of its own, so that nobody's teaching ends it. */
  #explorer: WasmInstrument | undefined;
  #held: number[] | undefined;
  /** Whether what is held was only picked, at random or by default. */
  #picked = false;
  #loop = '';
  /** What the sound reported since the last change of anything but the channels. */
  #report: AudioReport | undefined;
  /** Sends commands to the audio thread while it runs. */
  sound: ((command: AudioCommand) => void) | undefined;

  private constructor(mode: Mode, abi: Abi) {
    super(mode, abi);
    this.#abi = abi;
    this.#random = new RandomSounds(abi, mode);
    this.inputs = this.restingInputs();
  }

  /** The loop of gestures that was recorded here, packed; empty if there is none. */
  get loop(): string {
    return this.#loop;
  }

  /** @param loop packed */
  keepLoop(loop: string): void {
    this.#loop = loop;
    this.tell('loop');
  }

  static async create(mode: Mode): Promise<Model> {
    const abi = await pageAbi();
    warmUp(abi, mode);
    return new Model(mode, abi);
  }

  override destroy(): void {
    this.#random.stop();
    this.#leavePlane();
    super.destroy();
  }

  /** The sound hears of a change before the listeners do. */
  protected override tell(change: Change): void {
    if (change === 'network') this.sound?.({ do: 'learned', taught: this.save() });
    if (change === 'voice-space') this.sound?.({ do: 'voice-space', ordinal: this.voiceSpace });
    if (change === 'locks') this.#locked();
    if (change === 'scale') this.#tuned();
    if (change !== 'inputs') this.#report = undefined;
    super.tell(change);
  }

  #locked(): void {
    this.sound?.({ do: 'locks', locks: this.locks });
    this.#explorer?.locks.set(this.locks);
    if (this.#held !== undefined) this.sound?.({ do: 'params', units: this.#asked });
  }

  #tuned(): void {
    this.sound?.({ do: 'scale', scale: this.scale });
    this.#explorer?.tuning.setScale(this.scale);
  }

  // Channels

  /** Moves one channel, a unit value. */
  setInput(index: number, unit: number): void {
    if (this.inputs[index] === unit) return;
    this.inputs[index] = unit;
    this.sound?.({ do: 'input', index, unit });
    this.tell('inputs');
  }

  /** Takes over the positions of a report of the sound, but for those that are kept here. */
  followInputs(reported: ArrayLike<number>, keeps: (index: number) => boolean): void {
    let moved = false;
    for (const [index, own] of this.inputs.entries()) {
      const unit = reported[index] ?? own;
      if (unit === own || keeps(index)) continue;
      this.inputs[index] = unit;
      moved = true;
    }
    if (moved) this.tell('inputs');
  }

  // The sound

  /** Where the params were put, unit values: the locked ones, the held ones, or the network's answer. */
  get #asked(): number[] {
    const params = this.#held ?? this.answerAt(this.inputs);
    return Array.from(params, (unit, index) => this.locks.get(index) ?? unit);
  }

  /** The current params as they sound, unit values: on the notes and steps that the sound reports where it is where this is. */
  get params(): readonly number[] {
    const asked = this.#asked;
    const isCurrent = this.#report?.inputs.every((unit, index) => unit === this.inputs[index]);
    const reported = isCurrent ? this.#report?.params : undefined;
    return Array.from(this.settled(asked), (unit, index) => {
      const [put = unit, heard = unit] = [asked[index], reported?.[index]];
      const isHeld = Math.abs(put - heard) <= HELD_SHARE * Math.abs(put - unit);
      return isHeld ? heard : unit;
    });
  }

  /** Hears what the sound reports. */
  hear(report: AudioReport): void {
    this.#report = report;
  }

  get holding(): boolean {
    return this.#held !== undefined;
  }

  /** Whether params are held that a person set. */
  get holdsOwn(): boolean {
    return this.holding && !this.#picked;
  }

  /** Holds these params until `release`, wherever the channels are. */
  hold(params: readonly number[]): void {
    this.#leavePlane();
    this.#hold(params);
  }

  #hold(params: readonly number[], picked = false): void {
    this.#held = [...params];
    this.#picked = picked;
    this.sound?.({ do: 'params', units: this.#asked });
    this.tell('held');
  }

  /** Moves a param by hand; one that is locked stays locked, where it is moved. */
  holdParam(index: number, unit: number): void {
    if (this.locks.has(index)) {
      this.setLocks(new Map([...this.locks, [index, unit]]));
      return;
    }
    if (this.#explorer !== undefined) {
      this.#explorer.setParam(index, unit);
      this.#hear();
      return;
    }
    const params = this.#asked;
    params[index] = unit;
    this.hold(params);
  }

  /** Keeps a param out of learning where it is, or gives it back to the network; held by hand, it stays held there. */
  toggleLock(index: number): void {
    const unit = this.params[index] ?? 0;
    if (!this.locks.has(index)) {
      this.lockParam(index, unit);
      return;
    }
    if (this.#held !== undefined) this.#held = this.#held.with(index, unit);
    this.unlockParam(index);
    this.#hear();
  }

  /** Holds a random sound that is about as loud as the others. The next one is searched in the meantime. */
  holdRandom(): void {
    this.#pick(this.#random.take(this.voiceSpace, this.locks));
    this.#random.prepare(this.voiceSpace, this.locks);
  }

  /** Searches a random sound between frames, so that `holdRandom` has one at once. */
  prepareRandom(): void {
    this.#random.prepare(this.voiceSpace, this.locks);
  }

  /** Holds the mode's default sound. */
  holdDefaults(): void {
    this.#pick(
      this.mode.params.map((param, index) =>
        unitOfValue(this.mode, this.voiceSpace, index, param.default),
      ),
    );
  }

  #pick(params: readonly number[]): void {
    this.#leavePlane();
    this.#hold(params, true);
  }

  /** Lets the channels shape the sound again. */
  release(): void {
    this.#leavePlane();
    if (this.#held === undefined) return;
    this.#held = undefined;
    this.sound?.({ do: 'release' });
    this.tell('held');
  }

  /** Whether it makes a sound of its own; else it sends MIDI. */
  get sounds(): boolean {
    return !isSilent(this.mode.engineId);
  }

  get playsNotes(): boolean {
    return playsNotes(this.mode.engineId);
  }

  /** Whether it plays notes and sounds by itself until the first. */
  get drones(): boolean {
    return this.instrument.drones;
  }

  /** Plays the current sound unheard while one param moves; pauses often. @param seconds of sound */
  slotSound(move: ParamMove, seconds: number): Generator<undefined, Audition> {
    const { voiceSpace, params } = this;
    return slotSound(this.#abi, this.mode, { voiceSpace, params }, move, seconds);
  }

  // Exploring by ear

  /** Where exploring is; undefined while no sound is explored. */
  get explored(): ExploreState | undefined {
    return this.#explorer?.exploring.state;
  }

  /** Lays a plane of sounds around the current one. */
  explore(): void {
    this.settle();
    const { params } = this;
    this.#leavePlane();
    const explorer = new WasmInstrument(this.#abi, modeSpec(this.mode));
    for (const [index, unit] of params.entries()) explorer.setParam(index, unit);
    explorer.locks.set(this.locks);
    explorer.tuning.setScale(this.scale);
    explorer.exploring.begin(Math.floor(Math.random() * 2 ** 32));
    this.#explorer = explorer;
    this.#hear();
  }

  /** Moves in the plane, unit values. */
  exploreTo(x: number, y: number): void {
    this.#explorer?.exploring.move(x, y);
    this.#hear();
  }

  like(): void {
    this.#explorer?.exploring.like();
    this.#hear();
  }

  dislike(): void {
    this.#explorer?.exploring.dislike();
    this.#hear();
  }

  /** Undoes the last like or dislike; does nothing if there is none. */
  undoExploring(): void {
    if ((this.explored?.presses ?? 0) === 0) return;
    this.#explorer?.exploring.undo();
    this.#hear();
  }

  /** Ends exploring; the sound stays held. */
  stopExploring(): void {
    this.#leavePlane();
    this.tell('held');
  }

  #hear(): void {
    if (this.#explorer !== undefined) this.#hold([...this.#explorer.exploring.sound]);
  }

  #leavePlane(): void {
    this.#explorer?.destroy();
    this.#explorer = undefined;
  }

  /** The commands that bring a newly started sound to the current state. */
  startCommands(): AudioCommand[] {
    const commands: AudioCommand[] = [
      { do: 'learned', taught: this.save() },
      { do: 'voice-space', ordinal: this.voiceSpace },
    ];
    if (this.#held !== undefined) commands.push({ do: 'params', units: this.#asked });
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
      else if (command.do === 'locks') this.setLocks(command.locks);
      else if (command.do === 'scale') this.setScale(command.scale);
      else if (command.do === 'input') this.setInput(command.index, command.unit);
    }
  }

  // Teaching

  /**
   * Adds the current sound at the current position as an example, in place of one already taught there, releases held
   * params and ends exploring. @returns whether an example was replaced
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

  /** Everything learned, as a file that a person keeps. */
  toFile(): Uint8Array<ArrayBuffer> {
    this.settle();
    this.tell('saved');
    return new Uint8Array(this.save());
  }

  /** Becomes what such a file has. @throws InstrumentError if it does not fit; then nothing changes */
  fromFile(taught: Uint8Array): void {
    const chose = this.locks.size > 0 || this.scale !== NO_SCALE;
    this.learn({ voiceSpace: this.voiceSpace, taught });
    // What was locked before is in no file.
    if (!chose) this.tell('saved');
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

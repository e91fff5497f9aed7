/** The commands of `npm run device`: each sends requests to a board and prints the answers. */
import {
  type AnswerFields,
  FAULT,
  type NameKind,
  NOT_LOCKED,
  type TrainConfig,
  UNIT_ONE,
} from '../../build/ts/contract.ts';
import type { RemoteDevice } from '../../src/shared/link/remote-device.ts';
import { UsageError } from '../command-line.ts';
import {
  type DeviceCommand,
  numberOf,
  request,
  type Surroundings,
  unitOf,
} from './device-command.ts';
import { EXPLORE_COMMANDS } from './explore.ts';
import { SCALE_COMMANDS } from './scale.ts';
import { selfTestLines } from './self-test.ts';

type RemoteMode = AnswerFields['mode'];

function needed(text: string | undefined, what: string): string {
  if (text === undefined) throw new UsageError(`${what} is missing`);
  return text;
}

const ratio = (unit: number): string => (unit / UNIT_ONE).toFixed(4);

async function selectedMode(device: RemoteDevice): Promise<RemoteMode> {
  return device.request('mode', { index: (await device.request('state', {})).mode });
}

const COUNT_OF: Record<Exclude<NameKind, 'preset'>, (mode: RemoteMode) => number> = {
  channel: (mode) => mode.channels,
  param: (mode) => mode.params,
  voice_space: (mode) => mode.voice_spaces,
};

async function names(device: RemoteDevice, kind: NameKind): Promise<string[]> {
  const count =
    kind === 'preset'
      ? (await device.request('preset', {})).presets
      : COUNT_OF[kind](await selectedMode(device));
  const found: string[] = [];
  for (let index = 0; index < count; index += 1) found.push(await device.nameOf(kind, index));
  return found;
}

function indexOf(list: readonly string[], name: string, what: string): number {
  const index = list.indexOf(name);
  if (index < 0) throw new UsageError(`no ${what} "${name}"; there are: ${list.join(', ')}`);
  return index;
}

async function setLock(
  device: RemoteDevice,
  name: string | undefined,
  locked: boolean,
): Promise<void> {
  const list = await names(device, 'param');
  const index = indexOf(list, needed(name, 'the param'), 'param');
  await device.request('lock_param', { index, locked });
}

/** `learning_rate=0.5 max_iterations=200`: known names with numbers. */
function configOf(words: readonly string[]): Partial<TrainConfig> {
  const config: { -readonly [Field in keyof TrainConfig]?: TrainConfig[Field] } = {};
  for (const word of words) {
    const [field, text] = word.split('=', 2);
    const value = numberOf(text);
    const known = field === 'learning_rate' || field === 'max_iterations' || field === 'min_error';
    if (!known || Number.isNaN(value)) {
      throw new UsageError(
        `expected learning_rate=N, max_iterations=N or min_error=N, got "${word}"`,
      );
    }
    config[field] = value;
  }
  return config;
}

/** What is wrong with a board, and what to do about it. */
const FAULTS = [
  [FAULT.codec, 'the codec does not answer; check SDA, SCL, MCLK and power'],
  [FAULT.flash, 'something taught could not be saved; copy it to a file with dump'],
  [FAULT.unfit, 'what flash keeps for this mode is from other firmware and was not loaded'],
  [FAULT.late, 'audio was late and clicked'],
  [FAULT.midi_lost, 'MIDI arrived faster than it could be taken'],
  [FAULT.restarted, 'the watchdog restarted the board'],
] as const;

/** A sentence for each flag of `fault` that is set. */
export const faultsIn = (flags: number): string[] =>
  FAULTS.flatMap(([flag, sentence]) => ((flags & flag) === 0 ? [] : [sentence]));

export const COMMANDS: Readonly<Record<string, DeviceCommand>> = {
  info: {
    usage: 'info',
    help: 'show the board, its firmware, its mode and its counters',
    async run(device, _words, { print }) {
      const hello = await device.request('hello', {});
      const state = await device.request('state', {});
      const mode = await device.request('mode', { index: state.mode });
      print(`${hello.board}, firmware ${hello.firmware}, ${hello.sample_rate_hz} Hz`);
      print(`mode ${mode.mode_id} (engine ${mode.engine_id}), voice space ${state.voice_space}`);
      print(`examples ${state.examples} of ${state.example_capacity}`);
      print(`volume ${ratio(state.volume)}`);
      print(
        `ticks ${state.ticks}, longest ${state.longest_tick_us} µs, ${state.late_ticks} too late`,
      );
      const lost = state.broken + state.too_long + state.bad_crc + state.bad_version;
      print(`frames ${state.frames} received, ${lost} dropped`);
      for (const sentence of faultsIn(state.faults)) print(`fault: ${sentence}`);
    },
  },
  'self-test': {
    usage: 'self-test',
    help: 'play a tone and test codec, clock, joystick, buttons, MIDI and flash',
    async run(device, _words, { print }) {
      for (const line of selfTestLines(await device.request('self_test', {}))) print(line);
    },
  },
  calibrate: {
    usage: 'calibrate',
    help: 'learn the ends and the centre of the stick, which the board remembers',
    async run(device, _words, { print, pause }) {
      await device.request('calibrate', { begin: true });
      print('move the stick to all its ends for 10 seconds, then let go');
      await pause(10_000);
      print('let go');
      await pause(2000);
      await device.request('calibrate', { begin: false });
      print('the stick is calibrated');
    },
  },
  modes: {
    usage: 'modes',
    help: 'list the modes of this firmware; * marks the selected one',
    async run(device, _words, { print }) {
      const selected = (await device.request('state', {})).mode;
      for (const [index, mode] of (await device.modes()).entries()) {
        const mark = index === selected ? '*' : ' ';
        print(`${mark} ${mode.mode_id}  ${mode.channels} channels, ${mode.params} params`);
      }
    },
  },
  mode: {
    usage: 'mode <mode_id>',
    help: 'select a mode',
    async run(device, [id]) {
      const ids = (await device.modes()).map((mode) => mode.mode_id);
      await device.request('select_mode', {
        index: indexOf(ids, needed(id, 'the mode id'), 'mode'),
      });
    },
  },
  'voice-space': {
    usage: 'voice-space [<name>]',
    help: 'select a voice space, or list them',
    async run(device, [name], { print }) {
      const list = await names(device, 'voice_space');
      if (name === undefined) for (const each of list) print(each);
      else
        await device.request('select_voice_space', { ordinal: indexOf(list, name, 'voice space') });
    },
  },
  preset: {
    usage: 'preset [<name> | none]',
    help: 'play a preset, or what was taught (none); without a name: list them, * marks the one chosen last',
    async run(device, [name], { print }) {
      const list = await names(device, 'preset');
      if (name === undefined) {
        const { number } = await device.request('preset', {});
        for (const [at, each] of list.entries()) print(`${at + 1 === number ? '*' : ' '} ${each}`);
      } else {
        const number = name === 'none' ? 0 : 1 + indexOf(list, name, 'preset');
        await device.request('select_preset', { number });
      }
    },
  },
  volume: {
    usage: 'volume <0…1>',
    help: 'set the output volume; the board remembers it',
    async run(device, [volume]) {
      await device.request('set_volume', { volume: unitOf(volume, 'the volume') });
    },
  },
  params: {
    usage: 'params',
    help: 'list every param with its value, 0 to 1',
    async run(device, _words, { print }) {
      const list = await names(device, 'param');
      const values = (await device.request('read_params', {})).values;
      for (const [index, name] of list.entries()) print(`${name} ${ratio(values[index] ?? 0)}`);
    },
  },
  set: {
    usage: 'set <param> <0…1>',
    help: 'hold a param at a value, until release',
    async run(device, [name, value]) {
      const list = await names(device, 'param');
      const index = indexOf(list, needed(name, 'the param'), 'param');
      await device.request('set_param', { index, value: unitOf(value, 'the value') });
    },
  },
  release: {
    usage: 'release',
    help: 'let the network control all params again',
    run: request('release_params'),
  },
  lock: {
    usage: 'lock <param>',
    help: 'keep a param out of learning, where it is; set still moves it',
    run: (device, [name]) => setLock(device, name, true),
  },
  unlock: {
    usage: 'unlock <param>',
    help: 'give a param back to the network',
    run: (device, [name]) => setLock(device, name, false),
  },
  locks: {
    usage: 'locks',
    help: 'list the params that are locked, with their values',
    async run(device, _words, { print }) {
      const list = await names(device, 'param');
      const { values } = await device.request('read_locks', {});
      for (const [index, name] of list.entries()) {
        const unit = values[index] ?? NOT_LOCKED;
        if (unit !== NOT_LOCKED) print(`${name} ${ratio(unit)}`);
      }
    },
  },
  input: {
    usage: 'input <channel>=<0…1> …',
    help: 'move input channels',
    async run(device, words) {
      const list = await names(device, 'channel');
      if (words.length === 0) throw new UsageError('name a channel, for example joy_x=0.5');
      const moves = words.map((word) => {
        const [name = '', value] = word.split('=', 2);
        return { index: indexOf(list, name, 'channel'), value: unitOf(value, name) };
      });
      for (const { index, value } of moves)
        await device.request('set_inputs', { first: index, values: [value] });
    },
  },
  example: {
    usage: 'example',
    help: 'add an example: the current sound for the current inputs',
    run: request('add_example'),
  },
  'remove-nearest': {
    usage: 'remove-nearest',
    help: 'remove the example nearest to the current inputs',
    run: request('remove_nearest'),
  },
  clear: {
    usage: 'clear',
    help: 'remove all examples',
    run: request('clear_examples'),
  },
  train: {
    usage: 'train [learning_rate=… max_iterations=… min_error=…]',
    help: 'train on the examples; give all three settings or none',
    async run(device, words, around) {
      const { learning_rate, max_iterations, min_error } = configOf(words);
      const given = [learning_rate, max_iterations, min_error].filter((each) => each !== undefined);
      if (given.length === 0) await device.train();
      else if (
        learning_rate === undefined ||
        max_iterations === undefined ||
        min_error === undefined
      ) {
        throw new UsageError('give all three settings or none; to change one, use train-config');
      } else await device.train({ learning_rate, max_iterations, min_error });
      const { state, iterations, error } = await around.trainingEnds();
      around.print(`${state} after ${iterations} passes, error ${error.toFixed(6)}`);
      if (state === 'exhausted') {
        around.print('the network could not learn all examples; remove one, or train longer');
      }
    },
  },
  'train-config': {
    usage: 'train-config [learning_rate=…] [max_iterations=…] [min_error=…]',
    help: 'change and show the training configuration',
    async run(device, words, { print }) {
      if (words.length > 0) await device.setTrainConfig(configOf(words));
      const { learning_rate, max_iterations, min_error } = await device.request('train_config', {});
      print(`learning_rate ${learning_rate}`);
      print(`max_iterations ${max_iterations}`);
      print(`min_error ${Number(min_error.toPrecision(7))}`);
    },
  },
  jitter: {
    usage: 'jitter <0…1>',
    help: 'change all weights a little at random',
    async run(device, [amount]) {
      await device.request('jitter', { amount: unitOf(amount, 'the amount') });
    },
  },
  undo: {
    usage: 'undo',
    help: 'undo the last training or jitter',
    run: request('undo'),
  },
  ...EXPLORE_COMMANDS,
  ...SCALE_COMMANDS,
  dump: {
    usage: 'dump <file.taught>',
    help: 'save what was learned to a file',
    async run(device, [path], around) {
      const file = needed(path, 'the file');
      const bytes = await device.dump();
      await around.writeFile(file, bytes);
      around.print(`${bytes.length} bytes written to ${file}`);
    },
  },
  load: {
    usage: 'load <file.taught>',
    help: 'load a taught file',
    async run(device, [path], around) {
      await device.load(await around.readFile(needed(path, 'the file')));
    },
  },
  keep: {
    usage: 'keep',
    help: 'store what was learned in flash',
    run: request('keep'),
  },
  forget: {
    usage: 'forget',
    help: 'delete what flash keeps for this mode',
    run: request('forget'),
  },
  clock: {
    usage: 'clock <ticks>',
    help: 'emulator: render this many ticks',
    async run(device, [ticks]) {
      const count = numberOf(ticks);
      if (!Number.isInteger(count) || count < 1) {
        throw new UsageError('the number of ticks must be a positive integer');
      }
      await device.request('clock', { ticks: count });
    },
  },
};

/** All commands, a line each. */
export function commandHelp(): string {
  const list = Object.values(COMMANDS);
  const width = Math.max(...list.map((command) => command.usage.length));
  return list.map(({ usage, help }) => `  ${usage.padEnd(width)}  ${help}`).join('\n');
}

/** The most words a command takes, counted in its usage: `set <param> <0…1>` takes two. */
function maxWords(usage: string): number {
  const words = usage.split(' ').slice(1);
  return words.includes('…') ? Number.POSITIVE_INFINITY : words.length;
}

/** Gives the command, so that a mistake is reported before a board is looked for. */
function commandOf(words: readonly string[]): DeviceCommand {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new UsageError(`no command "${name}"; there are:\n${commandHelp()}`);
  }
  const tooMuch = rest[maxWords(command.usage)];
  if (tooMuch !== undefined) {
    throw new UsageError(
      `unexpected "${tooMuch}" (quote names with spaces); usage: ${command.usage}`,
    );
  }
  return command;
}

/** @throws UsageError when there is no such command or it takes fewer words. */
export function checkDeviceCommand(words: readonly string[]): void {
  commandOf(words);
}

/** Runs one command; throws UsageError or LinkError. */
export async function runDeviceCommand(
  device: RemoteDevice,
  words: readonly string[],
  around: Surroundings,
): Promise<void> {
  await commandOf(words).run(device, words.slice(1), around);
}

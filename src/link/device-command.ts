/** The commands of `npm run device`: each asks an instrument something and prints the answer. */
import type { Progress } from './client.ts';
import type { RemoteInstrument, RemoteMode, TrainConfig } from './instrument.ts';
import type { NameKind } from './messages.ts';

const UNIT_ONE = 32768;

/** What a command may do besides asking: print, and read or write a file. */
export interface Surroundings {
  print(line: string): void;
  readFile(path: string): Promise<Uint8Array>;
  writeFile(path: string, bytes: Uint8Array): Promise<void>;
  /** Resolves at the end of a training that is under way; progress is printed on the way. */
  trainingEnds(): Promise<Progress>;
}

/** The words of a command were not usable; the message says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Command {
  readonly usage: string;
  readonly help: string;
  run(device: RemoteInstrument, words: readonly string[], around: Surroundings): Promise<void>;
}

/** NaN for what is missing or blank, which `Number` takes for zero. */
const numberOf = (text: string | undefined): number =>
  text === undefined || text.trim() === '' ? Number.NaN : Number(text);

/** A ratio from 0 to 1, as a unit value 0…32768. */
function unitOf(text: string | undefined, what: string): number {
  const ratio = numberOf(text);
  if (!(ratio >= 0 && ratio <= 1)) {
    throw new UsageError(`${what} is a number from 0 to 1, not ${text || 'missing'}`);
  }
  return Math.round(ratio * UNIT_ONE);
}

function needed(text: string | undefined, what: string): string {
  if (text === undefined) throw new UsageError(`${what} is missing`);
  return text;
}

const ratio = (unit: number): string => (unit / UNIT_ONE).toFixed(4);

async function selectedMode(device: RemoteInstrument): Promise<RemoteMode> {
  return device.mode((await device.state()).mode);
}

const COUNT_OF: Record<NameKind, (mode: RemoteMode) => number> = {
  channel: (mode) => mode.channels,
  param: (mode) => mode.params,
  voiceSpace: (mode) => mode.voice_spaces,
};

async function names(device: RemoteInstrument, kind: NameKind): Promise<string[]> {
  const count = COUNT_OF[kind](await selectedMode(device));
  const found: string[] = [];
  for (let index = 0; index < count; index += 1) found.push(await device.nameOf(kind, index));
  return found;
}

function indexOf(list: readonly string[], name: string, what: string): number {
  const index = list.indexOf(name);
  if (index < 0) throw new UsageError(`no ${what} "${name}"; there are: ${list.join(', ')}`);
  return index;
}

/** `learning_rate=0.5 max_iterations=200`: only known names, only numbers. */
function configOf(words: readonly string[]): Partial<TrainConfig> {
  const config: { -readonly [Field in keyof TrainConfig]?: TrainConfig[Field] } = {};
  for (const word of words) {
    const [field, text] = word.split('=', 2);
    const value = numberOf(text);
    const known = field === 'learning_rate' || field === 'max_iterations' || field === 'min_error';
    if (!known || Number.isNaN(value)) {
      throw new UsageError(
        `"${word}" is not learning_rate=…, max_iterations=… or min_error=… with a number`,
      );
    }
    config[field] = value;
  }
  return config;
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  info: {
    usage: 'info',
    help: 'the board, its firmware, what it plays and how it is doing',
    async run(device, _words, { print }) {
      const hello = await device.hello();
      const state = await device.state();
      const mode = await device.mode(state.mode);
      print(`${hello.board}, firmware ${hello.firmware}, ${hello.sample_rate_hz} Hz`);
      print(`mode ${mode.mode_id} (engine ${mode.engine_id}), voice space ${state.voice_space}`);
      print(`examples ${state.examples} of ${state.example_capacity}`);
      print(`ticks ${state.ticks}, longest ${state.longest_tick_us} µs`);
      const lost = state.broken + state.too_long + state.bad_crc + state.bad_version;
      print(`frames ${state.frames} good, ${lost} thrown away`);
    },
  },
  modes: {
    usage: 'modes',
    help: 'the modes of this firmware; the selected one is marked',
    async run(device, _words, { print }) {
      const selected = (await device.state()).mode;
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
      await device.selectMode(indexOf(ids, needed(id, 'the mode id'), 'mode'));
    },
  },
  'voice-space': {
    usage: 'voice-space [<name>]',
    help: 'select a voice space, or list them',
    async run(device, [name], { print }) {
      const list = await names(device, 'voiceSpace');
      if (name === undefined) for (const each of list) print(each);
      else await device.selectVoiceSpace(indexOf(list, name, 'voice space'));
    },
  },
  params: {
    usage: 'params',
    help: 'every param and where it stands, 0 to 1',
    async run(device, _words, { print }) {
      const list = await names(device, 'param');
      const values = await device.readParams();
      for (const [index, name] of list.entries()) print(`${name} ${ratio(values[index] ?? 0)}`);
    },
  },
  set: {
    usage: 'set <param> <0…1>',
    help: 'hold a param by hand, until release',
    async run(device, [name, value]) {
      const list = await names(device, 'param');
      const index = indexOf(list, needed(name, 'the param'), 'param');
      await device.setParam(index, unitOf(value, 'the value'));
    },
  },
  release: {
    usage: 'release',
    help: 'give all params back to the network',
    run: (device) => device.releaseParams(),
  },
  input: {
    usage: 'input <channel>=<0…1> …',
    help: 'move input channels',
    async run(device, words) {
      const list = await names(device, 'channel');
      if (words.length === 0) throw new UsageError('name a channel, as in joy_x=0.5');
      const moves = words.map((word) => {
        const [name = '', value] = word.split('=', 2);
        return { index: indexOf(list, name, 'channel'), value: unitOf(value, name) };
      });
      for (const { index, value } of moves) await device.setInputs(index, [value]);
    },
  },
  example: {
    usage: 'example',
    help: 'teach: the inputs as they stand shall sound as it sounds now',
    run: (device) => device.addExample(),
  },
  'remove-nearest': {
    usage: 'remove-nearest',
    help: 'forget the example nearest to the inputs as they stand',
    run: (device) => device.removeNearest(),
  },
  clear: {
    usage: 'clear',
    help: 'forget all examples',
    run: (device) => device.clearExamples(),
  },
  train: {
    usage: 'train [learning_rate=… max_iterations=… min_error=…]',
    help: 'train on the examples; all three numbers or none',
    async run(device, words, around) {
      const { learning_rate, max_iterations, min_error } = configOf(words);
      const given = [learning_rate, max_iterations, min_error].filter((each) => each !== undefined);
      if (given.length === 0) await device.train();
      else if (
        learning_rate === undefined ||
        max_iterations === undefined ||
        min_error === undefined
      ) {
        throw new UsageError('train takes all three numbers or none; see train-config');
      } else await device.train({ learning_rate, max_iterations, min_error });
      const { state, passes, loss } = await around.trainingEnds();
      around.print(`${state} after ${passes} passes, error ${loss.toFixed(6)}`);
      if (state === 'exhausted') {
        around.print('the examples ask more than the network holds; remove one, or train longer');
      }
    },
  },
  'train-config': {
    usage: 'train-config [learning_rate=…] [max_iterations=…] [min_error=…]',
    help: 'change the training configuration, then show it',
    async run(device, words, { print }) {
      if (words.length > 0) await device.setTrainConfig(configOf(words));
      const { learning_rate, max_iterations, min_error } = await device.trainConfig();
      print(`learning_rate ${learning_rate}`);
      print(`max_iterations ${max_iterations}`);
      print(`min_error ${Number(min_error.toPrecision(7))}`);
    },
  },
  jitter: {
    usage: 'jitter <0…1>',
    help: 'move all weights a little, to explore',
    run: (device, [amount]) => device.jitter(unitOf(amount, 'the amount')),
  },
  undo: {
    usage: 'undo',
    help: 'take the last change of the weights back',
    run: (device) => device.undo(),
  },
  dump: {
    usage: 'dump <file.taught>',
    help: 'write what was learned to a file',
    async run(device, [path], around) {
      const file = needed(path, 'the file');
      const bytes = await device.dump();
      await around.writeFile(file, bytes);
      around.print(`${bytes.length} bytes written to ${file}`);
    },
  },
  load: {
    usage: 'load <file.taught>',
    help: 'replace what was learned by a file',
    async run(device, [path], around) {
      await device.load(await around.readFile(needed(path, 'the file')));
    },
  },
  keep: {
    usage: 'keep',
    help: 'keep what was learned in flash',
    run: (device) => device.keep(),
  },
  forget: {
    usage: 'forget',
    help: 'remove what flash keeps of this mode',
    run: (device) => device.forget(),
  },
  clock: {
    usage: 'clock <ticks>',
    help: 'emulator: let the codec run',
    async run(device, [ticks]) {
      const count = numberOf(ticks);
      if (!Number.isInteger(count) || count < 1) {
        throw new UsageError('the number of ticks is a whole number from 1');
      }
      await device.clock(count);
    },
  },
};

/** All commands, a line each. */
export function commandHelp(): string {
  const list = Object.values(COMMANDS);
  const width = Math.max(...list.map((command) => command.usage.length));
  return list.map(({ usage, help }) => `  ${usage.padEnd(width)}  ${help}`).join('\n');
}

/** The words a command may have at most, read off its usage, as `set <param> <0…1>` has two. */
function mostWords(usage: string): number {
  const words = usage.split(' ').slice(1);
  return words.includes('…') ? Number.POSITIVE_INFINITY : words.length;
}

/** Gives the command the words ask for, so that a slip is told before an instrument is looked for. */
function commandOf(words: readonly string[]): Command {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new UsageError(`no command "${name}"; there are:\n${commandHelp()}`);
  }
  const tooMuch = rest[mostWords(command.usage)];
  if (tooMuch !== undefined) {
    throw new UsageError(
      `"${tooMuch}" is one word too many; a name of two goes in quotes: ${command.usage}`,
    );
  }
  return command;
}

/** @throws UsageError where there is no such command or it takes fewer words. */
export function checkDeviceCommand(words: readonly string[]): void {
  commandOf(words);
}

/** Runs one command; throws UsageError or LinkError. */
export async function runDeviceCommand(
  device: RemoteInstrument,
  words: readonly string[],
  around: Surroundings,
): Promise<void> {
  await commandOf(words).run(device, words.slice(1), around);
}

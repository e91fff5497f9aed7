/** The help patch of [ensemble~] in Pure Data: what to send, and a subpatch to play for every mode. */
import type { PresetsOfModes, ResolvedPreset } from '../presets.ts';
import type { ResolvedMode, ResolvedParam } from '../resolved-mode.ts';
import { UNITS } from '../units.ts';
import { MARK } from './mark.ts';
import { withUnit } from './numbers.ts';

const ROW = 26;
const COLUMN = 330;

/** Gives text for a patch file: control characters become spaces, and what ends an atom gets a backslash. */
function pdText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\\$]/g, (character) => `\\${character}`)
    .replace(/ ?([,;])/g, ' \\$1')
    .trim();
}

/** A canvas under construction; its objects are numbered in the order they are added. */
class Canvas {
  readonly #lines: string[] = [];
  readonly #connections: string[] = [];
  #count = 0;

  add(kind: 'obj' | 'msg' | 'text', x: number, y: number, text: string): number {
    this.#lines.push(`#X ${kind} ${x} ${y} ${text};`);
    this.#count += 1;
    return this.#count - 1;
  }

  sub(x: number, y: number, name: string, canvas: Canvas): void {
    this.#lines.push(canvas.text(`0 50 760 640 ${name} 0`), `#X restore ${x} ${y} pd ${name};`);
    this.#count += 1;
  }

  connect(from: number, outlet: number, to: number, inlet = 0): void {
    this.#connections.push(`#X connect ${from} ${outlet} ${to} ${inlet};`);
  }

  text(head: string): string {
    return [`#N canvas ${head};`, ...this.#lines, ...this.#connections].join('\n');
  }
}

function paramText(param: ResolvedParam): string {
  const symbol = param.unit === undefined ? '' : UNITS[param.unit].symbol;
  const range = `${withUnit(param.min, symbol)} to ${withUnit(param.max, symbol)}`;
  return pdText(`${param.name}: ${param.label}, ${range}`);
}

const slider = (label: string): string =>
  `hsl 128 15 0 1 0 0 empty empty ${label} -2 -8 0 10 #fcfcfc #000000 #000000 0 1`;

function modeCanvas(mode: ResolvedMode, presets: readonly ResolvedPreset[]): Canvas {
  const canvas = new Canvas();
  canvas.add('text', 20, 10, pdText(mode.note ?? mode.modeId));
  const object = canvas.add('obj', 20, 560, `ensemble~ ${mode.modeId}`);
  const level = [0, 1].map((side) => canvas.add('obj', 20 + 70 * side, 590, '*~ 0.4'));
  const out = canvas.add('obj', 20, 615, 'dac~');
  for (const [side, gain] of level.entries()) {
    canvas.connect(object, side, gain);
    canvas.connect(gain, 0, out, side);
  }
  canvas.connect(object, 2, canvas.add('obj', 200, 590, 'print ensemble~'));
  if (mode.listens) {
    const input = canvas.add('obj', 200, 520, 'adc~');
    for (const side of [0, 1]) canvas.connect(input, side, object, side + 1);
  }
  for (const [index, { name, family }] of mode.channels.entries()) {
    const y = 80 + 2 * ROW * index;
    const message = canvas.add('msg', 170, y, `set ${name} \\$1`);
    canvas.connect(message, 0, object);
    if (['midi', 'audio', 'wander'].includes(family)) continue;
    canvas.connect(canvas.add('obj', 20, y, slider(name)), 0, message);
  }
  const actions = ['teach', 'forget', 'train', 'undo', 'redraw', 'jitter 0.1', 'bang', 'dump'];
  const spaces = mode.voiceSpaces.flatMap(({ name }, index) =>
    name === undefined ? [] : [`voice_space ${index}`],
  );
  const chosen = presets.map((_, index) => `preset ${index}`);
  const messages = [...actions, ...spaces, ...chosen];
  for (const [index, text] of messages.entries()) {
    canvas.connect(canvas.add('msg', COLUMN, 80 + ROW * index, text), 0, object);
  }
  const named = mode.voiceSpaces.flatMap(({ name }) => name ?? []);
  for (const [index, name] of [...named, ...presets.map((preset) => preset.name)].entries()) {
    canvas.add('text', COLUMN + 110, 80 + ROW * (actions.length + index), pdText(name) || '-');
  }
  canvas.add('text', 500, 60, 'params (0 to 1 in messages):');
  for (const [index, param] of mode.params.entries()) {
    canvas.add('text', 500, 80 + 16 * index, paramText(param));
  }
  return canvas;
}

const GUIDE: readonly string[] = [
  'ensemble~ MODE: a small neural network shapes a sound from a few controls. It learns by example.',
  'a list: all channels, 0 to 1. set NAME VALUE: one channel.',
  'param NAME VALUE: holds a param. release NAME: lets go of it, release: of everything.',
  'lock NAME: keeps a param out of learning, where it is. unlock NAME: gives it back, unlock: all. locks: sends them.',
  'teach: saves this sound at this spot. forget: removes the nearest example. clear: removes all.',
  'train: learns the examples with the training configuration. train RATE ITERATIONS ERROR: with these numbers, once.',
  'set_train_config RATE ITERATIONS ERROR: the training configuration. cancel: stops training.',
  'undo: the last training, jitter or redraw. redraw: a random sound. jitter AMOUNT: a variation.',
  'explore: a plane of sounds around this one. explore_move X Y: a place in it. like, dislike, explore_undo. teach keeps it; explore_end holds it.',
  'preset NAME or NUMBER: a sound that comes with the mode. presets: sends their names.',
  'voice_space NAME. scale ROOT NAME (C minor): what pitches snap to, scale off; scale: sends it.',
  'note KEY VELOCITY (0 to 127). midi STATUS DATA DATA. seed NUMBER.',
  'budget UNITS: training done in each tick of 64 samples (64).',
  'save FILE, load FILE: taught files, as browsers and boards write them. Lessons are saved in the patch too.',
  'bang: sends params. dump: sends everything. Third outlet: params, progress, worst, examples, presets, locks, scale, midi.',
];

/** Gives build/pd/ensemble~-help.pd. */
export function pdHelp(
  modes: readonly ResolvedMode[],
  presets: PresetsOfModes = new Map(),
): string {
  const canvas = new Canvas();
  canvas.add('text', 20, 10, `${MARK} from modes/ by npm run gen`);
  for (const [index, line] of GUIDE.entries()) {
    canvas.add('text', 20, 40 + ROW * index, pdText(line));
  }
  for (const [index, mode] of modes.entries()) {
    const y = 60 + ROW * (GUIDE.length + Math.floor(index / 3));
    canvas.sub(
      20 + 200 * (index % 3),
      y,
      mode.modeId,
      modeCanvas(mode, presets.get(mode.modeId) ?? []),
    );
  }
  return `${canvas.text('40 40 860 520 12')}\n`;
}

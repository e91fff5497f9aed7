/** A file of presets: the form in which the player keeps one's own and exports them, and the only reader of it. */
import * as v from 'valibot';
import type { LearningShape } from './taught.ts';
import {
  decodeTaughtLink,
  encodeTaughtLink,
  type TaughtLink,
  TaughtLinkError,
  type TaughtLinkFault,
} from './taught-link.ts';

/** A named sound. */
export interface PresetOfFile extends TaughtLink {
  readonly name: string;
}

/** The instrument whose presets a file holds. */
export interface PresetsOwner {
  readonly modeId: string;
  readonly shape: LearningShape;
  readonly voiceSpaces: number;
}

/** Why a file is refused; of a sound in it, as a link of that sound would be. */
type PresetsFault = 'notPresets' | 'newer' | 'damaged' | 'otherMode' | `sound ${TaughtLinkFault}`;

export class PresetsFileError extends Error {
  override readonly name = 'PresetsFileError';
  readonly fault: PresetsFault;
  /** What is meant: the place in the file, the mode or the preset. */
  readonly subject: string;

  constructor(fault: PresetsFault, subject = '') {
    super(`the file is refused: ${fault} ${subject}`);
    this.fault = fault;
    this.subject = subject;
  }
}

const VERSION = 1;
export const MAX_PRESETS = 200;
export const MAX_NAME_CHARACTERS = 40;

/** What a preset may be called. */
export const PresetName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(MAX_NAME_CHARACTERS),
);
const envelope = v.object({ format: v.literal('ensemble-presets'), version: v.number() });
const entry = v.object({ name: PresetName, sound: v.string() });
const contents = v.object({
  mode: v.string(),
  presets: v.pipe(v.array(entry), v.maxLength(MAX_PRESETS)),
});

/** A list of presets as text. */
export function writePresets(owner: PresetsOwner, presets: readonly PresetOfFile[]): string {
  const file = {
    format: 'ensemble-presets',
    version: VERSION,
    mode: owner.modeId,
    presets: presets.map((preset) => ({
      name: preset.name,
      sound: encodeTaughtLink(owner.shape, preset),
    })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PresetsFileError('notPresets');
  }
}

function soundOf(owner: PresetsOwner, { name, sound }: v.InferOutput<typeof entry>): TaughtLink {
  try {
    return decodeTaughtLink(sound, owner.shape, owner.voiceSpaces);
  } catch (error) {
    if (error instanceof TaughtLinkError) throw new PresetsFileError(`sound ${error.fault}`, name);
    throw error;
  }
}

/** @throws PresetsFileError if the text is no list of presets of this instrument */
export function readPresets(owner: PresetsOwner, text: string): readonly PresetOfFile[] {
  const value = jsonOf(text);
  const head = v.safeParse(envelope, value);
  if (!head.success) throw new PresetsFileError('notPresets');
  if (head.output.version > VERSION) throw new PresetsFileError('newer');
  const body = v.safeParse(contents, value);
  if (!body.success) {
    throw new PresetsFileError('damaged', v.getDotPath(body.issues[0]) ?? '');
  }
  const { mode, presets } = body.output;
  if (mode !== owner.modeId) throw new PresetsFileError('otherMode', mode);
  return presets.map((one) => ({ name: one.name, ...soundOf(owner, one) }));
}

/** The words of the history. */
import { counted } from '../../shared/humanize.ts';
import type { FileChange } from '../../shared/site/restore.ts';
import { isFileName } from '../../shared/site/text-files.ts';

/** What a restore did to one file, picture, instrument or setting. */
function changed({ file, added, removed }: FileChange): string {
  if (!isFileName(file)) {
    return `${file}: ${removed === 0 ? 'added' : added === 0 ? 'removed' : 'replaced'}`;
  }
  const parts = [
    ...(removed > 0 ? [`${counted(removed, 'line')} removed`] : []),
    ...(added > 0 ? [`${counted(added, 'line')} added`] : []),
  ];
  return `${file}: ${parts.join(', ')}`;
}

export const HISTORY_TEXT = {
  label: 'History',
  frame: 'Preview of this version',
  preview: 'Preview',
  code: 'Code',
  oldCode: 'Code of this version',
  changes: 'Compare with now',
  author: 'Author',
  everyone: 'Everyone',
  /** Characters. */
  size: (added: number, removed: number) =>
    `+${added.toLocaleString()} −${removed.toLocaleString()}`,
  edits: (count: number) => counted(count, 'edit'),
  moreEdits: 'More edits',
  loading: 'Loading the edits…',
  loadingVersions: 'Loading the versions…',
  notPlayable: 'This history can’t be played here. You can still open its versions.',
  where: (edit: number, last: number, author: string, time: string) =>
    `Edit ${edit.toLocaleString()} of ${last.toLocaleString()} · ${author} · ${time}`,
  player: {
    label: 'Playback',
    play: 'Play',
    pause: 'Pause',
    back: 'Previous edit',
    forward: 'Next edit',
    slider: 'Edit shown',
    speedLabel: 'Playback speed',
    speed: (edits: number) => `${edits.toLocaleString()} edits/s`,
  },
  older: 'Older versions',
  none: 'No versions yet.',
  views: 'The version, and what changed',
  today: 'Today',
  download: 'Download',
  name: 'Name version…',
  restore: 'Restore',
  /** After the authors: how the version came about. */
  kinds: {
    edit: '',
    restore: ' · restored',
    remix: ' · remixed from another site',
    import: ' · imported',
  },
  unchanged: 'No changes.',
  changesTo: (file: string) => `Changes to ${file} since this version`,
  restoreFile: (file: string) => `Restore ${file}`,
  restoreSelection: 'Restore selection',
  /** Exactly what it changed; a button to undo it follows. */
  restored: (changes: readonly FileChange[]) =>
    changes.length === 0
      ? 'Nothing to restore: the site already reads like this. '
      : `Restored. ${changes.map(changed).join('; ')}. `,
  undo: 'Undo',
  undone: 'Restore undone.',
  passageRestored: 'Selection restored.',
  fileGone: (file: string) =>
    `${file} was renamed or deleted since, so there is no place for this. Restore the file instead.`,
  unsaved: 'Some edits are not saved yet. Wait a moment, then try again.',
  nameTitle: 'Name this version',
  nameLabel: 'Version name',
  nameExample: 'Before the redesign',
  named: 'Version named.',
} as const;

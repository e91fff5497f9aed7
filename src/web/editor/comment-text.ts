/** The words of comments. */
import { counted } from '../../shared/humanize.ts';

export const COMMENT_TEXT = {
  label: 'Comments',
  /** After the number, which is shown by itself. */
  open: (count: number) => (count === 1 ? ' open comment' : ' open comments'),
  close: 'Close comments',
  comment: 'Comment',
  shortcut: (keys: string) => `Comment (${keys})`,
  onFile: (file: string) => `Comments on ${file}`,
  showOpen: (count: number) => `Open (${count})`,
  showResolved: (count: number) => `Resolved (${count})`,
  noneOpen: 'No open comments. Select text in the code, then choose Comment.',
  noneResolved: 'No resolved comments.',
  unavailable: 'Only people who can edit this site see its comments.',
  newOn: (file: string, line: number) => `New comment on ${file}, line ${line.toLocaleString()}`,
  write: 'Your comment',
  reply: 'Reply',
  replyTo: (name: string) => `Reply to ${name}`,
  cancel: 'Cancel',
  resolve: 'Resolve',
  reopen: 'Reopen',
  edit: 'Edit',
  delete: 'Delete',
  editTitle: 'Edit comment',
  deleteTitle: 'Delete this comment?',
  deleteNote: 'Its text is erased for everyone. You can’t undo this.',
  place: (line: number) => `Line ${line.toLocaleString()}`,
  detached: 'This text was deleted',
  fileGone: (file: string) => `${file} was deleted`,
  goTo: (file: string, line: number) => `Go to ${file}, line ${line.toLocaleString()}`,
  thread: (name: string, quote: string) => `${name} on “${quote}”`,
  edited: 'edited',
  deleted: (name: string) => `Deleted by ${name}`,
  resolvedBy: (name: string) => `${name} resolved this`,
  reopenedBy: (name: string) => `${name} reopened this`,
  mark: (name: string, replies: number) =>
    replies === 0
      ? `Comment by ${name}`
      : `Comment by ${name}, ${counted(replies, 'reply', 'replies')}`,
  noText: 'Put the cursor on a line with text, or select some, to comment on it.',
  arrived: (name: string, file: string) => `${name} commented on ${file}.`,
  replied: (name: string, file: string) => `${name} replied on ${file}.`,
  show: 'Show',
  unsaved: 'Some edits are not saved yet. Wait a moment, then try again.',
} as const;

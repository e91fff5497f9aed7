/** What the system refused, as a sentence for the person who typed the command. */

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no host of that name',
  ETIMEDOUT: 'nobody answers there',
  EACCES: 'this user may not read or write it',
  EEXIST: 'it is there already',
  EISDIR: 'it is a folder, not a file',
  ELOOP: 'it is a link that leads back to itself',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it or what it lies in is no folder',
  EPERM: 'this user may not read or write it',
  EROFS: 'it lies on a disk that can only be read',
};

/** Gives `place: why`; undefined for what is no error of the system. */
export function systemSentence(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined;
  const why = WORDS[String(error.code)] ?? error.message;
  // A write does not know its file.
  if ('path' in error) return `${String(error.path)}: ${why}`;
  if ('address' in error && 'port' in error) {
    return `${String(error.address)}:${String(error.port)}: ${why}`;
  }
  return 'hostname' in error ? `${String(error.hostname)}: ${why}` : why;
}

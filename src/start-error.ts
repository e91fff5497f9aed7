/** Why the server cannot start, in a sentence that names the setting and says what to do. */
import { constants } from 'node:os';
import { type Config, ConfigError } from './config.ts';

/** What may be over when the server is started again; wrong settings are not. */
const PASSING = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'EAI_AGAIN']);
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM'] as const;

/** Errors of the file system have a name as code, those of LMDB a number; our own messages are complete already. */
export function folderError(error: unknown, directory: string): unknown {
  if (!(error instanceof Error && 'code' in error) || error.name === 'DatabaseError') return error;
  const { code } = error;
  const isPassing = FULL.some((name) => code === name || code === constants.errno[name]);
  const said = `DATA_DIR names ${directory}, which cannot be opened or created (${error.message}).`;
  return isPassing ? new Error(said) : new ConfigError(said);
}

/** @returns a ConfigError where starting again would not help */
export function listenError(
  error: unknown,
  { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>,
): unknown {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return error;
  const { code } = error;
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT ${PORT} is in use by another program on ${HOST}. Stop that program, or set PORT to another port.`,
    EACCES: `PORT is ${PORT}, and this user may not listen there. Set PORT to 1024 or higher, behind a proxy if visitors should use port ${PORT}.`,
    EADDRNOTAVAIL: `HOST is ${HOST}, which is not an address of this computer. Set HOST to one that is, or to 0.0.0.0 for all of them.`,
    ENOTFOUND: `HOST is ${HOST}, which is not the name of any computer. Set HOST to an address of this one.`,
    EAI_AGAIN: `HOST is ${HOST}, and no name server answers what its address is. Set HOST to an address of this computer.`,
  };
  const said = sentences[code] ?? `HOST is ${HOST}, where the server cannot listen (${code}).`;
  return PASSING.has(code) ? new Error(said) : new ConfigError(said);
}

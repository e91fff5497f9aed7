/** Runs a command of `npm run device` on a board that is found or named. */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { EventFields } from '../../build/ts/contract.ts';
import { LinkClient, LinkError, type LinkEvents, type Wire } from '../../src/shared/link/client.ts';
import { RemoteDevice } from '../../src/shared/link/remote-device.ts';
import { UsageError } from '../command-line.ts';
import { checkDeviceCommand, commandHelp, runDeviceCommand } from './command.ts';
import { selfTestLines } from './self-test.ts';
import { openTcpWire } from './tcp-wire.ts';

export const USAGE = `usage: npm run device -- [--port PORT] COMMAND

PORT is a serial port, or tcp:HOST:NUMBER for the emulator. Without it, the only board on USB is used.
${commandHelp()}`;

/** The emulator shares its computer: a busy one takes seconds for what a board does in milliseconds. */
const TIMEOUT_MS = 15_000;

async function openWire(port: string | undefined): Promise<Wire> {
  const tcp = /^tcp:(?<host>[^:]+):(?<number>\d+)$/.exec(port ?? '')?.groups;
  if (tcp) {
    const number = Number(tcp['number']);
    if (number > 65535) throw new UsageError(`a TCP port must be at most 65535, got ${number}`);
    return openTcpWire(tcp['host'] ?? '', number);
  }
  if (port?.startsWith('tcp:') || port === '') {
    throw new UsageError(`--port must be a serial port or tcp:HOST:NUMBER, got "${port}"`);
  }
  const { findInstrumentPorts, openSerialWire } = await import('./serial-wire.ts');
  if (port !== undefined) return openSerialWire(port);
  const [found, ...others] = await findInstrumentPorts();
  if (found === undefined) throw new UsageError('no board on USB; plug one in or use --port');
  if (others.length > 0) {
    throw new UsageError(
      `several boards: choose one with --port ${[found, ...others].join(' or ')}`,
    );
  }
  return openSerialWire(found);
}

/** What the board refused is for its user to read. */
const readable = (error: unknown): unknown =>
  error instanceof LinkError ? new Error(error.message) : error;

/** Where output goes, a line at a time. */
export interface Output {
  readonly print: (line: string) => void;
  /** What the board does while the command runs. */
  readonly report: (line: string) => void;
}

/** Does what the arguments say. Throws `UsageError`, and what the board or the system refuses. */
export async function talkToDevice(args: readonly string[], { print, report }: Output): Promise<0> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { port: { type: 'string' } },
    allowPositionals: true,
  });
  if (positionals.length === 0) throw new UsageError('name a command');
  checkDeviceCommand(positionals);
  const wire = await openWire(values.port);
  let ended: (progress: EventFields['progress']) => void = () => undefined;
  const trainingEnds = new Promise<EventFields['progress']>((resolve) => {
    ended = resolve;
  });
  const events: LinkEvents = {
    progress: (progress) => {
      if (progress.state !== 'running') ended(progress);
      else report(`pass ${progress.iterations}, error ${progress.error.toFixed(6)}`);
    },
    log: ({ text }) => report(text),
    self_test: (found) => {
      report(`self-test at power-on:\n${selfTestLines(found).join('\n')}`);
    },
  };
  const link = new LinkClient(wire, events, { timeout_ms: TIMEOUT_MS });
  try {
    await runDeviceCommand(new RemoteDevice(link), positionals, {
      print,
      readFile: (path) => readFile(path),
      writeFile: (path, bytes) => writeFile(path, bytes),
      pause: (time_ms) => new Promise((resolve) => setTimeout(resolve, time_ms)),
      trainingEnds: () => trainingEnds,
    });
  } catch (error) {
    throw readable(error);
  } finally {
    await link.close();
  }
  return 0;
}

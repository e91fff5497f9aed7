/** Talks to an instrument over USB, or to the emulator: `npm run device -- [--port P] COMMAND …`. */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { LinkClient, type Progress, type Wire } from '../src/link/client.ts';
import {
  checkDeviceCommand,
  commandHelp,
  runDeviceCommand,
  UsageError,
} from '../src/link/device-command.ts';
import { RemoteInstrument } from '../src/link/instrument.ts';
import { openTcpWire } from '../src/link/tcp-wire.ts';
import { systemSentence } from './system-error.ts';

const USAGE = `usage: npm run device -- [--port PORT] COMMAND

PORT is a serial port, or tcp:HOST:NUMBER for the emulator; left out, the one instrument on USB.
${commandHelp()}`;

async function openWire(port: string | undefined): Promise<Wire> {
  const tcp = /^tcp:(?<host>[^:]+):(?<number>\d+)$/.exec(port ?? '')?.groups;
  if (tcp) {
    const number = Number(tcp['number']);
    if (number > 65535) throw new UsageError(`a TCP port is at most 65535, not ${number}`);
    return openTcpWire(tcp['host'] ?? '', number);
  }
  if (port?.startsWith('tcp:') || port === '') {
    throw new UsageError(`--port is a serial port or tcp:HOST:NUMBER, not "${port}"`);
  }
  const { findInstrumentPorts, openSerialWire } = await import('../src/link/serial-wire.ts');
  if (port !== undefined) return openSerialWire(port);
  const [found, ...others] = await findInstrumentPorts();
  if (found === undefined) throw new UsageError('no instrument on USB; plug one in or name --port');
  if (others.length > 0) {
    throw new UsageError(
      `several instruments: name one with --port ${[found, ...others].join(' or ')}`,
    );
  }
  return openSerialWire(found);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { port: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  if (positionals.length === 0) throw new UsageError(`name a command\n${USAGE}`);
  checkDeviceCommand(positionals);
  const wire = await openWire(values.port);
  let ended: (progress: Progress) => void = () => undefined;
  const trainingEnds = new Promise<Progress>((resolve) => {
    ended = resolve;
  });
  const link = new LinkClient(wire, {
    progress: (progress) => {
      if (progress.state !== 'running') ended(progress);
      else console.error(`pass ${progress.passes}, error ${progress.loss.toFixed(6)}`);
    },
    log: (text) => console.error(text),
  });
  try {
    await runDeviceCommand(new RemoteInstrument(link), positionals, {
      print: (line) => console.log(line),
      readFile: (path) => readFile(path),
      writeFile: (path, bytes) => writeFile(path, bytes),
      trainingEnds: () => trainingEnds,
    });
  } finally {
    await link.close();
  }
}

try {
  await main();
} catch (error) {
  const usage = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
  const text = error instanceof Error ? error.message : String(error);
  console.error(systemSentence(error) ?? text);
  process.exitCode = usage ? 2 : 1;
}

/** The whole firmware in QEMU, with its wire on a socket and its audio in a WAV file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { MODES } from '../../build/ts/registry.ts';
import { structName } from '../../dsl/identifiers.ts';
import { openTcpWire } from '../../scripts/device/tcp-wire.ts';
import { LinkClient } from '../../src/shared/link/client.ts';
import { RemoteDevice } from '../../src/shared/link/remote-device.ts';

const cmake = readFileSync('firmware/CMakeLists.txt', 'utf8');
function listOf(list: string): string[] {
  const [, names = ''] = new RegExp(`set\\(${list} ([^)]+)\\)`).exec(cmake) ?? [];
  if (names === '') throw new Error(`firmware/CMakeLists.txt sets no ${list}`);
  return names.split(/\s+/);
}
const sourcesOf = (list: string): string[] => listOf(list).map((name) => `firmware/${name}`);

export type Mode = (typeof MODES)[number];

/** What the image of an RP2350 holds where its builder chooses nothing. */
export const RP2350_MODES: readonly Mode[] = listOf('ENS_RP2350_MODES').map((modeId) => {
  const mode = MODES.find((known) => known.modeId === modeId);
  if (mode === undefined) throw new Error(`ENS_RP2350_MODES lists ${modeId}, which is no mode`);
  return mode;
});

/** The flags that make an image hold just these modes, as CMake gives them for ENS_MODES. */
export const imageFlags = (modes: readonly Mode[]): readonly string[] => [
  `-DENS_MODES=${modes.map(({ modeId }) => `modes::${structName(modeId)}`).join(',')}`,
  `-DENS_ENGINES="${modes.map(({ engineId }) => engineId).join(',')}"`,
];

/** How boards are compiled, beside -O3: firmware/CMakeLists.txt has the flags, and the lists are read from it. */
export const BOARD_BUILD = {
  flags: ['-mtune=cortex-m4', '-DENS_NO_READ_BACK'],
  flagsOf: new Map<string, readonly string[]>([
    ...sourcesOf('ENS_SMALL_SOURCES').map((source) => [source, ['-Os']] as const),
    ...sourcesOf('ENS_UNROLLED_SOURCES').map(
      (source) => [source, ['-funroll-loops', '--param=max-unroll-times=4']] as const,
    ),
  ]),
} as const;

export const FIRMWARE_SOURCES: readonly string[] = [
  'firmware/board/mps2/main.cc',
  ...['dsp', 'engines', 'instrument', 'abi', 'device'].flatMap((folder) =>
    readdirSync(`firmware/${folder}`)
      .filter((name) => name.endsWith('.cc'))
      .map((name) => `firmware/${folder}/${name}`),
  ),
];

export interface Emulator {
  /** For `npm run device -- --port`. */
  readonly port: string;
  readonly process: ChildProcess;
  /** What the codec was given so far. */
  audio(): { readonly left: Float32Array; readonly right: Float32Array };
  end(): void;
}

/** A port of this machine that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      );
    });
  });
}

/** Starts a firmware; an instruction takes 2 to the power of `shift` nanoseconds. */
export async function startEmulator(
  device: { readonly file: string },
  wav: string,
  shift: number,
): Promise<Emulator> {
  const port = await freePort();
  const child = spawn(
    'qemu-system-arm',
    [
      ...['-M', 'mps2-an505', '-cpu', 'cortex-m33', '-icount', `shift=${shift}`],
      ...['-semihosting-config', `enable=on,target=native,arg=device,arg=${path.resolve(wav)}`],
      ...['-display', 'none', '-monitor', 'none'],
      ...['-serial', `tcp:127.0.0.1:${port},server=on,wait=off`, '-kernel', device.file],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return {
    port: `tcp:127.0.0.1:${port}`,
    process: child,
    audio: () => {
      const file = readFileSync(wav);
      const samples = new Float32Array(
        file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.length),
      );
      return {
        left: samples.filter((_, at) => at % 2 === 0),
        right: samples.filter((_, at) => at % 2 === 1),
      };
    },
    end: () => {
      child.kill('SIGKILL');
    },
  };
}

/** A link to an emulated board, as soon as its emulator listens. */
export async function connect({ port: address }: Emulator): Promise<{
  readonly remote: RemoteDevice;
  close(): Promise<void>;
}> {
  const [, host = '', port = ''] = address.split(':');
  const refused = async (error: unknown) => {
    if (Reflect.get(Object(error), 'code') !== 'ECONNREFUSED') throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  let wire: Awaited<ReturnType<typeof openTcpWire>> | undefined;
  for (let tries = 0; wire === undefined && tries < 300; tries += 1) {
    wire = (await openTcpWire(host, Number(port)).catch(refused)) ?? undefined;
  }
  if (wire === undefined) throw new Error(`no emulator at ${address}`);
  const link = new LinkClient(wire, {}, { timeout_ms: 60_000 });
  return { remote: new RemoteDevice(link), close: () => link.close() };
}

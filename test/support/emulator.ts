/** The whole firmware in QEMU, with its wire on a socket and its audio in a WAV file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

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

/** Servers that a benchmark starts, on a core of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '../../support/free-port.ts';

/** The core of servers, and of what they need; clients have the others. */
export const SERVER_CORE = '0';
const START_TIMEOUT_MS = 60_000;
/** Limits that a benchmark would meet, and its rivals do not have. */
export const LIMITS =
  'messages_per_second=1000000,site_bytes=2000000000,store_bytes=100000000000,history_bytes_per_address_hour=100000000000,' +
  'work_ms_per_address=1000000,work_ms_per_site=1000000,sockets_per_address=5000,connections_per_address=9000';

export interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly startMs: number;
}

/** Starts a server on a free port. @throws Error if it does not say that it listens */
export async function startServer(
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<Running> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn('taskset', ['-c', SERVER_CORE, process.execPath, file], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    const late = () => {
      child.kill('SIGKILL');
      reject(new Error(`${file} does not listen after ${START_TIMEOUT_MS / 1000} s`));
    };
    const timer = setTimeout(late, START_TIMEOUT_MS);
    child.once('exit', () => reject(new Error(`${file} ended`)));
    child.stdout.on('data', (chunk: Buffer) => {
      if (!/listening|port/.test(chunk.toString())) return;
      clearTimeout(timer);
      resolve();
    });
  });
  return { child, port, startMs: performance.now() - started };
}

export function stop({ child }: Pick<Running, 'child'>): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

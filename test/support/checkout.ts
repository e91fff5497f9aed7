/** A copy of the repository to run commands in, as it is after cloning and installing. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const WAIT_MS = 300_000;

export interface Ran {
  /** The exit code; null if a signal ended it. */
  readonly code: number | null;
  readonly output: string;
}

export interface Run {
  /** Presses Ctrl-C once the output matches. */
  readonly until?: RegExp | undefined;
  /** Called before that, with the output so far. */
  readonly meanwhile?: ((output: string) => Promise<void>) | undefined;
}

export class Checkout {
  readonly folder: string;

  constructor() {
    this.folder = mkdtempSync(path.join(tmpdir(), 'ensemble-clone-'));
    const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
    const files = execFileSync('git', listed, { encoding: 'utf8' }).split('\0');
    for (const file of files.filter((name) => name !== '' && existsSync(name))) {
      mkdirSync(path.dirname(this.file(file)), { recursive: true });
      cpSync(file, this.file(file));
    }
    symlinkSync(path.resolve('node_modules'), this.file('node_modules'));
  }

  /** The path of a file in it. */
  file(name: string): string {
    return path.join(this.folder, name);
  }

  /** Runs a line in the shell; of our environment only PATH is passed on. */
  async run(line: string, { until, meanwhile }: Run = {}): Promise<Ran> {
    const { PATH } = process.env;
    // Ctrl-C is for the program; the shell survives to report its exit code.
    const child = spawn('sh', ['-c', `trap : INT; ${line}`], {
      cwd: this.folder,
      env: { PATH, HOME: this.folder, PORT: '0', npm_config_update_notifier: 'false' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that Ctrl-C reaches all of it, as on a terminal.
      detached: true,
    });
    const interrupt = (signal: NodeJS.Signals) => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
    };
    let output = '';
    let pressed: Promise<void> | undefined;
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
      if (pressed !== undefined || until?.test(output) !== true) return;
      pressed = Promise.resolve(meanwhile?.(output)).finally(() => interrupt('SIGINT'));
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => interrupt('SIGKILL'), WAIT_MS);
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    clearTimeout(timer);
    await pressed;
    return { code, output };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

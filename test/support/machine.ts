/** A server machine as a folder: what the operator's guide does to `/`, it does below it. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Checkout } from './checkout.ts';
import { type Running, run } from './running.ts';

export class Machine {
  readonly root = mkdtempSync(path.join(tmpdir(), 'ensemble-machine-'));
  readonly #checkout: Checkout;

  constructor(checkout: Checkout) {
    this.#checkout = checkout;
    mkdirSync(path.join(this.root, 'etc'));
  }

  file(name: string): string {
    return path.join(this.root, name);
  }

  /** The same command for this machine, by the user who runs the test. */
  command(shown: string, port = 0): string {
    return shown
      .replaceAll(/\bsudo (-u \w+ )?/g, '')
      .replace('systemd-sysusers', `systemd-sysusers --root=${this.root}`)
      .replace('systemctl enable --now', `systemctl --root=${this.root} enable`)
      .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
      .replaceAll('/opt/ensemble', this.#checkout.folder)
      .replaceAll(/(?<=[ =])\/(?=etc|var)/g, `${this.root}/`);
  }

  /** Starts what a unit says, in the environment it says, with the credentials it asks for. */
  start(unit: string): Running {
    const lines = readFileSync(this.file(unit), 'utf8').split('\n');
    const all = (name: string): string[] =>
      lines
        .filter((line) => line.startsWith(`${name}=`))
        .map((line) => line.slice(name.length + 1));
    const credentials = this.file('run/credentials');
    mkdirSync(credentials, { recursive: true });
    for (const [name = '', source = ''] of all('LoadCredential').map((text) => text.split(':'))) {
      cpSync(this.file(source), path.join(credentials, name));
    }
    const given = all('EnvironmentFile').flatMap((name) =>
      readFileSync(this.file(name.replace(/^-/, '')), 'utf8').split('\n'),
    );
    const settings = [...all('Environment'), ...given]
      .filter((line) => line !== '')
      .map((line) => line.replace('%d', credentials).replace('%S', this.file('var/lib')))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
    const [program = '', ...args] = (all('ExecStart')[0] ?? '').split(' ');
    mkdirSync(this.file('var/lib/ensemble'), { recursive: true });
    return run(program, args, {
      cwd: (all('WorkingDirectory')[0] ?? '').replace('/opt/ensemble', this.#checkout.folder),
      env: { PATH: process.env['PATH'], ...Object.fromEntries(settings) },
    });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

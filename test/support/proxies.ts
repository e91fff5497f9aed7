/** nginx and HAProxy with configurations of the guides, each run by a user without rights on a port of its own. */
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unprivileged } from '../../scripts/postgres.ts';
import { certificate } from './certificate.ts';
import { freePort } from './free-port.ts';
import { type Running, run } from './running.ts';

export interface ProxyServer extends Running {
  /** Where it takes https. */
  readonly port: number;
  /** The file called so in its folder. */
  file(name: string): string;
}

/** What a guide names, and what is in its place here. */
export type Replacement = readonly [RegExp | string, string];

class Folder {
  readonly path = mkdtempSync(path.join(tmpdir(), 'ensemble-proxy-'));

  constructor() {
    const { uid, gid } = unprivileged();
    if (uid !== undefined && gid !== undefined) chownSync(this.path, uid, gid);
    const { cert, key } = certificate('first');
    this.write('cert.pem', cert);
    this.write('key.pem', key);
    this.write('both.pem', cert + key);
  }

  file(name: string): string {
    return path.join(this.path, name);
  }

  write(name: string, text: string): string {
    writeFileSync(this.file(name), text);
    return this.file(name);
  }

  /** Starts a proxy in this folder, since its user may not read others; the folder goes when it ends. */
  start(
    program: string,
    args: readonly string[],
    signal: NodeJS.Signals,
    port: number,
  ): ProxyServer {
    const running = run(program, args, { ...unprivileged(), cwd: this.path }, signal);
    const end = async () => {
      const code = await running.end();
      rmSync(this.path, { recursive: true, force: true });
      return code;
    };
    return { output: running.output, end, port, file: (name) => this.file(name) };
  }
}

/** @throws Error if the text has not what is to be replaced: then it is not what is tested */
function adapt(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((changed, [words, by]) => {
    const next = changed.replaceAll(words, by);
    if (next === changed) throw new Error(`the configuration has no ${words}:\n${text}`);
    return next;
  }, text);
}

/** Starts nginx with the servers of a guide. */
export async function startNginx(
  servers: string,
  backends: readonly Replacement[],
): Promise<ProxyServer> {
  const folder = new Folder();
  const port = await freePort();
  const adapted = adapt(servers, [
    ...backends,
    ['listen 443', `listen 127.0.0.1:${port}`],
    [/\/etc\/\S+fullchain\.pem/g, folder.file('cert.pem')],
    [/\/etc\/\S+privkey\.pem/g, folder.file('key.pem')],
  ]);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder.file(name)};`)
    .join('\n');
  const text = `daemon off;\npid ${folder.file('pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${places}\n${adapted}}\n`;
  const args = ['-e', 'stderr', '-p', folder.path, '-c', folder.write('nginx.conf', text)];
  return folder.start('nginx', args, 'SIGQUIT', port);
}

/** Starts HAProxy with the whole configuration of a guide, and a socket that tells what it thinks of its servers. */
export async function startHaproxy(
  configuration: string,
  backends: readonly Replacement[],
  scheme: 'secure' | 'plain' = 'secure',
): Promise<ProxyServer> {
  const folder = new Folder();
  const port = await freePort();
  const bind = `bind 127.0.0.1:${port}`;
  const listeners: readonly Replacement[] =
    scheme === 'plain'
      ? [[/bind :443 ssl .*/g, bind]]
      : [
          ['bind :443', bind],
          [/\/etc\/\S+\.pem/g, folder.file('both.pem')],
        ];
  const adapted = adapt(configuration, [...backends, ...listeners]);
  const socket = folder.write('more.cfg', `global\n  stats socket ${folder.file('admin')}\n`);
  const args = ['-db', '-f', folder.write('haproxy.cfg', adapted), '-f', socket];
  return folder.start('haproxy', args, 'SIGTERM', port);
}

/** What HAProxy thinks of each server of a backend: `UP`, or why it is not. */
export function statesOf(
  proxy: ProxyServer,
  backend: string,
): Promise<ReadonlyMap<string, string>> {
  return new Promise((resolve, reject) => {
    const socket = connect(proxy.file('admin'));
    let text = '';
    socket.on('error', reject);
    socket.on('data', (bytes) => {
      text += bytes.toString();
    });
    socket.on('end', () => {
      const [names = [], ...rows] = text
        .split('\n')
        .map((line) => line.replace('# ', '').split(','));
      const field = (row: readonly string[], name: string) => row[names.indexOf(name)] ?? '';
      const servers = rows.filter(
        (row) => field(row, 'pxname') === backend && field(row, 'type') === '2',
      );
      const stateOf = (row: readonly string[]) =>
        field(row, 'status') === 'UP'
          ? 'UP'
          : `${field(row, 'status')} ${field(row, 'check_code')}`;
      resolve(new Map(servers.map((row) => [field(row, 'svname'), stateOf(row).trim()])));
    });
    socket.end('show stat\n');
  });
}

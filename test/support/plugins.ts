/** The plugins as users build them, and the folder that holds them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { provideRack } from './rack.ts';

export const PLUGINS = path.resolve('out/plugins');

/** [any of these files, Debian package] */
const NEEDED: readonly (readonly [readonly string[], string])[] = [
  [['/usr/bin/g++'], 'g++'],
  [['/usr/bin/cmake'], 'cmake'],
  [['/usr/bin/pd', '/usr/bin/puredata'], 'puredata-core'],
  [['/usr/include/m_pd.h', '/usr/include/pd/m_pd.h'], 'puredata-dev'],
  [['/usr/bin/lv2_validate'], 'lv2-dev'],
  [['/usr/bin/sord_validate'], 'sordi'],
  [['/usr/bin/lv2ls'], 'lilv-utils'],
  [['/usr/include/lilv-0/lilv/lilv.h'], 'liblilv-dev'],
];

/** What to install before plugins can be built and run in their hosts, if anything. */
export function missingHosts(): string | undefined {
  const missing = NEEDED.filter(([files]) => !files.some((file) => existsSync(file)));
  const packages = missing.map(([, name]) => name).join(' ');
  return packages === '' ? undefined : `host tests need ${packages}: apt-get install ${packages}`;
}

/** Builds what the READMEs of firmware/pd, firmware/lv2 and firmware/rack build. @throws Error with the compiler's words */
export function buildPlugins(): void {
  mkdirSync('out', { recursive: true });
  const env = { ...process.env, RACK_DIR: provideRack() };
  for (const args of [
    ['--preset', 'plugins'],
    ['--build', '--preset', 'plugins', '--parallel', '2'],
  ]) {
    execFileSync('cmake', args, { cwd: 'firmware', env, stdio: ['ignore', 'pipe', 'inherit'] });
  }
}

/** Runs the install command of a guide below a folder. @returns the home folder there */
export function installPlugin(component: 'pd' | 'lv2' | 'rack', folder: string): string {
  const install = ['--install', '../out/plugins', '--component', component];
  // DESTDIR stands before every place, which is in the home folder.
  const env = { ...process.env, DESTDIR: folder };
  execFileSync('cmake', install, { cwd: 'firmware', env, stdio: 'ignore' });
  return path.join(folder, process.env['HOME'] ?? '');
}

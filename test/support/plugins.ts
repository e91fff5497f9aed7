/** The plugins as users build them, and the folder that holds them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

export const PLUGINS = path.resolve('out/plugins');

/** Builds what firmware/pd/README.md and firmware/lv2/README.md build. @throws Error with the compiler's words */
export function buildPlugins(): void {
  mkdirSync('out', { recursive: true });
  for (const args of [
    ['--preset', 'plugins'],
    ['--build', '--preset', 'plugins', '--parallel', '2'],
  ]) {
    execFileSync('cmake', args, { cwd: 'firmware', stdio: ['ignore', 'pipe', 'inherit'] });
  }
}

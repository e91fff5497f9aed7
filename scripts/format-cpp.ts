/** Formats the C++ of firmware/ with clang-format; `--check` only compares. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const all = existsSync('firmware')
  ? readdirSync('firmware', { recursive: true, encoding: 'utf8' })
  : [];
const files = all.filter((name) => /\.(h|cc)$/.test(name)).map((name) => `firmware/${name}`);
if (files.length > 0) {
  const mode = process.argv.includes('--check') ? ['--dry-run', '--Werror'] : ['-i'];
  const { status } = spawnSync('npx', ['clang-format', ...mode, ...files], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

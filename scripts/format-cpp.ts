/** Formats the C++ of firmware/ and test/ with clang-format; `--check` only compares. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const files = ['firmware', 'test']
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.(h|cc)$/.test(name) && !name.includes('node_modules'));
if (files.length > 0) {
  const mode = process.argv.includes('--check') ? ['--dry-run', '--Werror'] : ['-i'];
  const { status } = spawnSync('npx', ['clang-format', ...mode, ...files], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

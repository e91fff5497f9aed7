/** Writes the JSON Schemas alone: `npm run schema:emit`. `npm run gen` writes them too. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { schemaFiles } from '../dsl/json-schema.ts';
import { runCommand } from './command-line.ts';

await runCommand('usage: npm run schema:emit', async (args) => {
  parseArgs({ args: [...args], options: {}, allowPositionals: false });
  mkdirSync('build/schema', { recursive: true });
  const files = [...schemaFiles()];
  for (const [file, text] of files) writeFileSync(`build/${file}`, text);
  return files.map(([file]) => `build/${file}`).join('\n');
});

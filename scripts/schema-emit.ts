/** Writes the JSON Schemas alone: `npm run schema:emit`. `npm run gen` writes them too. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { schemaFiles } from '../dsl/json-schema.ts';

try {
  parseArgs({ options: {}, allowPositionals: false });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  console.error('usage: npm run schema:emit');
  process.exit(2);
}
mkdirSync('build/schema', { recursive: true });
for (const [file, text] of schemaFiles()) {
  writeFileSync(`build/${file}`, text);
  console.log(`build/${file}`);
}

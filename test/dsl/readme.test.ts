/** The first mode of dsl/README.md is a mode, with the engines there are, and its sentences are the real ones. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatText } from '../../dsl/diagnostics.ts';
import { driftDiagnostics } from '../../dsl/measure.ts';
import { resolveModes } from '../../dsl/resolve.ts';
import { enginesOf } from '../../scripts/generate/engines.ts';

const readme = readFileSync('dsl/README.md', 'utf8');
const mode = /```json\n(\{\n {2}"\$schema"[\s\S]*?)```/.exec(readme)?.[1] ?? '';
const wasm = new Uint8Array(readFileSync('build/wasm/ensemble.wasm'));
const engines = enginesOf((await WebAssembly.instantiate(wasm)).instance);

async function told(content: string): Promise<string> {
  const sources = [{ file: 'modes/whisper.json', content }];
  const { modes, diagnostics } = resolveModes(sources, engines.catalogue);
  const drifts = driftDiagnostics(await engines.measure(modes), modes, sources);
  return formatText([...diagnostics, ...drifts], false);
}

test('the first mode passes every rule and the drift test', async () => {
  assert.is(await told(mode), '');
});

test('the problems shown are those an author sees', async () => {
  for (const wrong of [
    mode.replace('cutoff_hz', 'cutof_hz'),
    mode.replace(/"exp"(?=,\s*"group": "Colour")/, '"linear"'),
  ]) {
    const lines = await told(wrong);
    assert.ok(lines !== '' && readme.includes(lines), lines);
  }
});

test.run();

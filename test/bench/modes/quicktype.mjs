// quicktype-core on a JSON Schema given on stdin: types and readers in C++ and TypeScript, timed.
// Plain JavaScript: type checking must not need what is installed on demand.
import { readFileSync } from 'node:fs';

const schema = readFileSync(0, 'utf8');
const cpuMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
const started = cpuMs();
const { InputData, JSONSchemaInput, FetchingJSONSchemaStore, quicktype } = await import(
  'quicktype-core'
);
let bytes = 0;
for (const lang of ['cpp', 'typescript']) {
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
  await input.addSource({ name: 'Mode', schema });
  const inputData = new InputData();
  inputData.addInput(input);
  const { lines } = await quicktype({ inputData, lang });
  bytes += lines.join('\n').length;
}
const ms = cpuMs() - started;
console.log(JSON.stringify({ ms, peakMb: process.resourceUsage().maxRSS / 1024, bytes }));

/** Runs the plugins for LV2 and VCV Rack without their hosts, under sanitizers: any finding is a failure. */
import { readdirSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { Native } from './native.ts';

const sourcesIn = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(`firmware/${folder}`)
      .filter((name) => name.endsWith('.cc'))
      .map((name) => `firmware/${folder}/${name}`),
  );

const CORE = sourcesIn(['dsp', 'engines', 'instrument', 'abi', 'host']);

export interface Adapter {
  readonly name: string;
  readonly sources: readonly string[];
  readonly flags: readonly string[];
}

const DOUBLE = 'test/hosts/rack/double';

/** What the adapter calls of Pd. */
const PD_DOUBLE = 'test/hosts/pd/double/pd.cc';

export const ADAPTERS: readonly Adapter[] = [
  { name: 'lv2', sources: sourcesIn(['lv2']), flags: [] },
  {
    name: 'pd',
    sources: [...sourcesIn(['pd']), PD_DOUBLE],
    flags: ['-isystem', '/usr/include/pd'],
  },
  {
    name: 'rack',
    sources: [...sourcesIn(['rack']), `${DOUBLE}/rack.cc`, `${DOUBLE}/json.cc`],
    flags: ['-frtti', '-fexceptions', '-isystem', `${DOUBLE}/include`],
  },
];

/** Builds sources with the engines and runs them; gives what was printed. */
export async function runSanitized(
  { sources, flags }: Adapter,
  sanitizer: readonly string[],
): Promise<string> {
  const native = await Native.compile({
    sources,
    ownFlags: flags,
    library: CORE,
    flags: sanitizer,
  });
  try {
    const { code, stdout, stderr } = await native.run();
    assert.is(code, 0, `${stdout}${stderr}`);
    assert.not.match(stderr, /Sanitizer/);
    return stdout;
  } finally {
    native.remove();
  }
}

const NO_RACES: readonly string[] = ['-O1', '-g1', '-fsanitize=thread', '-pthread'];

/** Saves ten thousand times while an adapter plays, teaches and trains; no race may be found. */
export async function raceSaves(name: string): Promise<void> {
  const adapter = ADAPTERS.find((one) => one.name === name);
  if (adapter === undefined) throw new Error(`no adapter ${name}`);
  const sources = [`test/hosts/${name}/threads.cc`, ...adapter.sources];
  assert.match(await runSanitized({ ...adapter, sources }, NO_RACES), /^10000 saves, 0 refused/);
}

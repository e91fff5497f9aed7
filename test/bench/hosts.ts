/** What hosts add to the engines: every mode as an LV2 plugin and as a module of VCV Rack. */
import path from 'node:path';
import { type Bench, figure, ratio, type Table } from '../../scripts/bench/bench.ts';
import { BUNDLE } from '../support/lv2.ts';
import { buildPlugins, missingHosts, PLUGINS } from '../support/plugins.ts';
import { compileWithRack, hasRack, PLUGIN } from '../support/rack.ts';

/** Which Rack was measured. */
const RACK = hasRack() ? 'Rack is the real one.' : 'Rack is our test double of it.';

async function measure(): Promise<Table> {
  const libraries = ['libens_host.a', 'libens.a'].map((name) => path.join(PLUGINS, name));
  const program = await compileWithRack(['test/bench/hosts/main.cc', ...libraries], '-O2');
  try {
    const { code, stdout, stderr } = await program.run(path.join(BUNDLE, 'ensemble.so'), PLUGIN);
    if (code !== 0) throw new Error(`exit ${code}: ${stdout}${stderr}`);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => {
        const [mode = '', ...numbers] = line.split(' ');
        const [engine = Number.NaN, lv2 = Number.NaN, rack = Number.NaN] = numbers.map(Number);
        return [mode, figure(engine), ratio(lv2, engine), ratio(rack, engine)];
      });
    return {
      columns: ['mode', 'engine, % of a core', 'LV2', 'VCV Rack'],
      rows,
      notes: [
        `Promised: at most 1.5×. Controls rest in the middle, modes with notes hold one in the engine and in Rack, and those that listen hear a sound. ${RACK} Only the module is measured. A module renders four frames at a time where it listens, which costs most where the engine takes little: that of granular takes 0.2 % of a core.`,
      ],
    };
  } finally {
    program.remove();
  }
}

export const bench: Bench = {
  title: 'Plugins',
  about:
    'Time of the processor at 48 kHz in blocks of 64 samples, the best of 30 rounds, by turns: the engine through the C ABI, and the same as a plugin in a host.',
  rivals: false,
  run: async () => {
    const missing = missingHosts();
    if (missing !== undefined) throw new Error(missing);
    buildPlugins();
    return [await measure()];
  },
};

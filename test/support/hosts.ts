/** `npm run test:hosts [-- file ...]`: builds the plugins and runs them in Pure Data and in an LV2 host. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buildPlugins } from './plugins.ts';

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

const missing = NEEDED.filter(([files]) => !files.some((file) => existsSync(file)));
if (missing.length === 0) {
  buildPlugins();
  const places = process.argv.slice(2);
  const run = ['--import', 'tsx', 'test/support/run.ts'];
  const chosen = places.length > 0 ? places : ['test/hosts'];
  const { status } = spawnSync(process.execPath, [...run, ...chosen], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  const packages = missing.map(([, name]) => name).join(' ');
  console.error(`host tests need ${packages}: apt-get install ${packages}`);
  process.exitCode = 1;
}

/** Checks that every installed package may be used, and those in pages be shipped: `npm run licences`. */
import { parseArgs } from 'node:util';
import { packagesInPages } from './bundle.ts';
import { installedPackages } from './licences/packages.ts';
import { licenceProblems } from './licences/rules.ts';

try {
  parseArgs({ options: {}, allowPositionals: false });
  const packages = installedPackages('.', await packagesInPages());
  const problems = licenceProblems(packages);
  for (const problem of problems) console.error(problem);
  const shipped = packages.filter(({ ships }) => ships).length;
  if (problems.length === 0) console.log(`${packages.length} packages, ${shipped} of them shipped`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  const usage = error instanceof TypeError && 'code' in error;
  console.error(error instanceof Error ? error.message : String(error));
  if (usage) console.error('usage: npm run licences');
  process.exitCode = usage ? 2 : 1;
}

/** Checks that every installed package may be used, and those in pages be shipped: `npm run licences`. */
import { parseArgs } from 'node:util';
import { packagesInPages } from './bundle.ts';
import { runCommand } from './command-line.ts';
import { installedPackages } from './licences/packages.ts';
import { licenceProblems } from './licences/rules.ts';

await runCommand('usage: npm run licences', async (args) => {
  parseArgs({ args: [...args], options: {} });
  const packages = installedPackages('.', await packagesInPages());
  const problems = licenceProblems(packages);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return 1;
  return `${packages.length} packages, ${packages.filter(({ ships }) => ships).length} of them shipped`;
});

/** Which licences a package may have: anywhere, and, by name, where nothing of it leaves this repository. */

/** Licences that ask for no more than their notice; SPDX names. */
const ALLOWED: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
];

/** Packages under other licences that tests may run, and why that is all right. */
const IN_TESTS_ONLY: readonly {
  readonly name: string;
  readonly licence: string;
  readonly why: string;
}[] = [{ name: 'axe-core', licence: 'MPL-2.0', why: 'browser tests run it as it is' }];

export interface Package {
  readonly name: string;
  readonly version: string;
  /** Folder, from the root of the repository. */
  readonly folder: string;
  /** What its package.json says; empty where it says nothing. */
  readonly licence: string;
  /** Whether it runs with the service or is copied into a page. */
  readonly ships: boolean;
}

/** Whether an SPDX expression leaves us a choice that is allowed: one side of OR, all sides of AND. */
export function isAllowed(expression: string): boolean {
  const bare = expression.trim().replace(/^\(([^()]*)\)$/, '$1');
  if (/[()]/.test(bare)) return false;
  return bare
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((name) => ALLOWED.includes(name.trim())));
}

function problemOf({ name, version, licence, ships }: Package): string | undefined {
  if (isAllowed(licence)) return undefined;
  const exception = IN_TESTS_ONLY.find((known) => known.name === name);
  const said = licence === '' ? 'names no licence' : `is under ${licence}`;
  if (exception?.licence !== licence) {
    return `${name} ${version} ${said}, which is not in scripts/licences/rules.ts; use another package.`;
  }
  if (!ships) return undefined;
  return `${name} ${version} ${said}, which only tests may use, and it is shipped; use another package.`;
}

/** Gives a sentence for each package that may not be used, and for each exception nothing needs any more. */
export function licenceProblems(packages: readonly Package[]): string[] {
  const problems = packages.map(problemOf).filter((problem) => problem !== undefined);
  const unused = IN_TESTS_ONLY.filter(({ name }) => packages.every((one) => one.name !== name));
  return [
    ...problems,
    ...unused.map(
      ({ name }) => `${name} has an exception in scripts/licences/rules.ts but is not installed.`,
    ),
  ];
}

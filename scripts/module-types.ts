/** The types of the instruments' ES module: one declaration file, written by the compiler from its source. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const ENTRY = 'src/web/ensemble/main';
/** The types of the element, which stand in the same declaration file. */
const BESIDE = 'src/web/ensemble/element-types';
const BESIDE_EXPORT = /^export (?:type )?\* from '\.\/element-types\.ts';$/m;

/** Runs the TypeScript compiler. @throws Error with its output */
export async function compileTypes(config: string): Promise<void> {
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  const tsc = path.join(path.dirname(compiler), 'bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [tsc, '-p', config]);
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? error.stdout : error;
    throw new Error(`the types do not compile:\n${said}`);
  }
}

/**
 * Gives the declarations of src/web/ensemble/main.ts.
 *
 * @throws Error when they speak of types of other files: a page elsewhere has this one file only.
 */
export async function moduleTypes(): Promise<string> {
  await mkdir(path.join(root, 'out'), { recursive: true });
  const folder = await mkdtemp(path.join(root, 'out/types-'));
  try {
    const config = {
      extends: path.join(root, 'src/web/tsconfig.json'),
      compilerOptions: {
        composite: false,
        incremental: false,
        declaration: true,
        outDir: folder,
      },
      files: [path.join(root, `${ENTRY}.ts`)],
      include: [],
    };
    const file = path.join(folder, 'tsconfig.json');
    await writeFile(file, JSON.stringify(config));
    await compileTypes(file);
    const read = (name: string) => readFile(path.join(folder, `${name}.d.ts`), 'utf8');
    const beside = await read(BESIDE);
    return selfContained((await read(ENTRY)).replace(BESIDE_EXPORT, () => beside));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Gives declarations that need no other file. @throws Error naming the file they need. */
export function selfContained(declarations: string): string {
  const other = /^(?:import|export)\b.*\bfrom\s+['"](.*)['"]|\bimport\(['"](.*)['"]\)/m.exec(
    declarations,
  );
  if (other === null) return declarations;
  throw new Error(`${ENTRY}.ts tells of types of ${other[1] ?? other[2]}; declare them in it`);
}

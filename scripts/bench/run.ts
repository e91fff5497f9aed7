/** Finds benchmark modules, installs what they compare with, runs them one after another. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../command-line.ts';
import { type Bench, isBench } from './bench.ts';
import { section, withSections } from './sections.ts';

export interface BenchRun {
  /** Folder of the modules. */
  readonly folder: string;
  /** Names to run; none means all. */
  readonly names: readonly string[];
  readonly quick: boolean;
  /** The document to keep results in. */
  readonly document: string;
  readonly print: (text: string) => void;
}

/** Gives the names of the benchmarks in a folder. */
export function benchNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort();
}

async function load(folder: string, name: string): Promise<Bench> {
  const file = path.resolve(folder, `${name}.ts`);
  const module: unknown = await import(pathToFileURL(file).href);
  if (typeof module === 'object' && module !== null && 'bench' in module && isBench(module.bench)) {
    return module.bench;
  }
  throw new Error(`${file} exports no bench; see scripts/bench/bench.ts`);
}

function installRivals(folder: string): void {
  const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  // An installation of an earlier day may lack what has been added since.
  const there = (name: string): boolean => existsSync(path.join(folder, 'node_modules', name));
  if (Object.keys(dependencies).every(there)) return;
  execFileSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
}

function machine(): string {
  const [cpu] = cpus();
  return `Node ${process.version}, ${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}.`;
}

/** Runs the benchmarks; full runs are kept in the document, quick ones only printed. */
export async function runBenches(request: BenchRun): Promise<void> {
  const there = benchNames(request.folder);
  const unknown = request.names.filter((name) => !there.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`unknown benchmark ${unknown.join(', ')}; there are ${there.join(', ')}`);
  }
  const fresh = new Map<string, string>();
  for (const name of request.names.length > 0 ? request.names : there) {
    const bench = await load(request.folder, name);
    if (bench.rivals) installRivals(request.folder);
    const text = section(name, bench, await bench.run(request.quick), machine());
    request.print(text);
    fresh.set(name, text);
  }
  if (request.quick) return;
  const before = existsSync(request.document) ? readFileSync(request.document, 'utf8') : '';
  writeFileSync(request.document, withSections(before, fresh));
}

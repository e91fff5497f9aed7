/**
 * Runs the plugin for VCV Rack by scripts in a host of our own (test/hosts/rack) without a window: in Rack's engine where
 * RACK_DIR is its SDK, else in our test double of it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { rackPanel } from '../../dsl/emit/rack-parts.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { type HostRun, runScript } from './host-script.ts';
import { Native } from './native.ts';

export const PLUGIN = path.resolve('out/plugins/rack/Ensemble');

const DOUBLE = path.resolve('out/rack-double');

/** True where the real Rack is tested: it shows no panels and menus without a window. */
export const hasRack = (): boolean => (process.env['RACK_DIR'] ?? '') !== '';

/** The folder of the SDK, or of the double laid out as the SDK is. */
export const rackFolder = (): string =>
  hasRack() ? path.resolve(process.env['RACK_DIR'] ?? '') : DOUBLE;

const CXX = ['-std=c++20', '-Wall', '-Wextra', '-Wpedantic', '-Werror'];

/** Builds the double where no SDK is given. @returns the folder to build against */
export function provideRack(): string {
  const folder = rackFolder();
  if (hasRack()) return folder;
  const source = 'test/hosts/rack/double';
  mkdirSync(folder, { recursive: true });
  cpSync(`${source}/include`, path.join(folder, 'include'), { recursive: true });
  const flags = [...CXX, '-O1', '-shared', '-fPIC', `-I${source}/include`];
  const sources = ['rack.cc', 'json.cc'].map((name) => `${source}/${name}`);
  execFileSync('g++', [...flags, ...sources, '-o', path.join(folder, 'libRack.so')]);
  return folder;
}

const INCLUDES = (): string[] =>
  ['include', 'dep/include']
    .map((name) => path.join(rackFolder(), name))
    .filter((name) => existsSync(name))
    .flatMap((name) => ['-isystem', name]);

/** What the headers of Rack expect of those who include them. */
export const rackFlags = (): string[] => [
  ...['-fexceptions', '-frtti', '-march=nehalem', '-DARCH_LIN', '-DARCH_X64'],
  ...INCLUDES(),
];

/** Compiles a program that loads the plugin. */
export const compileWithRack = (sources: readonly string[], optimised: string): Promise<Native> =>
  Native.compile({
    sources,
    flags: [
      ...[optimised, ...rackFlags(), '-rdynamic', '-Wl,--no-as-needed', `-L${rackFolder()}`],
      ...['-lRack', `-Wl,-rpath,${rackFolder()}`, '-ldl', '-pthread'],
    ],
  });

/** Compiles the host. */
export const compileRackHost = (): Promise<Native> =>
  compileWithRack(['test/hosts/rack/main.cc', 'firmware/host/base64.cc'], '-O1');

/** What Rack logs of its own work, such as the drawings that it loads. */
const isRoutine = (line: string): boolean => /^\S*\[[\d.]+ info /.test(line);

export function runRack(host: Native, folder: string, script: readonly string[]): HostRun {
  const { lines, status } = runScript(host, PLUGIN, folder, script);
  return { lines: lines.filter((line) => !isRoutine(line)), status };
}

/** Gives the number of a part by its kind and name. @throws Error if the panel has none */
export function partId(
  mode: ResolvedMode,
  kind: 'control' | 'input' | 'output',
  name: string,
): number {
  const isControl = (of: string): boolean => ['knob', 'trimmer', 'button', 'latch'].includes(of);
  const part = rackPanel(mode).parts.find(
    (one) => one.name === name && (kind === 'control' ? isControl(one.kind) : one.kind === kind),
  );
  if (part === undefined) throw new Error(`${mode.modeId} has no ${kind} ${name}`);
  return part.id;
}

/**
 * Line coverage of src/web from V8's counts in Chromium.
 *
 * Pages carry the bundles of dist/web inline and minified; an inline script whose text equals a
 * bundle is mapped back through that bundle's source map. A source line is covered if any code that
 * came from it ran in any page of any test.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';
import * as v from 'valibot';

const range = v.object({ startOffset: v.number(), endOffset: v.number(), count: v.number() });
const entry = v.object({
  /** Names the script's text, a file beside it. */
  hash: v.string(),
  functions: v.array(v.object({ ranges: v.array(range) })),
});
type ScriptCoverage = v.InferOutput<typeof entry>;

/** Lines of one source file: line number → whether it ran. */
export type Lines = Map<number, boolean>;

/** For every character of a script: did it run? Inner ranges refine outer ones, so widest first. */
function ran(length: number, { functions }: ScriptCoverage): Uint8Array {
  // Code outside every range was not counted, so it does not count as run.
  const marks = new Uint8Array(length);
  const ranges = functions.flatMap((one) => one.ranges);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges) {
    marks.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  }
  return marks;
}

/** Adds the marks of a generated script to the lines of its sources. */
function addLines(code: string, map: TraceMap, marks: Uint8Array, into: Map<string, Lines>) {
  const starts = [0];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  eachMapping(map, ({ generatedLine, generatedColumn, source, originalLine }) => {
    if (source === null || originalLine === null) return;
    const lines = into.get(source) ?? new Map<number, boolean>();
    into.set(source, lines);
    const hit = marks[(starts[generatedLine - 1] ?? 0) + generatedColumn] === 1;
    lines.set(originalLine, hit || (lines.get(originalLine) ?? false));
  });
}

interface Bundle {
  readonly code: string;
  readonly map: TraceMap;
}

function bundles(folder: string): Bundle[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({
      code: readFileSync(`${folder}/${name}`, 'utf8'),
      map: new TraceMap(readFileSync(`${folder}/${name}.map`, 'utf8')),
    }));
}

/** The part of a bundle that a script contains: `length` characters, at `from` in the script, `at` in the bundle. */
interface Part {
  readonly bundle: Bundle;
  readonly at: number;
  readonly from: number;
  readonly length: number;
}

/** A script that is one function of a bundle, called: the prelude of a preview. */
const CALLED = /^\((.*)\)\(\[[^\]]*\],\d+\);/s;

function match(all: readonly Bundle[], source: string): Part | undefined {
  const called = CALLED.exec(source)?.[1];
  for (const bundle of all) {
    const { length } = bundle.code.trim();
    const from = source.indexOf(bundle.code.trim());
    if (from >= 0) return { bundle, at: 0, from, length };
    const at = called === undefined ? -1 : bundle.code.indexOf(called);
    if (called !== undefined && at >= 0) return { bundle, at, from: 1, length: called.length };
  }
  return undefined;
}

/** Merges all raw coverage of a folder into lines per source of src/web. */
export function merge(folder: string, dist: string): Map<string, Lines> {
  const all = bundles(dist);
  const found = new Map<string, Lines>();
  for (const { code, map } of all) addLines(code, map, new Uint8Array(code.length), found);
  const names = readdirSync(folder);
  const scripts = new Map(
    names
      .filter((name) => name.endsWith('.js'))
      .map((name) => {
        const source = readFileSync(`${folder}/${name}`, 'utf8');
        return [name.slice(0, -'.js'.length), { size: source.length, part: match(all, source) }];
      }),
  );
  const marksOf = new Map<Bundle, Uint8Array>();
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const raw: unknown = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
    for (const script of v.parse(v.array(entry), raw)) {
      const { size = 0, part } = scripts.get(script.hash) ?? {};
      if (part === undefined) continue;
      const { bundle, at, from, length } = part;
      const marks = marksOf.get(bundle) ?? new Uint8Array(bundle.code.length);
      marksOf.set(bundle, marks);
      const here = ran(size, script).subarray(from, from + length);
      for (const [index, mark] of here.entries()) marks[at + index] ||= mark;
    }
  }
  for (const [{ code, map }, marks] of marksOf) addLines(code, map, marks, found);
  return new Map([...found].flatMap(([name, lines]) => own(name, lines)));
}

function own(name: string, lines: Lines): [string, Lines][] {
  const at = name.indexOf('src/web/');
  return at < 0 || name.includes('node_modules') ? [] : [[name.slice(at), lines]];
}

/** A table, worst file first, and the share of lines that ran, 0…1. */
export function report(lines: ReadonlyMap<string, Lines>): { table: string; share: number } {
  let ranAll = 0;
  let all = 0;
  const rows = [...lines].map(([name, of]) => {
    const missed = [...of].filter(([, hit]) => !hit).map(([line]) => line);
    ranAll += of.size - missed.length;
    all += of.size;
    return { name, share: 1 - missed.length / of.size, missed: missed.sort((a, b) => a - b) };
  });
  rows.sort((a, b) => a.share - b.share);
  const text = rows.map(
    ({ name, share, missed }) =>
      `${(share * 100).toFixed(1).padStart(6)} %  ${name}  ${missed.slice(0, 24).join(',')}`,
  );
  const share = all === 0 ? 0 : ranAll / all;
  return {
    table: [...text, `${(share * 100).toFixed(1).padStart(6)} %  src/web`].join('\n'),
    share,
  };
}

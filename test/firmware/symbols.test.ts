/**
 * Engines call nothing from outside: no libm (its bits differ from target to target), no allocation, no lock, no
 * exception. Seen in the symbols their object files leave undefined.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NATIVE_FLAGS } from '../support/native.ts';

/** What compilers themselves put in for copies, and tables of position-independent code. */
const HARMLESS = new Set(['memcpy', 'memset', 'memmove', 'memcmp', '_GLOBAL_OFFSET_TABLE_']);

function undefinedSymbols(sources: readonly string[]): string[] {
  mkdirSync('out', { recursive: true });
  const folder = mkdtempSync('out/symbols-');
  try {
    const names = sources.map((source, index) => {
      const object = path.join(folder, `${index}.o`);
      execFileSync('g++', [...NATIVE_FLAGS, '-O2', '-Ifirmware', '-c', source, '-o', object]);
      return execFileSync('nm', ['--undefined-only', '--format=posix', object], {
        encoding: 'utf8',
      });
    });
    const found = names.flatMap((text) => text.split('\n').map((line) => line.split(' ')[0] ?? ''));
    return [...new Set(found)].filter((name) => name !== '').sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `_ZN3ens…` and `_ZNK3ens…`: functions and tables of our own namespace. */
const isForeign = (name: string): boolean => !HARMLESS.has(name) && !/^_Z(N|NK|TVN)3ens/.test(name);

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.cc'))
    .map((name) => path.join(folder, name));

test('engines, their parts and the instrument call nothing but themselves', () => {
  const sources = ['dsp', 'engines', 'instrument'].flatMap((part) => sourcesIn(`firmware/${part}`));
  assert.ok(sources.length > 5);
  assert.equal(undefinedSymbols(sources).filter(isForeign), []);
});

test('a call of libm, an allocation and a lock are seen', () => {
  mkdirSync('out', { recursive: true });
  const folder = mkdtempSync('out/symbols-');
  const source = path.join(folder, 'bad.cc');
  writeFileSync(
    source,
    `#include <cmath>
#include <mutex>
#include <vector>
float tone(float x) { return std::sin(x); }
std::vector<float> made(unsigned long size) { return std::vector<float>(size); }
void held(std::mutex& mutex) { mutex.lock(); }
`,
  );
  try {
    const foreign = undefinedSymbols([source]).filter(isForeign);
    for (const name of ['sinf', '_Znwm']) assert.ok(foreign.includes(name), name);
    assert.ok(
      foreign.some((name) => name.includes('mutex')),
      'mutex',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();

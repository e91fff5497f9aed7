/** A curve is applied exactly once because nothing else compiles: programs that must not build. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Native } from '../support/native.ts';

/** Compiles one statement that sees a unit, a shaped value and a range; the compiler's words if it fails. */
async function refusal(statement: string): Promise<string> {
  mkdirSync('out', { recursive: true });
  const folder = mkdtempSync('out/types-');
  const source = path.join(folder, 'program.cc');
  writeFileSync(
    source,
    `#include "core/curves.h"
using namespace ens;
int main() {
  const Unit unit = Unit::nearest(0.5f);
  const Shaped shaped = shape(Curve::exp, unit);
  const Range range(20.0f, 20000.0f);
  static_cast<void>(range);
  static_cast<void>(shaped);
  ${statement}
}
`,
  );
  try {
    const native = await Native.compile({ sources: [source], flags: ['-O0'] });
    native.remove();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a unit value goes through a curve and a range', async () => {
  assert.is(await refusal('return range.at(shape(Curve::exp, unit)) > 0.0f ? 0 : 1;'), '');
});

const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ['a curve applied twice', 'shape(Curve::exp, shape(Curve::exp, unit));', /Shaped/],
  ['a unit value scaled without its curve', 'range.at(unit);', /Unit/],
  ['a bare number scaled', 'range.at(0.5f);', /Shaped/],
  ['a bare number shaped', 'shape(Curve::exp, 0.5f);', /Unit/],
  ['a shaped value made of a number', 'Shaped made(0.5f);', /private/],
  ['a shaped value read', 'float read = shaped;', /convert/],
  ["a shaped value's inside", 'float read = shaped.value_;', /private/],
  ['an engine value scaled again', 'range.at(range.at(shaped));', /Shaped/],
  ['a unit value made of a shaped one', 'Unit back = shaped;', /Unit/],
];

for (const [what, statement, says] of REFUSED) {
  test(`does not compile: ${what}`, async () => {
    assert.match(await refusal(statement), says);
  });
}

test.run();

/** A curve is applied exactly once because nothing else compiles: programs that must not build. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compilerErrors } from '../support/native.ts';

/** What the compiler says of a statement that sees a unit, a shaped value and a range, as an engine does. */
const errorsOf = (statement: string): Promise<string> =>
  compilerErrors(`#include "engines/engine.h"
using namespace ens;
int main() {
  const Unit unit = Unit::from_ratio(0.5f);
  const Shaped shaped = shape(Curve::kExp, unit);
  const Range range(20.0f, 20000.0f);
  static_cast<void>(range);
  static_cast<void>(shaped);
  ${statement}
}
`);

test('a unit value goes through a curve and a range', async () => {
  assert.is(await errorsOf('return range.at(shape(Curve::kExp, unit)) > 0.0f ? 0 : 1;'), '');
});

const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ['a curve applied twice', 'shape(Curve::kExp, shape(Curve::kExp, unit));', /Shaped/],
  ['a unit value scaled without its curve', 'range.at(unit);', /Unit/],
  ['a unit value multiplied', 'float hz = unit * 440.0f;', /no match for .operator\*/],
  ['a unit value converted', 'float hz = static_cast<float>(unit) * 440.0f;', /invalid .*cast/],
  ["a unit value's inside", 'float hz = unit.q15_ * 440.0f;', /private/],
  ['the number of a unit value in an engine', 'UnitBits::q15(unit);', /UnitBits/],
  ['a bare number scaled', 'range.at(0.5f);', /Shaped/],
  ['a bare number shaped', 'shape(Curve::kExp, 0.5f);', /Unit/],
  ['a shaped value made of a number', 'Shaped made(0.5f);', /private/],
  ['a shaped value read', 'float read = shaped;', /convert/],
  ["a shaped value's inside", 'float read = shaped.value_;', /private/],
  ['an engine value scaled again', 'range.at(range.at(shaped));', /Shaped/],
  ['a unit value made of a shaped one', 'Unit back = shaped;', /Unit/],
];

for (const [what, statement, says] of REFUSED) {
  test(`does not compile: ${what}`, async () => {
    assert.match(await errorsOf(statement), says);
  });
}

/** What the compiler says of an engine that plays notes and reads them in this way. */
const engineErrors = (hook: string): Promise<string> =>
  compilerErrors(`#include "engines/engine.h"
namespace ens {
struct Beep : Engine {
  static constexpr EngineInfo kInfo = {.engine_id = "beep", .slots = {}};
  Beep() : Engine(kInfo) {}
  ${hook}
  float velocity_ = 0.0f;
};
Beep beep;
}  // namespace ens
`);

test('an engine is given velocities as numbers, never as unit values', async () => {
  const takes = (type: string): string =>
    `void on_note_on(std::uint8_t, ${type} velocity) override { velocity_ = velocity; }`;
  assert.is(await engineErrors(takes('float')), '');
  assert.match(await engineErrors(takes('Unit')), /marked .override., but does not override/);
});

test.run();

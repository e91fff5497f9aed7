/** The emitted JSON Schema judged by Ajv, and Valibot in code, give one verdict on anything. */

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { modeJsonSchema, trainConfigJsonSchema } from '../../dsl/json-schema.ts';
import { ModeSchema } from '../../dsl/schema/mode.ts';
import { TrainConfigSchema } from '../../dsl/schema/train-config.ts';
import { mode, nearlyMode } from './fixtures/arbitrary.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true });
const byAjv = ajv.compile(modeJsonSchema());
const trainByAjv = ajv.compile(trainConfigJsonSchema());

test('the schema file in build is the one judged here', () => {
  for (const [name, schema] of [
    ['mode', modeJsonSchema()],
    ['train-config', trainConfigJsonSchema()],
  ] as const) {
    const file: unknown = JSON.parse(readFileSync(`build/schema/${name}.schema.json`, 'utf8'));
    assert.equal(file, JSON.parse(JSON.stringify(schema)));
  }
});

test('the schema is itself sound JSON Schema 2020-12', () => {
  assert.ok(ajv.validateSchema(modeJsonSchema()), JSON.stringify(ajv.errors));
});

test('both accept every mode that is generated sound, and Valibot gives it back unchanged', () => {
  fc.assert(
    fc.property(mode, (value) => {
      const given: unknown = JSON.parse(JSON.stringify(value));
      assert.ok(byAjv(given), JSON.stringify(byAjv.errors));
      const { success, output } = v.safeParse(ModeSchema, given);
      assert.ok(success);
      assert.equal(JSON.parse(JSON.stringify(output)), given);
    }),
    { numRuns: 300 },
  );
});

test('both give one verdict on modes with something broken, which happens often enough to tell', () => {
  let refused = 0;
  let accepted = 0;
  fc.assert(
    fc.property(nearlyMode, (value) => {
      const verdict = byAjv(value);
      assert.is(v.safeParse(ModeSchema, value).success, verdict, JSON.stringify(byAjv.errors));
      if (verdict) accepted += 1;
      else refused += 1;
    }),
    { numRuns: 3000 },
  );
  assert.ok(refused > 500 && accepted > 500, `${refused} refused, ${accepted} accepted`);
});

test('both give one verdict on anything at all', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.is(v.safeParse(ModeSchema, value).success, byAjv(value));
      assert.is(v.safeParse(TrainConfigSchema, value).success, trainByAjv(value));
    }),
  );
});

test('both give one verdict on training configurations', () => {
  const field = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, 1, 100, 1e6, '1', null));
  const config = fc.dictionary(
    fc.constantFrom('learning_rate', 'max_iterations', 'min_error', 'momentum', 'constructor'),
    field,
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(config, (value) => {
      assert.is(
        v.safeParse(TrainConfigSchema, value).success,
        trainByAjv(value),
        JSON.stringify(value),
      );
    }),
    { numRuns: 1000 },
  );
});

test.run();

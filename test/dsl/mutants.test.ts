/** The mutation run itself: it finds the rules, notices a rule nobody misses, and does not see one where all are missed. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mutants, survivors } from './mutants.ts';

const all = mutants();

test('every rule of the schema and of resolve has a mutant', () => {
  const found = all.map(({ what }) => what).join('\n');
  for (const text of [
    'v.minLength(1)',
    'v.minEntries(1)',
    'v.minValue(0)',
    'v.maxValue(1)',
    'v.integer()',
    'v.regex(',
    'v.strictObject(',
    "'sigmoid'",
    "'midi_in'",
    'channelsKnown',
    'paramIdentifiers',
    "report('E_OVERRIDE_REDUNDANT",
    "report('W_RANGE",
    "'E_FILE_NAME'",
  ]) {
    assert.ok(found.includes(text), text);
  }
  assert.ok(all.length > 140, `${all.length} mutants`);
});

test('a change that takes no rule away survives, one that does is noticed', async () => {
  const file = 'dsl/rules/params.ts';
  const source = readFileSync(file, 'utf8');
  const harmless = { file, what: 'a comment', text: `${source}// nothing\n` };
  const harmful = all.find(({ what }) => what.includes("report('E_PARAM_RANGE"));
  assert.ok(harmful);
  assert.equal(await survivors(harmful ? [harmful, harmless] : []), [harmless]);
});

test.run();

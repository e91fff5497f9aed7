/**
 * Writes test/golden/core.txt and learner.txt from the BigInt reference, after a deliberate change of the arithmetic:
 *
 *     node --import tsx test/support/write-golden.ts
 */
import { writeFileSync } from 'node:fs';
import {
  GOLDEN_CASES,
  LEARNER_CASES,
  referenceCase,
  referenceLearnerCase,
} from './reference-golden.ts';

for (const [name, lines] of [
  ['core', GOLDEN_CASES.flatMap((which) => referenceCase(which))],
  ['learner', LEARNER_CASES.flatMap(referenceLearnerCase)],
] as const) {
  writeFileSync(`test/golden/${name}.txt`, `${lines.join('\n')}\n`);
}

/**
 * Writes test/golden/core.txt, learner.txt and explore.txt from the BigInt reference, after a deliberate change of the arithmetic:
 *
 *     node --import tsx test/support/write-golden.ts
 */
import { writeFileSync } from 'node:fs';
import {
  EXPLORE_CASES,
  GOLDEN_CASES,
  LEARNER_CASES,
  referenceCase,
  referenceExploreCase,
  referenceLearnerCase,
} from './reference-golden.ts';

for (const [name, lines] of [
  ['core', GOLDEN_CASES.flatMap((which) => referenceCase(which))],
  ['learner', LEARNER_CASES.flatMap(referenceLearnerCase)],
  ['explore', EXPLORE_CASES.flatMap(referenceExploreCase)],
] as const) {
  writeFileSync(`test/golden/${name}.txt`, `${lines.join('\n')}\n`);
}

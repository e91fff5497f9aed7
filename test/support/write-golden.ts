/**
 * Writes core.txt, learner.txt and explore.txt of test/golden, or of another folder, from the BigInt reference, after a
 * deliberate change of the arithmetic:
 *
 *     node --import tsx test/support/write-golden.ts [FOLDER]
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  EXPLORE_CASES,
  GOLDEN_CASES,
  LEARNER_CASES,
  referenceCase,
  referenceExploreCase,
  referenceLearnerCase,
} from './reference-golden.ts';

const [folder = 'test/golden'] = process.argv.slice(2);
for (const [name, lines] of [
  ['core', GOLDEN_CASES.flatMap((which) => referenceCase(which))],
  ['learner', LEARNER_CASES.flatMap(referenceLearnerCase)],
  ['explore', EXPLORE_CASES.flatMap(referenceExploreCase)],
] as const) {
  writeFileSync(path.join(folder, `${name}.txt`), `${lines.join('\n')}\n`);
}

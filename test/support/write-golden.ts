/**
 * Writes test/golden/core.txt from the BigInt reference, after a deliberate change of the arithmetic:
 *
 *     node --import tsx test/support/write-golden.ts
 */
import { writeFileSync } from 'node:fs';
import { GOLDEN_CASES, referenceCase } from './reference-golden.ts';

const lines = GOLDEN_CASES.flatMap((which) => referenceCase(which));
writeFileSync('test/golden/core.txt', `${lines.join('\n')}\n`);

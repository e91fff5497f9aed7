/** Problems as documents say them: what is written down is what is sent. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { problemJson, problemsWith } from '../../src/http/problem.ts';
import { Problems } from '../../src/http/problems.ts';
import { limitsWith } from '../../src/limits.ts';
import { usernameRule } from '../../src/shared/username.ts';

const PROBLEMS = problemsWith(limitsWith());
const protocol = readFileSync('PROTOCOL.md', 'utf8');

for (const problem of PROBLEMS) {
  test(`${problem.name} is in PROTOCOL.md with its status ${problem.status}`, () => {
    const row = protocol.split('\n').find((line) => line.includes(`\`${problem.name}\``)) ?? '';
    assert.match(row, new RegExp(`\\| +${problem.status} \\|`));
  });

  test(`${problem.name} is a document of four members`, () => {
    const document = JSON.parse(problemJson(problem));
    assert.equal(Object.keys(document), ['type', 'title', 'status', 'detail']);
    assert.is(document.type, `urn:problem-type:ensemble:${problem.name}`);
    assert.match(document.detail, /\.$/);
  });
}

test('the username rule is said in the same words everywhere', () => {
  assert.is(PROBLEMS.find(({ name }) => name === 'username-invalid')?.detail, usernameRule(64));
});

test('the limits that a problem tells are those that hold', () => {
  const changed = limitsWith({
    target_bytes: 1_001,
    header_bytes: 2_002,
    header_count: 33,
    username_characters: 44,
  });
  const details = problemsWith(changed)
    .map(({ detail }) => detail)
    .join(' ');
  assert.match(details, ' limited to 1,001 bytes');
  assert.match(details, ' limited to 2,002 bytes and 33 fields');
  assert.match(details, ' 1 to 44 characters');
});

test('every problem is prepared, and nothing else is', () => {
  const problems = new Problems(limitsWith(), [], () => ({ body: '', headers: [] }));
  const exchange = { request: { rawHeaders: [] } };
  const sendUnheardOf = () => Reflect.apply(problems.send, problems, [exchange, 'unheard-of']);
  assert.throws(sendUnheardOf, (error: Error) => /no problem "unheard-of"\.$/.test(error.message));
});

test.run();

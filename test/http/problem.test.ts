/** Problems as documents say them: what is written down is what is sent. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PROBLEMS, problemJson } from '../../src/http/problem.ts';
import { Problems } from '../../src/http/problems.ts';
import { USERNAME_RULE } from '../../src/http/username.ts';
import { limitsWith } from '../../src/limits.ts';

const protocol = readFileSync('PROTOCOL.md', 'utf8');
const security = readFileSync('SECURITY.md', 'utf8');

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
  assert.is(PROBLEMS.find(({ name }) => name === 'username-invalid')?.detail, USERNAME_RULE);
});

test('the limits that a problem names are the limits', () => {
  const { target_bytes, header_bytes, header_count } = limitsWith();
  const detail = (wanted: string) => PROBLEMS.find(({ name }) => name === wanted)?.detail ?? '';
  assert.match(detail('target-too-long'), ` ${target_bytes.toLocaleString('en')} bytes`);
  assert.match(detail('headers-too-large'), ` ${header_bytes.toLocaleString('en')} bytes`);
  assert.match(detail('headers-too-large'), ` ${header_count} fields`);
});

test('SECURITY.md says of every limit what it protects', () => {
  const missing = Object.keys(limitsWith()).filter((name) => !security.includes(`\`${name}\``));
  assert.equal(missing, []);
});

test('every problem is prepared, and nothing else is', () => {
  const problems = new Problems([], () => ({ body: '', headers: [] }));
  const exchange = { request: { rawHeaders: [] } };
  const sendUnheardOf = () => Reflect.apply(problems.send, problems, [exchange, 'unheard-of']);
  assert.throws(sendUnheardOf, (error: Error) => /called "unheard-of"\.$/.test(error.message));
});

test.run();

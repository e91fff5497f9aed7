/** Says what is wrong with a request: where, what was expected, what was received. */
import type * as v from 'valibot';

/** Of what was received in a sentence. */
const MAX_QUOTED_CHARACTERS = 40;

const OF_TYPE: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  safe_integer: 'a whole number',
  regex: 'of the form that PROTOCOL.md gives',
  variant: 'the name of a request',
};

function cut(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_QUOTED_CHARACTERS) return text;
  return `${characters.slice(0, MAX_QUOTED_CHARACTERS).join('')}…`;
}

const listed = (expected: string): string =>
  expected.replace(/^\(|\)$/g, '').replaceAll(' | ', ', ');

function wanted(issue: v.BaseIssue<unknown>): string {
  const { type, expected, requirement } = issue;
  if (type === 'max_value') return `at most ${requirement}`;
  if (type === 'min_value') return `at least ${requirement}`;
  if (type === 'max_length') return `at most ${requirement} characters long`;
  if (type === 'picklist') return `one of ${listed(expected ?? '')}`;
  if (type === 'check') return issue.message;
  if (expected === 'Object') return 'an object';
  return OF_TYPE[type] ?? expected ?? 'something else';
}

/** A sentence for the first of the issues that Valibot found. */
export function requestProblem(issue: v.BaseIssue<unknown>): string {
  const path = issue.path?.map(({ key }) => String(key)).join('.');
  const where = path === undefined ? 'The request' : `"${cut(path)}"`;
  const { type, expected, received } = issue;
  if (type === 'strict_object' && expected === 'never') {
    return `${where} is not a field of this request.`;
  }
  if (received === 'undefined') return `${where} is missing.`;
  return `${where} must be ${wanted(issue)}, got ${cut(received)}.`;
}

/** What keeps a text from being JSON: where it goes wrong and what to write instead. */
import { type ParseError, printParseErrorCode } from 'jsonc-parser';
import { quote } from './wording.ts';

/** A place in a text, in UTF-16 code units, and a sentence about it. */
export interface SyntaxProblem {
  readonly offset: number;
  readonly message: string;
}

const NUMBER = 'is no number as JSON writes them, such as 12, -0.5 or 1e-3';

/** By the name jsonc-parser gives each kind of error. */
const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['PropertyNameExpected', 'expected a key in double quotes'],
  ['ValueExpected', 'expected a value'],
  ['ColonExpected', 'expected ":" between a key and its value'],
  ['CommaExpected', 'expected "," before this'],
  ['CloseBraceExpected', 'expected "}" to close the object'],
  ['CloseBracketExpected', 'expected "]" to close the array'],
  ['EndOfFileExpected', 'expected the end of the file after the mode'],
  ['InvalidCommentToken', 'JSON has no comments; use the field "_note"'],
  ['UnexpectedEndOfComment', 'JSON has no comments; use the field "_note"'],
  ['UnexpectedEndOfString', 'a text without its closing quote'],
  ['UnexpectedEndOfNumber', 'a number without its last digits'],
  ['InvalidUnicode', 'a \\u escape needs four hexadecimal digits'],
  ['InvalidEscapeCharacter', 'JSON has no such escape; write a backslash as two backslashes'],
  ['InvalidCharacter', 'a control character in a text must be written as an escape'],
]);

/** Words other languages have for the three of JSON. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['yes', 'true'],
  ['on', 'true'],
  ['false', 'false'],
  ['no', 'false'],
  ['off', 'false'],
]);

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A comma with nothing after or before it is wrong itself, not the bracket that follows. */
function commaTooMany(text: string, offset: number): SyntaxProblem | undefined {
  const before = text.slice(0, offset).trimEnd();
  if (/[[{]$/.test(before) && text[offset] === ',') {
    return { offset, message: 'a comma with nothing before it; remove it' };
  }
  if (!before.endsWith(',') || !/^[,\]}]/.test(text.slice(offset))) return undefined;
  return { offset: before.length - 1, message: 'a comma with nothing after it; remove it' };
}

/** The number a place lies in or right behind: `0x10`, `01`, `+1`, `.5`, `NaN`. */
function wrongNumber(text: string, offset: number): SyntaxProblem | undefined {
  const begun = /[\w.+-]*$/.exec(text.slice(Math.max(0, offset - 60), offset))?.[0] ?? '';
  const rest = /^[\w.+-]*/.exec(text.slice(offset, offset + 60))?.[0] ?? '';
  const word = `${begun}${rest}`;
  if (!/^[+-]?(\.?\d|Infinity$|NaN$)/i.test(word)) return undefined;
  return { offset: offset - begun.length, message: `${quote(word)} ${NUMBER}` };
}

function wrongSymbol(text: string, offset: number): string {
  const rest = text.slice(offset);
  const [first = ''] = rest;
  if (/^['`‘’“”„«»]/.test(rest)) {
    return `text goes in straight double quotes, "like this", not in ${first}`;
  }
  if (/^[^\x20-\x7e]/.test(first) && /^[\p{Z}\p{C}]/u.test(rest)) {
    return `there is an invisible character (${codePoint(rest)}) here; remove it`;
  }
  const word = /^[^\s,:{}[\]"]+/.exec(rest.slice(0, 100))?.[0] ?? first;
  if (/^\s*:/.test(rest.slice(word.length))) return `the key ${quote(word)} goes in double quotes`;
  const meant = WORDS.get(word.toLowerCase());
  if (meant !== undefined) return `${quote(word)} is not JSON; write ${meant}`;
  return `${quote(word)} is not a JSON value; text goes in double quotes`;
}

/** Says what the parser stumbled over first. */
export function syntaxProblem(text: string, { error, offset }: ParseError): SyntaxProblem {
  const name = printParseErrorCode(error);
  const comma = /^(PropertyName|Value)Expected$/.test(name) && commaTooMany(text, offset);
  if (comma) return comma;
  if (name === 'InvalidSymbol' || name === 'CommaExpected') {
    const number = wrongNumber(text, offset);
    if (number) return number;
  }
  if (name === 'InvalidSymbol') return { offset, message: wrongSymbol(text, offset) };
  return { offset, message: SENTENCES.get(name) ?? 'this is not JSON' };
}

/** Finds the first byte that is no UTF-8 in bytes that are known not to be. */
export function encodingProblem(bytes: Uint8Array): SyntaxProblem & { readonly text: string } {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { text: '', offset: 0, message: 'the file is UTF-16; save it as UTF-8' };
  }
  const again = new TextEncoder().encode(text);
  const differs = again.findIndex((byte, index) => byte !== bytes[index]);
  // A character that is cut off is held back, so that its first byte is the place.
  const sound = new TextDecoder('utf-8', { ignoreBOM: true });
  const offset = sound.decode(bytes.subarray(0, differs), { stream: true }).length;
  return { text, offset, message: 'this is not UTF-8; save the file as UTF-8' };
}

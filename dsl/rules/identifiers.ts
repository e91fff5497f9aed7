/** Names that become the same identifier in generated code. */
import { enumeratorName, voiceSpaceEnumerator } from '../identifiers.ts';
import { quote } from '../wording.ts';
import { type Rule, repeated, voiceSpaceName } from './subject.ts';

/** Calls `again` for two different names with one identifier; equal names are a rule of their own. */
function meeting(
  names: readonly (string | undefined)[],
  identifier: (name: string, index: number) => string,
  again: (sentence: string, index: number) => void,
): void {
  const identifiers = names.map((name, index) =>
    name === undefined ? undefined : identifier(name, index),
  );
  repeated(identifiers, (made, index, first) => {
    const [one = '', two = ''] = [names[first], names[index]];
    if (one === two) return;
    again(`${quote(one)} and ${quote(two)} both become ${made} in C++; rename one`, index);
  });
}

export const paramIdentifiers: Rule = ({ parts, report }) => {
  const names = parts.params.map((param) => param?.name);
  meeting(names, enumeratorName, (sentence, index) => {
    report('E_IDENTIFIER', ['params', index, 'name'], sentence);
  });
};

export const voiceSpaceIdentifiers: Rule = ({ parts, report }) => {
  const names = parts.voiceSpaces.map((space) =>
    space === undefined ? undefined : voiceSpaceName(space),
  );
  meeting(names, voiceSpaceEnumerator, (sentence, index) => {
    report('E_IDENTIFIER', ['voice_spaces', index], sentence);
  });
};

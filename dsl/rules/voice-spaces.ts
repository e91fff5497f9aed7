/** Rules of the voice spaces: named once, overrides that name a param and change its curve. */
import { instead, quote } from '../wording.ts';
import { type Rule, repeated, voiceSpaceName } from './subject.ts';

export const voiceSpacesOnce: Rule = ({ parts, report }) => {
  repeated(
    parts.voiceSpaces.map((space) => (space === undefined ? undefined : voiceSpaceName(space))),
    (name, index, first) => {
      const message = `voice space ${quote(name)} is number ${first} already; names must be unique within a mode`;
      report('E_VOICE_SPACE_DUPLICATE', ['voice_spaces', index], message);
    },
  );
};

export const overridesKnown: Rule = ({ parts, report }) => {
  // A refused param may be the one that is meant: what is missing is known when all are sound.
  if (parts.params.length === 0 || parts.params.includes(undefined)) return;
  const names = parts.params.map((param) => param?.name ?? '');
  const known = new Set(names);
  for (const [index, space] of parts.voiceSpaces.entries()) {
    if (space === undefined || typeof space === 'string') continue;
    for (const name of Object.keys(space.curve_overrides)) {
      if (known.has(name)) continue;
      const message = `this mode has no param ${quote(name)}${instead(name, names)}`;
      report(
        'E_OVERRIDE_UNKNOWN',
        ['voice_spaces', index, 'curve_overrides', name],
        message,
        'key',
      );
    }
  }
};

export const overridesDeviate: Rule = ({ parts, report }) => {
  const curves = new Map(parts.params.map((param) => [param?.name, param?.curve]));
  for (const [index, space] of parts.voiceSpaces.entries()) {
    if (space === undefined || typeof space === 'string') continue;
    for (const [name, curve] of Object.entries(space.curve_overrides)) {
      if (curves.get(name) !== curve) continue;
      const message = `curve override equals the default curve ${quote(curve)}; remove it`;
      report('E_OVERRIDE_REDUNDANT', ['voice_spaces', index, 'curve_overrides', name], message);
    }
  }
};

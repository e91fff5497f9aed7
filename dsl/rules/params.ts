/** Rules of the params: named once, a range that rises, a default inside it. */
import { quote } from '../wording.ts';
import { type Rule, repeated } from './subject.ts';

export const paramsOnce: Rule = ({ parts, report }) => {
  repeated(
    parts.params.map((param) => param?.name),
    (name, index, first) => {
      const message = `param ${quote(name)} is params[${first}] already; names must be unique within a mode`;
      report('E_PARAM_DUPLICATE', ['params', index, 'name'], message);
    },
  );
};

export const rangeRises: Rule = ({ parts, report }) => {
  for (const [index, param] of parts.params.entries()) {
    if (!param || param.min < param.max) continue;
    const message = `expected min below max; received min ${param.min} and max ${param.max}`;
    report('E_PARAM_RANGE', ['params', index, 'min'], message);
  }
};

export const defaultInside: Rule = ({ parts, report }) => {
  for (const [index, param] of parts.params.entries()) {
    // A range that does not rise has been reported; no default could lie inside it.
    if (!param || !(param.min < param.max)) continue;
    if (param.min <= param.default && param.default <= param.max) continue;
    const message = `expected a default from ${param.min} to ${param.max}; received ${param.default}`;
    report('E_PARAM_DEFAULT', ['params', index, 'default'], message);
  }
};

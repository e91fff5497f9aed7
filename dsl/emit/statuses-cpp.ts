/** What the statuses of the C ABI mean, for hosts that tell people. */
import { CONTRACT } from '../contract/contract.ts';
import { cppString } from './literals.ts';
import { cppMark } from './mark.ts';

/** Gives build/cpp/statuses.h. */
export function cppStatuses(): string {
  const cases = CONTRACT.statuses
    .filter(({ from }) => from !== 'wire')
    .map(({ code, message }) => `    case ${code}:\n      return ${cppString(message)};\n`);
  return `${cppMark('dsl/contract/')}#pragma once

namespace ens {

// The meaning of a status of the C ABI, without capital and full stop.
constexpr const char* message_of(int status) {
  switch (status) {
${cases.join('')}  }
  return "unknown status";
}

}  // namespace ens
`;
}

/**
 * The one contract between the compiled instrument and all that call it: browsers, boards, plugin hosts and
 * tools. The generator writes it to build/cpp/contract.h, build/ts/contract.ts, the marked sections of
 * firmware/abi and the tables of PROTOCOL.md.
 */
import * as v from 'valibot';
import { CONSTANTS } from './constants.ts';
import { ENUMS } from './enums.ts';
import { type Contract, ContractSchema } from './schema.ts';
import { STATUSES } from './statuses.ts';
import { STRUCTS } from './structs.ts';
import { EVENTS, FRAME, REQUESTS } from './wire.ts';

export const CONTRACT: Contract = v.parse(ContractSchema, {
  statuses: STATUSES,
  constants: CONSTANTS,
  enums: ENUMS,
  structs: STRUCTS,
  frame: FRAME,
  requests: REQUESTS,
  events: EVENTS,
});

/**
 * What an instruction costs on the RP2350's Cortex-M33, as an estimate, in quarters of a cycle.
 *
 * Sources: RP2350 datasheet, section 3.7.4.9 (instruction timings measured by Raspberry Pi, with code
 * and data in SRAM) and 2.1 (bus fabric); Arm Cortex-M33 Technical Reference Manual (100230), A1.4:
 * Arm publishes no table of cycles. Rules, the slower one where the sources leave a choice:
 *
 * - One cycle, also for an IT and for what it skips; pairs of 16-bit instructions gain nothing.
 * - One more when the next instruction uses the result of a load, a multiply, a shifted operand or
 *   anything of the FPU, comparisons included.
 * - VDIV and VSQRT 14, VMLA and VFMA 3, SDIV and UDIV 12, whatever the operands.
 * - A cycle for each register that is loaded or stored.
 * - A taken branch 2 more, and 1 more if a 32-bit instruction there crosses a word.
 * - Code and data in RAM share four banks at a time. The processor fetches and loads over two ports, so
 *   one access in four meets a fetch in its own bank and waits a cycle. The other core does not slow
 *   this one down: the audio core has priority (board/rp2350/main.cc).
 */

export const QUARTERS = 4;
const DIVIDE = 14;
const MULTIPLY_ADD = 3;
const WHOLE_DIVIDE = 12;
const TAKEN = 2;

export interface Instruction {
  readonly address: number;
  /** 2 or 4 bytes. */
  readonly size: number;
  readonly name: string;
  readonly operands: string;
}

export interface Cost {
  readonly cost: number;
  /** What a branch to it costs more. */
  readonly asTarget: number;
}

/** The instructions in what `objdump -d` prints. */
export function disassembly(listing: string): Instruction[] {
  return [...listing.matchAll(/^\s*([0-9a-f]+):\t([0-9a-f ]+?)\s*\t(\S+)(?:\t([^@;\n<]*))?/gm)].map(
    ([, address = '', bytes = '', name = '', operands = '']) => ({
      address: Number.parseInt(address, 16),
      size: bytes.replaceAll(' ', '').length / 2,
      name: name.replace(/\.[nw]$/, ''),
      operands: operands.trim(),
    }),
  );
}

const CONDITION = '(?:eq|ne|cs|cc|hs|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?';
const is = (names: string) => new RegExp(`^(?:${names})${CONDITION}(?:\\.\\w+)*$`);
const DIVIDES = is('vdiv|vsqrt');
const MULTIPLY_ADDS = is('vn?ml[as]|vfn?m[as]');
const WHOLE_DIVIDES = is('[su]div');
const LOADS = is('ldr(?:s?[bh]|d|ex[bhd]?)?t?|vldr|ldm(?:ia|db)?|vldm(?:ia|db)?|pop|vpop');
const STORES = is('str(?:[bh]|d|ex[bhd]?)?t?|vstr|stm(?:ia|db)?|vstm(?:ia|db)?|push|vpush');
const MULTIPLIES = is('mul|mla|mls|[su]mull|[su]mlal|smm?l?[a-z0-9]*|umaal|muls');
const FPU = is('v[a-z0-9]+');
const COMPARES = is('cmp|cmn|tst|teq|vcmpe?');
const ACCUMULATES = is('vn?ml[as]|vfn?m[as]|movt|bfi|[su]mlal');

/** Registers named in a list such as {r4-r6, lr}, or by one operand. */
function registersIn(text: string): string[] {
  const expand = (all: string, kind: string, from: string, to: string) =>
    Array.from(
      { length: Number(to) - Number(from) + 1 },
      (_, i) => `${kind}${Number(from) + i}`,
    ).join(', ') || all;
  const names = text
    .replace(/\b([rsd])(\d+)\s*-\s*[rsd](\d+)/g, expand)
    .match(/\b(?:[rsd]\d+|sp|lr|pc|ip|fp|sl|sb|APSR_nzcv|fpscr)\b/g);
  return names ?? [];
}

const isAccess = ({ name }: Instruction): boolean => LOADS.test(name) || STORES.test(name);

/** Registers that are loaded or stored. */
function accesses(of: Instruction): number {
  const list = /\{([^}]*)\}/.exec(of.operands)?.[1];
  if (list !== undefined) return registersIn(list).length * (list.includes('d') ? 2 : 1);
  return /^(?:ldrd|strd)/.test(of.name) ||
    (/^v(?:ldr|str)\b.*/.test(of.name) && /^d\d/.test(of.operands))
    ? 2
    : 1;
}

/** The register whose value comes a cycle late. */
function lateResult(of: Instruction): string | undefined {
  const first = registersIn(of.operands.split('[')[0] ?? '');
  if (STORES.test(of.name)) return undefined;
  if (/^vcmp/.test(of.name)) return 'fpscr';
  if (LOADS.test(of.name)) {
    const list = /\{([^}]*)\}/.exec(of.operands)?.[1];
    return list === undefined ? first.at(-1) : registersIn(list).at(-1);
  }
  if (FPU.test(of.name) || MULTIPLIES.test(of.name)) return first[0];
  const shift = /\b(lsl|lsr|asr|ror|rrx)\b\s*#?(\d*)/.exec(of.operands);
  const isSlow = shift !== null && !(shift[1] === 'lsl' && Number(shift[2]) <= 3);
  return isSlow ? first[0] : undefined;
}

function uses(of: Instruction, register: string): boolean {
  const writesFirst =
    !STORES.test(of.name) && !COMPARES.test(of.name) && !ACCUMULATES.test(of.name);
  const operands = of.operands.replace(/\{([^}]*)\}/, STORES.test(of.name) ? '$1' : '');
  const [first = '', ...others] = operands.split(/,\s*(?![^[]*\])/);
  const two =
    first !== '' &&
    others.length === 1 &&
    !/^(?:v|mov|ldr|str|sxt|uxt|rev|clz|neg|mvn)/.test(of.name);
  const sources = writesFirst && !two ? others.join(', ') : operands;
  return registersIn(sources).includes(register);
}

function cycles(of: Instruction): number {
  if (DIVIDES.test(of.name)) return DIVIDE;
  if (MULTIPLY_ADDS.test(of.name)) return MULTIPLY_ADD;
  if (WHOLE_DIVIDES.test(of.name)) return WHOLE_DIVIDE;
  return isAccess(of) ? accesses(of) : 1;
}

/** The cost of each instruction; `program` in the order of addresses. */
export function costs(program: readonly Instruction[]): Cost[] {
  return program.map((of, index) => {
    const next = program[index + 1];
    const late = lateResult(of);
    const waits = late !== undefined && next !== undefined && uses(next, late) ? 1 : 0;
    const bus = isAccess(of) ? accesses(of) : 0;
    const crosses = of.size === 4 && of.address % 4 !== 0 ? 1 : 0;
    return {
      cost: QUARTERS * (cycles(of) + waits) + bus,
      asTarget: QUARTERS * (TAKEN + crosses),
    };
  });
}

/** The model of the processor, and what every tick of audio costs by it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { costs, disassembly, QUARTERS } from '../support/cycles/model.ts';
import { TICK_CYCLES, tickCosts } from '../support/cycles/ticks.ts';

/** Of a tick, what may be used. */
const SHARE = 0.8;

const cases: readonly (readonly [name: string, operands: string, next: string, cycles: number])[] =
  [
    ['add', 'r0, r1, r2', 'add r3, r0, r0', 1],
    ['add.w', 'r0, r1, r2, lsl #3', 'add r3, r0, r0', 1],
    ['add.w', 'r0, r1, r2, lsr #5', 'add r3, r0, r0', 2],
    ['ldr', 'r0, [r1, #4]', 'add r3, r4, r4', 1.25],
    ['ldr', 'r0, [r1, #4]', 'add r3, r0, r4', 2.25],
    ['ldr', 'r0, [r1, #4]', 'str r0, [r2]', 2.25],
    ['ldmia.w', 'r0, {r4, r5, r6}', 'add r3, r6, r4', 4.75],
    ['vldmia', 'r0!, {s4-s7}', 'mov r3, r6', 5],
    ['push', '{r4-r7, lr}', 'mov r3, r6', 6.25],
    ['strd', 'r0, r1, [r2]', 'mov r3, r6', 2.5],
    ['vmul.f32', 's0, s1, s2', 'vadd.f32 s3, s4, s5', 1],
    ['vmul.f32', 's0, s1, s2', 'vadd.f32 s3, s4, s0', 2],
    ['vmla.f32', 's0, s1, s2', 'vadd.f32 s3, s4, s5', 3],
    ['vdiv.f32', 's0, s1, s2', 'vadd.f32 s3, s4, s5', 14],
    ['vsqrt.f32', 's0, s1', 'vadd.f32 s3, s4, s5', 14],
    ['udiv', 'r0, r1, r2', 'mov r3, r4', 12],
    ['vcmpe.f32', 's0, s1', 'vmrs APSR_nzcv, fpscr', 2],
  ];

test('an instruction costs what its sources say, in cycles', () => {
  for (const [name, operands, next, cycles] of cases) {
    const [after = '', ...rest] = next.split(' ');
    const listing = ` 100:\tee67 7a86 \t${name}\t${operands}\n 104:\tee67 7a86 \t${after}\t${rest.join(' ')}\n`;
    const [first] = costs(disassembly(listing));
    assert.is((first?.cost ?? 0) / QUARTERS, cycles, `${name} ${operands} before ${next}`);
  }
});

test('a taken branch costs two cycles, and three to an instruction that crosses a word', () => {
  const program = disassembly(
    ' 100:\tbd10 \tpop\t{r4, pc}\n 102:\tee67 7a86 \tvmul.f32\ts0, s1, s2\n 106:\tbf00 \tnop\n',
  );
  assert.equal(
    costs(program).map(({ asTarget }) => asTarget / QUARTERS),
    [2, 3, 2],
  );
});

test('every tick of every mode leaves a fifth of its time, a first tick and a change of voice space too', async () => {
  const rows = await tickCosts();
  const spaces = MODES.reduce((sum, mode) => sum + mode.voiceSpaces.length, 0);
  assert.is(rows.filter(({ playing }) => playing === 'play').length, spaces);
  const most = new Map<string, number>();
  for (const { mode, playing, worst } of rows) {
    const name = `${mode} ${playing}`;
    most.set(name, Math.max(worst, most.get(name) ?? 0));
  }
  for (const [name, worst] of most) {
    console.log(
      `${name} ${Math.round(worst)} cycles, ${((100 * worst) / TICK_CYCLES).toFixed(1)} %`,
    );
  }
  for (const [name, worst] of most) {
    assert.ok(worst > 10_000 && worst < SHARE * TICK_CYCLES, `${name}: ${worst} cycles`);
  }
});

test.run();

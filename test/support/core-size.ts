/** Bytes of code and of tables in a program that is the learning core and nothing else, on a Cortex-M33 with -O3. */
import { Device } from './qemu.ts';

export interface CoreSize {
  readonly code: number;
  readonly tables: number;
}

/** At most. */
export const PROMISED_SIZE: CoreSize = { code: 6_144, tables: 4_096 };

export async function coreSize(): Promise<CoreSize> {
  const device = await Device.compile({ sources: ['test/bench/core/size.cc'] });
  try {
    const symbols = device.symbols();
    const own = symbols.filter(({ name }) => name.includes('ens::') || name === 'main');
    const sum = (kinds: RegExp): number =>
      own.filter(({ kind }) => kinds.test(kind)).reduce((total, { size }) => total + size, 0);
    // Constants are weak objects: `V`; read-only data of its own is `r`.
    return { code: sum(/[tTwW]/), tables: sum(/[rRvV]/) };
  } finally {
    device.remove();
  }
}

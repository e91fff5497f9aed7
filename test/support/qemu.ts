/**
 * Compiles C++ for the emulated board (MPS2 AN505, Cortex-M33 with FPU and DSP) and runs it in QEMU,
 * where every instruction takes the same virtual time, so that counts are exact and repeatable.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Debian's compiler for boards. */
export const COMPILER = 'arm-none-eabi-gcc';
const EMULATOR = 'qemu-system-arm';
const OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024;

/** QEMU's arguments for the board, without wires. */
export const EMULATED_BOARD: readonly string[] = [
  ...['-M', 'mps2-an505', '-cpu', 'cortex-m33'],
  ...['-semihosting-config', 'enable=on,target=native'],
  ...['-nographic', '-monitor', 'none', '-serial', 'none'],
];

/** How every program of the emulated board is compiled. */
export const DEVICE_FLAGS: readonly string[] = [
  '-std=c++20',
  '-O3',
  '-mcpu=cortex-m33',
  '-mthumb',
  '-mfloat-abi=softfp',
  '-mfpu=fpv5-sp-d16',
  '-ffp-contract=off',
  '-fno-exceptions',
  '-fno-rtti',
  '-fno-threadsafe-statics',
  '-ffunction-sections',
  '-fdata-sections',
  '-Wall',
  '-Wextra',
  '-Wpedantic',
  '-Wconversion',
  '-Werror',
  '-Werror=frame-larger-than=2048',
];

const LINK_FLAGS: readonly string[] = [
  '-nostartfiles',
  '--specs=nosys.specs',
  '-Wl,--gc-sections',
  '-Wl,--no-warn-rwx-segments',
  '-Tfirmware/board/mps2/link.ld',
];

export interface DeviceProgram {
  /** C++ sources beside the start-up code, as paths from the repository. */
  readonly sources: readonly string[];
  /** Compiler flags after DEVICE_FLAGS. */
  readonly flags?: readonly string[];
  /** Flags of single sources, after these. */
  readonly flagsOf?: ReadonlyMap<string, readonly string[]>;
}

export interface DeviceRun {
  readonly code: number;
  /** What the program printed by semihosting. */
  readonly output: string;
}

/** What the machine lacks to run device tests, as one line that says what to install; or nothing. */
export function missingTools(): string | undefined {
  for (const [tool, packages] of [
    [COMPILER, 'gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-dev'],
    [EMULATOR, 'qemu-system-arm'],
  ] as const) {
    try {
      execFileSync(tool, ['--version'], { stdio: 'ignore' });
    } catch {
      return `${tool} is missing: apt-get install ${packages}`;
    }
  }
  return undefined;
}

const folderOf = ({ file }: { readonly file: string }): string => path.dirname(file);

/** A compiled device program; `remove()` deletes it. */
export class Device {
  readonly #folder: string;
  readonly file: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.file = path.join(folder, 'program.elf');
  }

  /** Compiles and links, or throws an Error that carries what the compiler said. */
  static async compile(program: DeviceProgram): Promise<Device> {
    mkdirSync('out/device', { recursive: true });
    const device = new Device(mkdtempSync('out/device/'));
    const flags = [
      ...DEVICE_FLAGS,
      '-Ifirmware',
      '-Ibuild/cpp',
      '-Itest',
      ...(program.flags ?? []),
    ];
    const options = { maxBuffer: OUTPUT_LIMIT_BYTES };
    const inputs = program.sources.map((source) => {
      const own = program.flagsOf?.get(source);
      const object = path.join(folderOf(device), source.replaceAll('/', '_').replace(/cc$/, 'o'));
      return { source, own, input: own === undefined ? source : object };
    });
    try {
      for (const { source, own, input } of inputs) {
        if (own === undefined) continue;
        await execute(COMPILER, [...flags, ...own, '-c', source, '-o', input], options);
      }
      const all = ['firmware/board/mps2/startup.cc', ...inputs.map(({ input }) => input)];
      const args = [...flags, ...LINK_FLAGS, ...all, '-lm', '-o', device.file];
      await execute(COMPILER, args, options);
    } catch (error) {
      device.remove();
      throw error;
    }
    return device;
  }

  /** Runs to the end; `seconds` bounds a program that hangs (exit code 128 then). */
  run(seconds = 120): Promise<DeviceRun> {
    return this.#run([...EMULATED_BOARD, '-icount', 'shift=7'], seconds);
  }

  /** The same on a board with two Cortex-M33; the program's command line ends with `word`. */
  runOnTwoCores(word: string, seconds = 120): Promise<DeviceRun> {
    const line = `enable=on,target=native,arg=device,arg=${word}`;
    const quiet = ['-nographic', '-monitor', 'none', '-serial', 'none'];
    const units = ['FPU', 'DSP'].flatMap((unit) => ['-global', `sse-200.CPU0_${unit}=on`]);
    const board = ['-M', 'mps2-an521', ...units, '-semihosting-config', line, ...quiet];
    return this.#run([...board, '-icount', 'shift=6'], seconds);
  }

  #run(board: readonly string[], seconds: number): Promise<DeviceRun> {
    const args = [...board, '-kernel', this.file];
    const options = { maxBuffer: OUTPUT_LIMIT_BYTES, timeout: seconds * 1000 };
    return new Promise((resolve) => {
      execFile(EMULATOR, args, options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 128;
        resolve({ code, output: stdout + stderr });
      });
    });
  }

  /** Bytes of code, constants and initial values. */
  flashBytes(): number {
    const said = execFileSync('arm-none-eabi-size', ['-B', this.file], { encoding: 'utf8' });
    const found = /^\s*(\d+)\s+(\d+)\s/m.exec(said.slice(said.indexOf('\n')));
    if (!found) throw new Error(`not what arm-none-eabi-size prints: ${said}`);
    return Number(found[1]) + Number(found[2]);
  }

  /** Functions and objects with their size in bytes, names as in C++. */
  symbols(): readonly { readonly name: string; readonly size: number; readonly kind: string }[] {
    const listing = execFileSync('arm-none-eabi-nm', ['-S', '-C', '--size-sort', this.file], {
      encoding: 'utf8',
    });
    return [...listing.matchAll(/^[0-9a-f]+ ([0-9a-f]+) (\w) (.+)$/gm)].map((found) => ({
      name: found[3] ?? '',
      size: Number.parseInt(found[1] ?? '0', 16),
      kind: found[2] ?? '',
    }));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** What a board's image takes of the RP2350's RAM, found without the Pico SDK: linked into the same memory. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { BOARD_BUILD, FIRMWARE_SOURCES, imageFlags, type Mode } from './emulator.ts';
import { COMPILER, DEVICE_FLAGS } from './qemu.ts';

const execute = promisify(execFile);
const MAIN = 'firmware/board/mps2/main.cc';
/** The tables of modes come first: the linker keeps the first definition of a constant, and these stay in flash. */
const SOURCES: readonly string[] = [
  'firmware/board/rp2350/mode_tables.cc',
  'test/device/board_image_main.cc',
  'firmware/board/rp2350/modes.cc',
  ...FIRMWARE_SOURCES.filter((source) => source !== MAIN),
];

/** The objects of a board's image of some modes; `remove()` deletes them. */
export class BoardImage {
  readonly #folder: string;
  readonly #objects: string[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Compiles them as CMake does, or throws an Error that carries what the compiler said. */
  static async compile(modes: readonly Mode[]): Promise<BoardImage> {
    mkdirSync('out/device', { recursive: true });
    const image = new BoardImage(mkdtempSync('out/device/'));
    const include = ['-Ifirmware', '-Ibuild/cpp', ...imageFlags(modes)];
    try {
      for (const source of SOURCES) {
        const object = path.join(image.#folder, source.replaceAll('/', '_').replace(/cc$/, 'o'));
        const own = source.endsWith('/modes.cc')
          ? ['-Os']
          : (BOARD_BUILD.flagsOf.get(source) ?? []);
        const flags = [...DEVICE_FLAGS, ...BOARD_BUILD.flags, ...own, ...include];
        await execute(COMPILER, [...flags, '-c', source, '-o', object]);
        image.#objects.push(object);
      }
    } catch (error) {
      image.remove();
      throw error;
    }
    return image;
  }

  /** Bytes of RAM that stay free where the SDK takes `sdkBytes`; an Error of the linker where they do not fit. */
  async link(sdkBytes: number): Promise<number> {
    const file = path.join(this.#folder, 'image.elf');
    const options = ['-nostartfiles', '--specs=nosys.specs', '-Wl,--gc-sections'];
    const link = [...options, '-Wl,--no-warn-rwx-segments', '-Ttest/device/rp2350.ld'];
    const script = [...link, `-Wl,--defsym=ens_sdk_bytes=${sdkBytes}`];
    await execute(COMPILER, [...DEVICE_FLAGS, ...script, ...this.#objects, '-lm', '-o', file]);
    const symbols = execFileSync('arm-none-eabi-nm', [file], { encoding: 'utf8' });
    const free = /^([0-9a-f]+) \w ens_free_bytes$/m.exec(symbols)?.[1];
    if (free === undefined) throw new Error('the image says nothing of its free RAM');
    return Number.parseInt(free, 16);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

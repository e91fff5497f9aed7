/** Commands of the project as people run them. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs `npm run COMMAND -- ...` and gives its exit code and all that it said. */
export async function npmRun(
  command: string,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly said: string }> {
  const script = ['--import', 'tsx', `scripts/${command}.ts`, ...args];
  try {
    const { stdout, stderr } = await execute(process.execPath, script, { timeout: 120_000 });
    return { code: 0, said: `${stdout}${stderr}` };
  } catch (error) {
    const told = (stream: string) => String(Reflect.get(Object(error), stream));
    return {
      code: Number(Reflect.get(Object(error), 'code')),
      said: told('stdout') + told('stderr'),
    };
  }
}

/** Builds the firmware of the emulated board. @returns the program's file */
export async function buildFirmware(
  out: string,
  generated = path.resolve('build/cpp'),
): Promise<string> {
  const preset = ['--preset', 'mps2', '-B', out, `-DENS_GENERATED=${generated}`];
  await execute('cmake', preset, { cwd: 'firmware' });
  await execute('cmake', ['--build', out, '--parallel', '2'], { maxBuffer: 64 * 1024 * 1024 });
  return path.join(out, 'device.elf');
}

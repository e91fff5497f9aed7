/**
 * The mode language, timed in a process of its own: `ours.ts COUNT [cold]`.
 *
 * Warm, 300 other modes go first and only the work counts; cold, loading our modules counts too. COUNT 0
 * is the types alone.
 */
const [count = '1', state = 'warm'] = process.argv.slice(2);
const modes = Number(count);

/** Processor time of all threads so far, collector included: steadier than the clock on a busy machine. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

let started = cpuMs();

const { emitFiles } = await import('../../../dsl/emit/files.ts');
const { resolveModes } = await import('../../../dsl/resolve.ts');
const { modeValidator } = await import('../../../dsl/validate.ts');
const { SYNTHETIC, syntheticMode } = await import('./synthetic.ts');

const validate = modeValidator();

function work(seed: number, many: number): number {
  const sources = Array.from({ length: many }, (_, index) => syntheticMode(seed, index));
  if (state === 'warm') started = cpuMs();
  const { modes: resolved, diagnostics } = resolveModes(sources, SYNTHETIC, validate);
  if (resolved.length !== many) throw new Error(`not sound: ${JSON.stringify(diagnostics[0])}`);
  let bytes = 0;
  for (const [, text] of emitFiles(resolved)) bytes += text.length;
  return bytes;
}

if (state === 'warm') work(1, 300);
const bytes = work(2, modes);
const ms = cpuMs() - started;
console.log(JSON.stringify({ ms, peakMb: process.resourceUsage().maxRSS / 1024, bytes }));

export {};

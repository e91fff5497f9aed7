/**
 * Feeds a target inputs until time is up: those that are kept first, then mutations of all that brought a new verdict.
 * The order follows from the seed; time only says how far it gets.
 */
import { randomOf } from './random.ts';
import { LIMIT_MS, type Target } from './target.ts';

/** Inputs to mutate: more would only be slower. */
const MAX_POOL = 2_000;
/** Inputs that already made the code compile itself and fill its caches. */
const WARM_UP_SHARE = 0.3;
/**
 * What memory may grow by after that: garbage collection is never exact, sockets return theirs late, and LMDB keeps
 * 17 MB from the first store that is opened (200 further imports left 1 MB).
 */
const GROWTH_BYTES = 50_331_648;
/** The limits hold for a quiet desk; a shared machine is up to this much slower. What has no end is far beyond. */
const SLOWER = 5;
/** Tries of an input that took too long: another process may have had the processor. */
const TRIES = 4;

export interface Plan {
  readonly seed: number;
  readonly seconds: number;
  /** Inputs kept from before. */
  readonly corpus: readonly Uint8Array[];
  /** Called with each input before it runs. */
  readonly starting: (input: Uint8Array) => void;
  /** Collects garbage. */
  readonly collect: () => void;
}

export interface Outcome {
  readonly inputs: number;
  readonly verdicts: number;
  /** Longest that one input kept the processor busy. */
  readonly longestMs: number;
  readonly failure?: { readonly message: string; readonly input: Uint8Array };
}

/** Runs one input. @returns its verdict and the ms it took; throws what the target throws, and for one too slow */
export async function runOne(
  target: Target,
  input: Uint8Array,
): Promise<{ verdict: string; ms: number }> {
  const limit = SLOWER * (target.limitMs ?? LIMIT_MS);
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries++) {
    const before = performance.now();
    const cpu = process.cpuUsage();
    const verdict = await target.run(input);
    const used = process.cpuUsage(cpu);
    least = Math.min(least, performance.now() - before, (used.user + used.system) / 1000);
    if (least <= limit) return { verdict, ms: least };
  }
  throw new RangeError(`took ${Math.round(least)} ms, and may take ${limit} ms`);
}

const sentence = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Runs the target for `seconds`. */
export async function fuzz(target: Target, plan: Plan): Promise<Outcome> {
  const random = randomOf(plan.seed);
  const pool: Uint8Array[] = [];
  const heard = new Set<string>();
  let inputs = 0;
  let longestMs = 0;
  const take = async (input: Uint8Array): Promise<Outcome | undefined> => {
    plan.starting(input);
    inputs += 1;
    try {
      const { verdict, ms } = await runOne(target, input);
      longestMs = Math.max(longestMs, ms);
      if (!heard.has(verdict) && pool.length < MAX_POOL) pool.push(input);
      heard.add(verdict);
      return undefined;
    } catch (error) {
      const failure = { message: sentence(error), input };
      return { inputs, verdicts: heard.size, longestMs, failure };
    }
  };
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000 / plan.seconds;
  for (const input of [...plan.corpus, ...target.seeds]) {
    const failed = await take(input);
    if (failed !== undefined) return failed;
    pool.push(input);
  }
  let settled: number | undefined;
  let last: Uint8Array = new Uint8Array();
  while (elapsed() < 1) {
    const other = pool[random(pool.length)] ?? last;
    last = pool[random(pool.length)] ?? last;
    for (let changes = 1 + random(random(3) === 0 ? 6 : 2); changes > 0; changes--) {
      last = target.mutate(last, random, other);
    }
    const failed = await take(last);
    if (failed !== undefined) return failed;
    if (settled === undefined && elapsed() > WARM_UP_SHARE) settled = await memory(plan.collect);
  }
  const grown = (await memory(plan.collect)) - (settled ?? Number.POSITIVE_INFINITY);
  const result = { inputs, verdicts: heard.size, longestMs };
  if (grown <= GROWTH_BYTES) return result;
  const message = `memory grew by ${grown} bytes; the last input is here, and any of them may be the cause`;
  return { ...result, failure: { message, input: last } };
}

/** Bytes in use. Threads of their own free buffers, some time after a collection: the least of a few looks counts. */
async function memory(collect: () => void): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let looks = 0; looks < 5; looks += 1) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    least = Math.min(least, heapUsed + arrayBuffers);
  }
  return least;
}

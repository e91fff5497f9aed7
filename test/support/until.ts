/** How long a state may take to come on the slowest machine that runs the tests. */
const TIMEOUT_MS = 60_000;
const MAX_PAUSE_MS = 50;

/**
 * Waits until a state holds, looking less and less often. An error of `holds` means that it does not hold yet:
 * pages load again.
 *
 * @param what the state that is waited for, for the error
 * @throws Error that names it, with the last error, when it does not hold in time
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: () => string = () => String(holds),
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  let cause: unknown;
  for (let pause = 2; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    try {
      if (await holds()) return;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > end) throw new Error(`timed out waiting for ${what()}`, { cause });
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

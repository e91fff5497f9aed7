/** Whether something that has its pace waits, without a look at the clock. */

/** Everything that waits for nothing but promises is done; no timer has run. */
export const promises = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/** Whether the next one begins before any timer. */
export async function beginsAtOnce(pace: { next(): Promise<void> }): Promise<boolean> {
  let begun = false;
  const next = pace.next().then(() => {
    begun = true;
  });
  await promises();
  const before = begun;
  await next;
  return before;
}

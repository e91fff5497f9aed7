/** What a generator that pauses often returns in the end, for callers that can wait. */
export function toTheEnd<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** What the ES module's errors say to developers. */

export const MODULE_TEXT = {
  unknown: (what: string, name: string, known: readonly string[]) =>
    `Unknown ${what} “${name}”. Available: ${known.join(', ')}.`,
  outOfRange: (name: string, value: number) => `“${name}” must be between 0 and 1, got ${value}.`,
  notMidiByte: (byte: number) => `A key or velocity must be 0 to 127, got ${byte}.`,
  notMidi: (bytes: readonly number[]) => `Not a MIDI channel message: ${bytes.join(' ')}.`,
} as const;

/** What an error says to a person. */
export function errorSentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

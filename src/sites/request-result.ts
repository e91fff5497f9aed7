/** What a request of an editor is answered with. */

export interface RequestResult {
  readonly ok: boolean;
  readonly value: unknown;
  readonly bytes?: Uint8Array;
}

export const accept = (value: unknown, bytes?: Uint8Array): RequestResult => ({
  ok: true,
  value,
  ...(bytes !== undefined && { bytes }),
});

/** @param code stable, for programs; the message is for people */
export const reject = (code: string, message: string): RequestResult => ({
  ok: false,
  value: { code, message },
});

export const NO_SITE = reject('site', 'This site does not exist yet. Its first edit creates it.');
export const NOT_FRESH = reject('verify', 'Confirm that it is you with your passkey first.');

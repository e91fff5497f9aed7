/** Params that are pitches, which snap to the scale a player chooses. */

/** Whether an instrument with these params has a pitch, so that a scale changes what it plays. */
export const hasPitches = (params: readonly { readonly isPitch?: true | undefined }[]): boolean =>
  params.some(({ isPitch }) => isPitch);

/** Params that set how loud an instrument is: a player's choice, which a random sound leaves alone. */

const LEVEL_PARAMS: ReadonlySet<string> = new Set(['level_db', 'output_db']);

/** Whether a param is the level of the whole sound. */
export const setsLevel = (param: string): boolean => LEVEL_PARAMS.has(param);

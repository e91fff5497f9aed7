/** What addresses of a PostgreSQL database look like. */

export const isDatabaseUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);

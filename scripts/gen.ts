/** Generates build/ from modes/: `npm run gen`; `npm run gen -- --check` only compares. */
import { setFlagsFromString } from 'node:v8';
import { command } from './generate/command.ts';

// Code that runs this short is not worth optimizing, which took a fifth of the processor time. V8 ignores unknown flags.
setFlagsFromString('--no-opt');

function interrupted(): AbortSignal {
  const end = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort());
  return end.signal;
}

process.exitCode = await command(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  warn: (text) => console.error(text),
  colour: process.stdout.isTTY === true && !process.env['NO_COLOR'],
  interrupted,
});

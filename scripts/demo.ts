/** `npm run demo` runs a tour of the platform in a browser and saves screenshots. */
import { runDemo } from './demo/command.ts';

process.exitCode = await runDemo(process.argv.slice(2), {
  print: (line) => console.log(line),
  warn: (line) => console.error(line),
});

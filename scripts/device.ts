/** Talks to a board, real or emulated: `npm run device -- [--port P] COMMAND …`. */
import { runCommand } from './command-line.ts';
import { talkToDevice, USAGE } from './device/talk.ts';

await runCommand(USAGE, (args) =>
  talkToDevice(args, {
    print: (line) => console.log(line),
    report: (line) => console.error(line),
  }),
);

/** `npm run gallery` draws a picture of every mode into build/gallery; `--check` only compares. */
import { runCommand } from './command-line.ts';
import { runGallery, USAGE } from './render/gallery.ts';

await runCommand(USAGE, (args) => runGallery(args, console.log));

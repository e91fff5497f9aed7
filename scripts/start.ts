/** Builds what is missing, then serves: `npm start`. */
import { bundle } from './bundle.ts';
import { Progress, screenOf } from './progress.ts';

// On stderr: stdout carries the log, which other programs read.
const progress = new Progress(screenOf(process.stderr));
await bundle({ step: (name) => progress.step(name) });
progress.end();
process.argv.push('--welcome');
await import(new URL('../dist/server.js', import.meta.url).href);

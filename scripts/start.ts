/** Builds what is missing, then serves: `npm start`. */
import { bundle } from './bundle.ts';

await bundle();
process.argv.push('--welcome');
await import(new URL('../dist/server.js', import.meta.url).href);

/** Bundles the server and the browser code into dist/: `npm run build`. */
import { bundle } from './bundle.ts';

await bundle();

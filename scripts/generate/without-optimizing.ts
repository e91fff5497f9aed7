/**
 * Imported first by commands that end within a second: code that runs this short is not worth optimizing, which takes a
 * fifth of their processor time. V8 ignores a flag that it does not know.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--no-opt');
setFlagsFromString('--max-lazy');

/** Builds what is missing, then serves: `npm start`. */
await import('./build.ts');
await import(new URL('../dist/server.js', import.meta.url).href);

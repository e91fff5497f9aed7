/** Starts threads and child processes from the file beside this one: its source, or its bundle in dist/. */
import { Worker } from 'node:worker_threads';

const FROM_SOURCE = import.meta.url.endsWith('.ts');

/** `name` without ending, in the folder of this module. */
export function sibling(name: string): URL {
  return new URL(`./${name}${FROM_SOURCE ? '.ts' : '.js'}`, import.meta.url);
}

/** A thread running `name`. Threads do not inherit the loader of TypeScript sources, so it is given to them. */
export function startThread(name: string, workerData: unknown): Worker {
  const file = sibling(name);
  if (!FROM_SOURCE) return new Worker(file, { workerData });
  const loader = import.meta.resolve('tsx/esm/api');
  const code = `import { register } from ${JSON.stringify(loader)};
    register();
    await import(${JSON.stringify(file.href)});`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData });
}

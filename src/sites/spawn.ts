/** Starts threads and child processes from a file in this folder: its source, or its bundle in dist/. */
import { Worker } from 'node:worker_threads';

const FROM_SOURCE = import.meta.url.endsWith('.ts');

/** The file of module `name`, in the folder of this module. */
export function moduleUrl(name: string): URL {
  return new URL(`./${name}${FROM_SOURCE ? '.ts' : '.js'}`, import.meta.url);
}

/** Starts a thread running `name`. Threads do not inherit the TypeScript loader, so it is passed to them. */
export function startThread(name: string, workerData: unknown): Worker {
  const file = moduleUrl(name);
  if (!FROM_SOURCE) return new Worker(file, { workerData });
  const loader = import.meta.resolve('tsx/esm/api');
  const code = `import { register } from ${JSON.stringify(loader)};
    register();
    await import(${JSON.stringify(file.href)});`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData });
}

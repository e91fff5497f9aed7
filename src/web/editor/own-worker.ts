/** Asks the editor's own scripts, each in a worker that ends with its answer. */

import { scriptAddress } from '../script-address.ts';

/** The address of a worker with a script of ours. */
export const workerUrl = (script: string): URL | string =>
  scriptAddress(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));

/** The worker's answer; undefined where it fails, or takes longer than `limitMs`. */
export async function askWorker(
  script: URL | string,
  request: unknown,
  limitMs: number,
): Promise<unknown> {
  const worker = new Worker(script);
  let timer = 0;
  const answer = new Promise<unknown>((resolve) => {
    timer = window.setTimeout(() => resolve(undefined), limitMs);
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data));
    worker.addEventListener('error', () => resolve(undefined));
  });
  worker.postMessage(request);
  return answer.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

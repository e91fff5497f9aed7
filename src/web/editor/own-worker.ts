/** Asks the editor's own scripts, each in a worker that ends with its answer. */

/** https://w3c.github.io/trusted-types: browsers that have it start a worker only from an address of a policy. */
declare const trustedTypes:
  | { createPolicy(name: 'ensemble', rules: { createScriptURL(): string }): ScriptUrls }
  | undefined;
interface ScriptUrls {
  createScriptURL(ignored: string): URL;
}

/** What the policy gives, whatever it is asked for. */
let address = '';
let policy: ScriptUrls | undefined;

/** The address of a script of ours: the only one that the page's policy gives. */
export function workerUrl(script: string): URL | string {
  address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  if (typeof trustedTypes === 'undefined') return address;
  policy ??= trustedTypes.createPolicy('ensemble', { createScriptURL: () => address });
  return policy.createScriptURL('');
}

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

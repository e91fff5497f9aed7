/** Addresses of our own scripts, which the page's policy gives and no others. */

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

/** The address of a script of ours, as a browser takes it. */
export function scriptAddress(script: string): URL | string {
  if (typeof trustedTypes === 'undefined') return script;
  address = script;
  policy ??= trustedTypes.createPolicy('ensemble', { createScriptURL: () => address });
  return policy.createScriptURL('');
}

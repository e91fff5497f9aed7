/** Registers the service worker (offline-worker), so that our pages open even when the server can't be reached. */
import { scriptAddress } from './script-address.ts';

/** Browsers have service workers on https, and on this computer. In a frame, the page around it does this. */
export function keepPages(): void {
  if (!('serviceWorker' in navigator) || window !== window.top) return;
  addEventListener('load', () => {
    const registering = navigator.serviceWorker.register(scriptAddress('/?offline'), {
      updateViaCache: 'none',
    });
    registering.catch((error: unknown) => console.warn('pages do not open offline', error));
  });
}

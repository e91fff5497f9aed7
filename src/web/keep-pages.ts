/** Registers the service worker, with which our pages open even when the server can't be reached (offline-worker). */
import { scriptAddress } from './script-address.ts';

/** Browsers have service workers on https, and on this computer. In a frame, the page around it does this. */
export function keepPages(): void {
  if (!('serviceWorker' in navigator) || window !== window.top) return;
  addEventListener('load', () => {
    const registering = navigator.serviceWorker.register(scriptAddress('/?offline'), {
      updateViaCache: 'none',
    });
    // Without it everything works but that.
    registering.catch((error: unknown) => console.warn('our pages need the server', error));
  });
}

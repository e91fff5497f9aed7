/**
 * Runs in a site's frame before anything of the site does: closes what no header closes in every browser, replaces
 * what a document without an origin lacks, and, where the shell framed the site (`data-bridge`), connects the two.
 *
 * It is bundled as a classic script in a function of its own, so it leaves no name behind among the site's.
 */
import { connectToShell } from './bridge.ts';
import { explainForms } from './forms.ts';
import { closeWebRtc, guardFrames } from './frames.ts';
import { keepInMemory } from './storage.ts';

const script = document.currentScript;
const own = `<script>${script?.textContent ?? ''}</script>`;
const bridged = script?.hasAttribute('data-bridge') === true;
script?.remove();

closeWebRtc();
guardFrames(own);
keepInMemory();
explainForms();
if (bridged && parent !== window) connectToShell();

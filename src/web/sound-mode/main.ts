/** Makes `<sound-mode>` an element of this page. */
import { SoundModeElement } from './element.ts';

SoundModeElement.onPlatform = true;
// The editor's preview says so at this script.
SoundModeElement.toolsElsewhere = document.currentScript?.dataset['tools'] !== undefined;
if (customElements.get('sound-mode') === undefined)
  customElements.define('sound-mode', SoundModeElement);

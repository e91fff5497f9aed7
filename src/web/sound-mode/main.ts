/** Makes `<sound-mode>` an element of this page. */
import { SoundModeElement } from './element.ts';

SoundModeElement.onPlatform = true;
if (customElements.get('sound-mode') === undefined)
  customElements.define('sound-mode', SoundModeElement);

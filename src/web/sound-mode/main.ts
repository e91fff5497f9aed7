/** Makes `<sound-mode>` an element of this page. */
import { SoundModeElement } from './element.ts';

if (customElements.get('sound-mode') === undefined)
  customElements.define('sound-mode', SoundModeElement);

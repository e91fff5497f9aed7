/** Makes `<sound-mode>` an element of this page. */
import { controlLevel } from './control-level.ts';
import { SoundModeElement } from './element.ts';

SoundModeElement.onPlatform = true;
// Players and previews, which show all of it, say so at this script or at the element.
SoundModeElement.defaultControls = controlLevel(document.currentScript?.dataset['controls']);
if (customElements.get('sound-mode') === undefined)
  customElements.define('sound-mode', SoundModeElement);

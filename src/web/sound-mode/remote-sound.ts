/** An instrument in another frame that sounds in place of the one that is taught here. */
import type { AudioCommand } from '../../shared/instrument/audio-messages.ts';
import type { LinkReport } from '../link-report.ts';
import type { Model } from './model.ts';

/** What teaching tools tell the instrument of a page. */
export type LinkCommand = AudioCommand | { readonly do: 'play' } | { readonly do: 'pause' };

/** For so long after a channel was moved here, what the page says of it may be older. */
const OWN_MS = 300;

export class RemoteSound {
  readonly #send: (command: LinkCommand) => void;
  /** When channels were moved here, by index. */
  readonly #moved = new Map<number, number>();
  #playing = false;

  constructor(send: (command: LinkCommand) => void) {
    this.#send = send;
  }

  get playing(): boolean {
    return this.#playing;
  }

  tell(command: LinkCommand): void {
    if (command.do === 'input') this.#moved.set(command.index, performance.now());
    this.#send(command);
  }

  /** Takes over where it stands; tells it what was learned here if it does not know yet. */
  follow({ fresh, playing, inputs }: LinkReport, model: Model): void {
    if (fresh) {
      for (const command of model.startCommands()) {
        if (command.do !== 'input') this.#send(command);
      }
    }
    this.#playing = playing;
    const now = performance.now();
    model.followInputs(inputs, (index) => now - (this.#moved.get(index) ?? -OWN_MS) < OWN_MS);
  }
}

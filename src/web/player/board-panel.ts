/** An instrument on USB: what was taught in the page goes to the board, and what was taught there comes back. */
import { LinkClient } from '../../link/client.ts';
import { RemoteInstrument } from '../../link/instrument.ts';
import { button, h } from '../dom.ts';
import type { Model } from '../sound-mode/model.ts';
import { sentenceFor } from '../sound-mode/model.ts';
import { hasSerial, openWebSerial } from './serial-wire.ts';

export function boardPanel(model: () => Model | undefined, say: (sentence: string) => void) {
  if (!hasSerial()) return undefined;
  let link: LinkClient | undefined;
  const connect = async (): Promise<LinkClient> => {
    const wire = await openWebSerial();
    // Pulled out: the next attempt asks for the instrument again.
    void wire.closed.then(() => {
      link = undefined;
    });
    return new LinkClient(wire);
  };
  const attempt = async (action: (model: Model, device: RemoteInstrument) => Promise<string>) => {
    const current = model();
    if (current === undefined) return;
    try {
      link ??= await connect();
      const device = new RemoteInstrument(link);
      await select(device, current.mode.modeId);
      say(await action(current, device));
    } catch (error) {
      say(sentenceFor(error));
    }
  };
  return h(
    'section',
    { class: 'panel' },
    h('h2', { text: 'An instrument on USB' }),
    h(
      'div',
      { class: 'row' },
      button('Send what was taught', () => void attempt(send), { class: 'button quiet' }),
      button('Fetch what was taught', () => void attempt(fetchTaught), { class: 'button quiet' }),
    ),
  );
}

async function select(device: RemoteInstrument, modeId: string): Promise<void> {
  const modes = await device.modes();
  const index = modes.findIndex((mode) => mode.mode_id === modeId);
  if (index < 0) throw new Error(`The firmware of this instrument has no mode ${modeId}.`);
  if ((await device.state()).mode !== index) await device.selectMode(index);
}

async function send(model: Model, device: RemoteInstrument): Promise<string> {
  await device.load(model.save());
  await device.keep();
  return 'The instrument plays it now, and keeps it.';
}

async function fetchTaught(model: Model, device: RemoteInstrument): Promise<string> {
  model.load(await device.dump());
  return 'What the instrument was taught is here.';
}

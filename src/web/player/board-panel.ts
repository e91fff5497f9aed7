/** Sends what was taught in the page to an instrument on USB, loads what was taught there, and plays its presets. */

import { presetsOf } from '../../shared/instrument/presets.ts';
import { LinkClient } from '../../shared/link/client.ts';
import { RemoteDevice } from '../../shared/link/remote-device.ts';
import { button, h } from '../dom.ts';
import { errorSentence, type Model } from '../sound-mode/model.ts';
import { hasSerial, openWebSerial } from './serial-wire.ts';
import { PLAYER_TEXT } from './text.ts';

const TEXT = PLAYER_TEXT.usb;

/** @param modeId of the instrument in the page, which may still load */
export function boardPanel(
  modeId: string,
  model: () => Model | undefined,
  report: (text: string) => void,
) {
  if (!hasSerial()) return undefined;
  let link: LinkClient | undefined;
  const connect = async (): Promise<LinkClient> => {
    const wire = await openWebSerial();
    // After it is unplugged, the next attempt asks for the instrument again.
    void wire.closed.then(() => {
      link = undefined;
    });
    return new LinkClient(wire);
  };
  const attempt = async (action: (model: Model, device: RemoteDevice) => Promise<string>) => {
    const current = model();
    if (current === undefined) return;
    try {
      link ??= await connect();
      const device = new RemoteDevice(link);
      await select(device, current.mode.modeId);
      report(await action(current, device));
    } catch (error) {
      report(errorSentence(error));
    }
  };
  return h(
    'section',
    { class: 'panel' },
    h('h2', { text: TEXT.title }),
    h(
      'div',
      { class: 'row' },
      button(TEXT.send, () => void attempt(send), { class: 'button quiet' }),
      button(TEXT.load, () => void attempt(load), { class: 'button quiet' }),
    ),
    presetRow(modeId, (number) => void attempt((_, device) => playPreset(device, number))),
  );
}

/** The presets of a mode, and before them what was taught there; undefined if it has none. */
function presetRow(modeId: string, play: (number: number) => void): HTMLElement | undefined {
  const presets = presetsOf(modeId);
  if (presets.length === 0) return undefined;
  const names = [TEXT.ownSounds, ...presets.map(({ name }) => name)];
  const choice = h(
    'select',
    {},
    ...names.map((text, value) => h('option', { text, attributes: { value } })),
  );
  return h(
    'div',
    { class: 'row' },
    h('label', { class: 'field' }, h('span', { text: TEXT.preset }), choice),
    button(TEXT.playPreset, () => play(Number(choice.value)), { class: 'button quiet' }),
  );
}

async function select(device: RemoteDevice, modeId: string): Promise<void> {
  const modes = await device.modes();
  const index = modes.findIndex((mode) => mode.mode_id === modeId);
  if (index < 0) throw new Error(TEXT.modeMissing(modeId));
  if ((await device.request('state', {})).mode !== index)
    await device.request('select_mode', { index });
}

async function send(model: Model, device: RemoteDevice): Promise<string> {
  await device.load(model.save());
  await device.request('keep', {});
  return TEXT.sent;
}

async function load(model: Model, device: RemoteDevice): Promise<string> {
  model.learn({ voiceSpace: model.voiceSpace, taught: await device.dump() });
  return TEXT.loaded;
}

async function playPreset(device: RemoteDevice, number: number): Promise<string> {
  await device.request('select_preset', { number });
  const name = number === 0 ? TEXT.ownSounds : await device.nameOf('preset', number - 1);
  return TEXT.playsPreset(name);
}

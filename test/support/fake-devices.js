/**
 * Runs in a page before its own scripts: a MIDI keyboard, a synth and a gamepad that tests play
 * (`window.fakeMidi`, `window.fakeAxes`; their types are in test/browser/devices.test.ts).
 */
{
  const sent = [];
  const synth = (name) => ({ id: name, name, send: (bytes) => sent.push([name, ...bytes]) });
  const access = {
    inputs: new Map(),
    outputs: new Map([['Synth', synth('Synth')]]),
    onstatechange: null,
  };
  const keyboard = (name) => access.inputs.set(name, { id: name, name, onmidimessage: null });
  keyboard('Keys');
  Object.defineProperty(navigator, 'requestMIDIAccess', { value: async () => access });
  window.fakeMidi = {
    sent,
    play: (...bytes) => {
      for (const { onmidimessage } of access.inputs.values()) {
        onmidimessage?.({ data: Uint8Array.from(bytes) });
      }
    },
    plug: (name) => {
      access.outputs.set(name, synth(name));
      access.onstatechange?.();
    },
    plugKeyboard: (name) => {
      keyboard(name);
      access.onstatechange?.();
    },
    unplugKeyboard: (name) => {
      access.inputs.delete(name);
      access.onstatechange?.();
    },
  };
  window.fakeAxes = [0, 0, 0, 0];
  Object.defineProperty(navigator, 'getGamepads', { value: () => [{ axes: window.fakeAxes }] });
}

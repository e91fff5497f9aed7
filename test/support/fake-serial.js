/**
 * Runs in a page before its own scripts: Web Serial with one port, whose other end is the test
 * (`window.fakeSerial`; its type is in test/browser/serial.test.ts). The page's bytes go to `toBoard`, which
 * the test exposes.
 */
{
  let incoming;
  let opened = false;
  const port = {
    readable: null,
    writable: null,
    open: async ({ baudRate }) => {
      if (opened) throw new DOMException('The port is already open.', 'InvalidStateError');
      opened = true;
      window.fakeSerial.opened.push(baudRate);
      port.readable = new ReadableStream({
        start: (controller) => {
          incoming = controller;
        },
      });
      port.writable = new WritableStream({ write: (bytes) => window.toBoard([...bytes]) });
    },
    close: async () => {
      // As the standard has it: not while somebody holds one of the streams.
      if (port.readable?.locked || port.writable?.locked) throw new TypeError('locked');
      opened = false;
      port.readable = port.writable = null;
    },
  };
  window.fakeSerial = {
    opened: [],
    asked: [],
    chosen: true,
    fromBoard: (bytes) => {
      if (opened) incoming.enqueue(Uint8Array.from(bytes));
    },
    unplug: () => incoming.error(new DOMException('The device has been lost.', 'NetworkError')),
  };
  Object.defineProperty(navigator, 'serial', {
    value: {
      requestPort: async ({ filters }) => {
        window.fakeSerial.asked.push(filters);
        if (!window.fakeSerial.chosen) throw new DOMException('No port selected.', 'NotFoundError');
        return port;
      },
    },
  });
}

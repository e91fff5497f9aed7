/** A wire to an instrument on USB, by Web Serial: browsers that have it, pages that may. */
import type { Wire } from '../../link/client.ts';

interface SerialPortLike {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { readonly baudRate: number }): Promise<void>;
  close(): Promise<void>;
}

interface SerialLike {
  requestPort(options: {
    readonly filters: readonly { readonly usbVendorId: number }[];
  }): Promise<SerialPortLike>;
}

const VENDOR_ID = 0x2e8a;
const BAUD = 115_200;

declare global {
  interface Navigator {
    readonly serial?: SerialLike;
  }
}

/** Whether this browser can talk to an instrument at all. */
export function hasSerial(): boolean {
  return navigator.serial !== undefined;
}

/** Asks the player which instrument, and opens it. Rejects with a sentence where none is chosen. */
export async function openWebSerial(): Promise<Wire> {
  if (navigator.serial === undefined) throw new Error('This browser has no Web Serial.');
  const port = await choose(navigator.serial);
  await port.open({ baudRate: BAUD });
  if (port.readable === null || port.writable === null) throw new Error('The port cannot be used.');
  const reader = port.readable.getReader();
  const writer = port.writable.getWriter();
  let listener: (bytes: Uint8Array) => void = () => undefined;
  // A port that was pulled out must be closed too, or it cannot be opened when it is back.
  const closed = read(reader, (bytes) => listener(bytes)).then(async () => {
    writer.releaseLock();
    await port.close().catch(() => undefined);
  });
  return {
    send: (bytes) => writer.write(bytes),
    onBytes: (heard) => {
      listener = heard;
    },
    closed,
    close: async () => {
      await reader.cancel();
      await closed;
    },
  };
}

async function choose(serial: SerialLike): Promise<SerialPortLike> {
  try {
    return await serial.requestPort({ filters: [{ usbVendorId: VENDOR_ID }] });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError')
      throw new Error('No instrument was chosen.');
    throw error;
  }
}

async function read(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  heard: (bytes: Uint8Array) => void,
): Promise<void> {
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      heard(value);
    }
  } catch {
    // Unplugged: the same as closed.
  } finally {
    reader.releaseLock();
  }
}

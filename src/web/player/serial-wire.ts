/** The wire to an instrument on USB, through Web Serial where the browser and the page have it. */
import type { Wire } from '../../shared/link/client.ts';
import { PLAYER_TEXT } from './text.ts';

const TEXT = PLAYER_TEXT.usb;

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

/** Whether this browser supports USB instruments. */
export function hasSerial(): boolean {
  return navigator.serial !== undefined;
}

/** Lets the person select an instrument and opens it; rejects with a sentence if none is selected. */
export async function openWebSerial(): Promise<Wire> {
  if (navigator.serial === undefined) throw new Error(TEXT.unsupported);
  const port = await selectPort(navigator.serial);
  await port.open({ baudRate: BAUD });
  if (port.readable === null || port.writable === null) throw new Error(TEXT.portUnusable);
  const reader = port.readable.getReader();
  const writer = port.writable.getWriter();
  let listener: (bytes: Uint8Array) => void = () => undefined;
  // An unplugged port must be closed as well, or it cannot be opened after it is plugged in again.
  const closed = read(reader, (bytes) => listener(bytes)).then(async () => {
    writer.releaseLock();
    await port.close().catch(() => undefined);
  });
  return {
    send: (bytes) => writer.write(bytes),
    onBytes: (receive) => {
      listener = receive;
    },
    closed,
    close: async () => {
      await reader.cancel();
      await closed;
    },
  };
}

async function selectPort(serial: SerialLike): Promise<SerialPortLike> {
  try {
    return await serial.requestPort({ filters: [{ usbVendorId: VENDOR_ID }] });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError')
      throw new Error(TEXT.notSelected);
    throw error;
  }
}

async function read(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  received: (bytes: Uint8Array) => void,
): Promise<void> {
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      received(value);
    }
  } catch {
    // An unplugged port counts as closed.
  } finally {
    reader.releaseLock();
  }
}

/** A wire over a serial port of this computer: an instrument on USB. */
import { SerialPort } from 'serialport';
import type { Wire } from '../../src/shared/link/client.ts';

/** USB vendor of the RP2350. */
const VENDOR_ID = '2e8a';

/** Paths of the ports that look like an instrument; none where the system does not tell (no udev). */
export async function findInstrumentPorts(): Promise<string[]> {
  const ports = await SerialPort.list().catch(() => []);
  return ports
    .filter((port) => port.vendorId?.toLowerCase() === VENDOR_ID)
    .map((port) => port.path);
}

/** Opens a port; the rate matters to UARTs only, USB ignores it. */
export function openSerialWire(path: string): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const port = new SerialPort({ path, baudRate: 115200, autoOpen: false });
    const closed = new Promise<void>((done) => port.once('close', () => done()));
    port.open((error) => {
      if (error) {
        reject(error);
        return;
      }
      resolve({
        send: (bytes) =>
          new Promise((sent, failed) => {
            port.write(Buffer.from(bytes), (problem) => (problem ? failed(problem) : sent()));
          }),
        onBytes: (listener) => {
          port.on('data', (chunk: Buffer) => listener(chunk));
        },
        closed,
        close: () => {
          port.close();
          return closed;
        },
      });
    });
  });
}

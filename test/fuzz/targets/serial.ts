/** Frames of the serial wire: the reader of the page and the one of the device find the same in any bytes. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { crc32 } from '../../../src/shared/crc32.ts';
import { cobsDecode, cobsEncode } from '../../../src/shared/link/cobs.ts';
import { encodeFrame, FrameReceiver } from '../../../src/shared/link/frame.ts';
import { Native, SANITIZE } from '../../support/native.ts';
import { mutateBytes } from '../bytes.ts';
import { mutateList, type Random } from '../random.ts';
import { must, type Target } from '../target.ts';

/** The frames in a stream, each with its zero. */
function split(stream: Uint8Array): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  for (let from = 0; from < stream.length; ) {
    const zero = stream.indexOf(0, from);
    const to = zero < 0 ? stream.length : zero + 1;
    blocks.push(stream.slice(from, to));
    from = to;
  }
  return blocks;
}

/** A frame with its content changed and a checksum that fits, most of the time. */
function change(block: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  const raw = block.at(-1) === 0 ? cobsDecode(block.subarray(0, -1)) : undefined;
  if (raw === undefined || raw.length < 4 || random(4) === 0) {
    return mutateBytes(block, random, other);
  }
  const content = mutateBytes(raw.subarray(0, -4), random, other);
  const sealed = new Uint8Array(content.length + 4);
  sealed.set(content);
  const sum = crc32(content) + (random(16) === 0 ? 1 : 0);
  new DataView(sealed.buffer).setUint32(content.length, sum % 2 ** 32, true);
  return Uint8Array.from([...cobsEncode(sealed), 0]);
}

function mutate(input: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  const blocks = mutateList(split(input), random, (block) => change(block, random, other));
  return new Uint8Array(Buffer.concat(blocks)).slice(0, 16_384);
}

/** What the page's reader finds, in the words of serial_main.cc. */
function read(input: Uint8Array): string {
  const receiver = new FrameReceiver();
  const frames = receiver.take(Uint8Array.from([...input, 0]));
  const told = frames.map(
    ({ type, sequence, body }) => `${type}/${sequence}/${body.length}/${crc32(body)}`,
  );
  const { broken, too_long, bad_crc, bad_version } = receiver.faults;
  return [`${broken} ${too_long} ${bad_crc} ${bad_version}`, ...told].join(' ');
}

function longBody(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, at) => at % 251);
}

export async function serial(): Promise<Target> {
  const program = await Native.compile({ sources: ['test/fuzz/serial_main.cc'], flags: SANITIZE });
  const child = spawn(program.file, { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const frame = (body: Uint8Array) => encodeFrame({ type: 7, sequence: 9, body });
  return {
    seeds: [
      frame(longBody(0)),
      new Uint8Array(Buffer.concat([frame(longBody(40)), frame(longBody(512))])),
      new Uint8Array(700).fill(1),
    ],
    mutate,
    run: async (input) => {
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, input.length, true);
      child.stdin.write(Buffer.concat([length, input]));
      const { value: device, done } = await answers.next();
      must(done !== true, 'the reader of the device survives');
      const page = read(input);
      must(page === device, `the page reads "${page}", the device "${device}"`);
      const [counts] = page.split(' ', 1);
      return `${counts} ${page.split(' ').length}`;
    },
    close: () => {
      child.kill();
      program.remove();
    },
  };
}

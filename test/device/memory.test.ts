/** The image of the modes that a board holds fits into the RAM of an RP2350, found without its SDK. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoardImage } from '../support/board-image.ts';
import { RP2350_MODES } from '../support/emulator.ts';

/**
 * An estimate that was measured: what Pico SDK 2.2.0 and the drivers of board/rp2350 take of the MEMLNaut, the larger
 * board. With it this image has as much RAM free as the board's own, to the byte.
 */
const SDK_BYTES = 29_176;

const image = await BoardImage.compile(RP2350_MODES);

test('the image of a board fits into RAM beside the SDK', async () => {
  const free = await image.link(SDK_BYTES);
  console.log(`${free} bytes of RAM are free`);
});

test('an image that outgrows RAM does not link', async () => {
  const free = await image.link(0);
  assert.is(await image.link(free), 0);
  const outcome = await image.link(free + 4).catch(String);
  assert.match(String(outcome), /region `RAM' overflowed by 4 bytes/);
});

test('objects are cleared away', () => image.remove());

test.run();

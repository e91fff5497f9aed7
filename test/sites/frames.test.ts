/** WebSocket frames as RFC 6455 §5.2 has them, which are copied where that is faster and shared where it is not. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lengthOf } from '../../src/shared/parts.ts';
import { binaryFrame, joined } from '../../src/sites/frames.ts';

const SHORT = binaryFrame(Uint8Array.of(7));
const SHORTER = binaryFrame(Uint8Array.of(8));

test('frames bear their length in one, three or nine bytes', () => {
  const frame = (payload: Uint8Array) => Buffer.concat([...binaryFrame(payload)]);
  assert.equal([...frame(Uint8Array.of(7))], [0x82, 1, 7]);
  assert.equal([...frame(new Uint8Array(300)).subarray(0, 4)], [0x82, 126, 1, 44]);
  const payload = new Uint8Array(65_536);
  const long = frame(payload);
  assert.equal([...long.subarray(0, 10)], [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]);
  assert.is(long.length, 65_546);
  assert.is(lengthOf(binaryFrame(payload)), 65_546);
  assert.is(binaryFrame(payload)[1], payload, 'a large one is not copied');
});

test('short frames for one reader are written as one piece', () => {
  const pieces = joined([...SHORT, ...SHORTER]);
  assert.is(pieces.length, 1);
  assert.equal([...Buffer.concat([...pieces])], [0x82, 1, 7, 0x82, 1, 8]);
});

test('what many are sent alike is not copied for each of them', () => {
  const edit = binaryFrame(new Uint8Array(2_000));
  assert.ok(joined([...edit, ...SHORT]).every((piece, at) => piece === [...edit, ...SHORT][at]));
});

test.run();

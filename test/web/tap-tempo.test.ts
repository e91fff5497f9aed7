import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TapTempo } from '../../src/web/sound-mode/tap-tempo.ts';

/** What each of these times, in ms, gives. */
function tapped(...times_ms: readonly number[]): (number | undefined)[] {
  const tempo = new TapTempo();
  return times_ms.map((time_ms) => {
    const bpm = tempo.tap(time_ms);
    return bpm === undefined ? undefined : Math.round(bpm);
  });
}

test('two taps give a tempo, wherever the clock is', () => {
  assert.equal(tapped(0, 500), [undefined, 120]);
  assert.equal(tapped(1e9, 1e9 + 1_000), [undefined, 60]);
});

test('uneven taps give what most of them mean', () => {
  assert.equal(tapped(0, 480, 1_010, 1_500, 2_010).at(-1), 120);
  assert.equal(tapped(0, 500, 1_000, 1_640, 2_140, 2_640).at(-1), 120, 'one late tap');
});

test('another tempo counts at once, and a tempo that drifts is followed', () => {
  assert.equal(tapped(0, 500, 1_000, 1_250, 1_500), [undefined, 120, 120, 240, 240]);
  assert.equal(tapped(0, 500, 1_000, 2_000), [undefined, 120, 120, 60]);
  const slower = Array.from({ length: 12 }, (_, at) => at * 500 + at * at * 10);
  assert.ok((tapped(...slower).at(-1) ?? 0) < 95, `${tapped(...slower)}`);
});

test('a pause begins anew', () => {
  assert.equal(tapped(0, 500, 3_501, 4_101), [undefined, 120, undefined, 100]);
  assert.equal(tapped(0, 3_000), [undefined, 20], 'the slowest');
});

test('two events of one moment, and a clock that goes back, are no beat', () => {
  assert.equal(tapped(0, 0, 500), [undefined, undefined, 120]);
  assert.equal(tapped(1_000, 400, 900), [undefined, undefined, 120]);
});

test.run();

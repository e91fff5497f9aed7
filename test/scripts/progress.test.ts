/** What somebody sees while a command works, on a terminal and in a file. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Progress, screenOf } from '../../scripts/progress.ts';

/** Two steps of one and two seconds, and something that goes on. */
function shown(columns: number | undefined): string {
  let text = '';
  let now_ms = 0;
  const write = (more: string) => {
    text += more;
  };
  const progress = new Progress({ write, columns }, () => now_ms);
  progress.step('wood');
  now_ms += 1000;
  progress.step('nails');
  now_ms += 2000;
  progress.end();
  progress.end();
  progress.now('3 of 4, a long way to go');
  return text;
}

test('a file gets a line a step, with its time, and nothing else', () => {
  assert.is(shown(undefined), 'wood, 1.0 s\nnails, 2.0 s\n');
});

test('a terminal shows besides what runs now, in one line that is written over', () => {
  const lines = ['', 'wood …', 'wood, 1.0 s\n', 'nails …', 'nails, 2.0 s\n', '3 of 4, a'];
  assert.is(shown(10), lines.join('\r\x1b[2K'));
});

/** [whether it is a terminal, columns it tells, columns used] */
const STREAMS: readonly (readonly [boolean, number, number | undefined])[] = [
  [false, 100, undefined],
  [true, 100, 100],
  [true, 0, 80],
];
for (const [isTTY, columns, used] of STREAMS) {
  test(`a stream that is ${isTTY ? 'a' : 'no'} terminal of ${columns} columns: ${used}`, () => {
    const stream = Object.create(process.stderr, {
      isTTY: { value: isTTY },
      columns: { value: columns },
    });
    assert.is(screenOf(stream).columns, used);
  });
}

test.run();

/** When the client asks whether the server is still there, and when it gives up. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Heartbeat, LOOK_MS } from '../../../src/shared/site/heartbeat.ts';

/** What happens at which second, looked at every half a second. */
class Watched {
  now = 0;
  bytes = 0;
  readonly asked: number[] = [];
  readonly lost: number[] = [];
  readonly heartbeat = new Heartbeat(
    {
      bytesUnderWay: () => this.bytes,
      ask: () => this.asked.push(this.now / 1_000),
      lost: () => this.lost.push(this.now / 1_000),
    },
    0,
  );

  /** @param answers whether the server is heard half a second after it is asked */
  pass(seconds: number, answers = false): void {
    for (const end = this.now + seconds * 1_000; this.now < end; ) {
      this.now += LOOK_MS;
      const before = this.asked.length;
      this.heartbeat.look(this.now);
      if (answers && this.asked.length > before) this.heartbeat.heard(this.now + 500);
      if (this.lost.length > 0) return;
    }
  }
}

test('a server that answers is asked every 15 seconds, and never given up', () => {
  const watched = new Watched();
  watched.pass(120, true);
  assert.equal(watched.asked.slice(0, 3), [15, 30.5, 46]);
  assert.equal(watched.lost, []);
});

test('it is asked after a second while an edit waits, and given up 5 seconds later', () => {
  const watched = new Watched();
  watched.pass(10, true);
  watched.bytes = 40;
  watched.pass(60);
  assert.equal([watched.asked, watched.lost], [[10.5], [16]]);
});

test('while nothing waits it is given up after 20 seconds of silence', () => {
  const watched = new Watched();
  watched.pass(60);
  assert.equal([watched.asked, watched.lost], [[15], [20]]);
});

test('whatever comes counts as an answer', () => {
  const watched = new Watched();
  watched.bytes = 40;
  for (let second = 0; second < 60; second += 3) {
    watched.pass(3);
    watched.heartbeat.heard(watched.now);
  }
  assert.equal(watched.lost, []);
});

test('a large edit on a slow connection is waited for', () => {
  const watched = new Watched();
  watched.bytes = 960_000;
  watched.pass(120);
  assert.equal([watched.asked, watched.lost], [[1], [66]]);
});

test('a page that slept asks again before it gives up', () => {
  const watched = new Watched();
  watched.pass(16);
  watched.now += 3_600_000;
  watched.heartbeat.look(watched.now);
  assert.equal(watched.lost, []);
  assert.is(watched.asked.length, 2);
  watched.pass(4.5);
  assert.equal(watched.lost, []);
  watched.pass(0.5);
  assert.is(watched.lost.length, 1);
});

test.run();

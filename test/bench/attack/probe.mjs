/**
 * Loaded into the server before the program: how long its main thread worked in one go, how many messages reached it, and
 * what its memory holds. Told to the benchmark when it asks.
 */
import { openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapCodeStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** That of the server: beside this file there may be another, which rivals use. */
const WebSocket = createRequire(path.resolve('dist/server.js'))('ws');

/** Turns shorter than this are measured together. */
const TICK_MS = 2;
/** Resident memory is sampled every second for five minutes: V8 takes minutes from one full collection to the next. */
const LOOKS = 300;
const LOOK_MS = 1_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const bytes = Buffer.alloc(64);

/** Time that the main thread had a processor. */
function workedMs() {
  const length = readSync(schedule, bytes, 0, bytes.length, 0);
  return Number.parseInt(bytes.toString('latin1', 0, length), 10) / 1e6;
}

let turns = [];
let last = { worked: workedMs(), wall: performance.now() };
const watch = () => {
  const now = { worked: workedMs(), wall: performance.now() };
  const turn = { worked: now.worked - last.worked, wall: now.wall - last.wall };
  if (turn.worked > TICK_MS) turns.push(turn);
  last = now;
};
// Its threads load this, too.
if (isMainThread) setInterval(watch, TICK_MS);

let messages = 0;
const { emit } = WebSocket.prototype;
WebSocket.prototype.emit = function (name, ...rest) {
  if (name === 'message' && this.readyState === WebSocket.OPEN) messages += 1;
  return emit.call(this, name, ...rest);
};

/** What the kernel gave beside files. */
function resident() {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)[1]) * 1024;
}

/** Mean resident memory while nobody asks for a collection; then what is alive after one, with and without compiled code. */
async function memory() {
  let sum = 0;
  for (let look = 0; look < LOOKS; look++) {
    await sleep(LOOK_MS);
    sum += resident();
  }
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } =
    getHeapCodeStatistics();
  last = { worked: workedMs(), wall: performance.now() };
  const liveBytes = heapUsed + external;
  return { liveBytes, dataBytes: liveBytes - code - bytecode, residentBytes: sum / LOOKS };
}

process.on('message', async (question) => {
  if (question === 'memory') {
    process.send(await memory());
    return;
  }
  const longest = (key) => Math.max(0, ...turns.map((turn) => turn[key]));
  const over = turns.filter(({ worked }) => worked > 50).length;
  process.send({ messages, longestMs: longest('worked'), latestMs: longest('wall'), over });
  turns = [];
  messages = 0;
});

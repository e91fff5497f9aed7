/** What the control and the audio thread share is clean under ThreadSanitizer, which does see a race. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Native } from '../support/native.ts';

const sourcesOf = (...folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(`firmware/${folder}`)
      .filter((name) => name.endsWith('.cc'))
      .map((name) => `firmware/${folder}/${name}`),
  );
const program = {
  sources: ['test/firmware/instrument/threads.cc', ...sourcesOf('instrument', 'abi')],
  library: sourcesOf('dsp', 'engines'),
  flags: ['-O1', '-g1', '-fsanitize=thread', '-pthread'],
};

test('two threads play one instrument without a data race', async () => {
  const native = await Native.compile(program);
  try {
    const { code, stdout, stderr } = await native.run();
    assert.is(code, 0, `${stdout}${stderr}`);
    assert.not.match(stderr, /WARNING: ThreadSanitizer/);
  } finally {
    native.remove();
  }
});

test('a mailbox that is not atomic is caught', async () => {
  mkdirSync('out/native', { recursive: true });
  const folder = mkdtempSync('out/native/race-');
  try {
    const file = 'firmware/instrument/mailbox.h';
    const sound = readFileSync(file, 'utf8');
    const broken = sound.replace(
      'std::atomic<std::uint8_t> between_{2};',
      `struct Plain {
    std::uint8_t at;
    std::uint8_t load(std::memory_order) const { return at; }
    std::uint8_t exchange(std::uint8_t next, std::memory_order) {
      const std::uint8_t last = at;
      at = next;
      return last;
    }
  } between_{2};`,
    );
    assert.not.equal(broken, sound);
    mkdirSync(path.join(folder, 'instrument'));
    // Headers find each other beside themselves first, so every one of the folder comes along.
    for (const name of readdirSync('firmware/instrument')) {
      const text = readFileSync(`firmware/instrument/${name}`, 'utf8');
      writeFileSync(path.join(folder, 'instrument', name), name === 'mailbox.h' ? broken : text);
    }
    const native = await Native.compile({
      ...program,
      sources: program.sources.map((source) =>
        source.startsWith('firmware/instrument/') ? source.replace('firmware', folder) : source,
      ),
      includes: [folder, 'firmware', 'test'],
    });
    try {
      const { code, stderr } = await native.run();
      assert.is.not(code, 0);
      assert.match(stderr, /WARNING: ThreadSanitizer: data race/);
    } finally {
      native.remove();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();

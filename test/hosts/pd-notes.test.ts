/** In Pure Data no note of a sequencer sounds on when DSP is switched off. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Patch, runPd, withFolder } from '../support/pd.ts';

/** Two seconds with DSP, of notes that follow each other without a gap; then one without. */
function patch(): string {
  const patch = new Patch();
  const object = patch.obj('ensemble~ polyrhythm');
  patch.connect(object, 2, patch.obj('print out'));
  const load = patch.obj('loadbang');
  // The bass strikes every step of two quarter notes and holds it to the next.
  const held = ['gate_pct 1', 'chance_pct 1', 'ratchet_pct 0', 'bass_fill_pct 1', 'bass_rate_x 0'];
  const long = patch.msg(held.map((value) => `param ${value}`).join(' \\, '));
  const on = patch.msg('\\; pd dsp 1');
  patch.connect(load, 0, long);
  patch.connect(long, 0, object);
  patch.connect(load, 0, on);
  for (const [ms, what] of [
    [2013, 'pd dsp 0'],
    [3000, 'pd quit'],
  ] as const) {
    const delay = patch.obj(`del ${ms}`);
    patch.connect(load, 0, delay);
    patch.connect(delay, 0, patch.msg(`\\; ${what}`));
  }
  return patch.text();
}

test('every note that began has ended', () => {
  withFolder((folder) => {
    writeFileSync(path.join(folder, 'main.pd'), patch());
    const { lines, status } = runPd(folder, 'main.pd');
    assert.is(status, 0, lines.join('\n'));
    assert.equal(
      lines.filter((line) => /error/.test(line)),
      [],
    );
    const held = new Set<string>();
    let most = 0;
    for (const line of lines) {
      const [, status = '', key = ''] = /^out: midi (\d+) (\d+)/.exec(line) ?? [];
      const note = `${Number(status) & 15} ${key}`;
      if ((Number(status) & 0xf0) === 0x90) held.add(note);
      if ((Number(status) & 0xf0) === 0x80) held.delete(note);
      most = Math.max(most, held.size);
    }
    assert.ok(most > 0, 'it plays');
    assert.equal([...held], []);
    // The last thing it said was the end of a note, long after the last block.
    assert.match(lines.findLast((line) => line.startsWith('out: midi')) ?? '', /midi 1(28|29|30) /);
  });
});

test.run();

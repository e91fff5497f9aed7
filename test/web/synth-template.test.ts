/** What a synth is sent of what a sequencer sends, and the notes that are ended for it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HeldNotes } from '../../src/web/sound-mode/held-notes.ts';
import { SynthTemplate } from '../../src/web/sound-mode/synth-template.ts';

test('without a synth everything goes out as it is', () => {
  const synth = new SynthTemplate();
  assert.is(synth.id, '');
  for (const message of [
    [0x91, 60, 100],
    [0xb2, 74, 5],
    [0x82, 60, 0],
  ] as const) {
    assert.equal(synth.translate(message), [message]);
  }
});

test('a synth has its own numbers, on channel 1 and once', () => {
  const synth = new SynthTemplate();
  assert.equal(synth.choose('korg_minilogue'), []);
  assert.is(synth.id, 'korg_minilogue');
  assert.equal(synth.translate([0x92, 60, 100]), [[0x90, 60, 100]]);
  assert.equal(synth.translate([0x82, 60, 0]), [[0x80, 60, 0]]);
  assert.equal(synth.translate([0xb0, 74, 99]), [[0xb0, 43, 99]]);
  assert.equal(synth.translate([0xb1, 74, 99]), [], 'the same of another line');
  assert.equal(synth.translate([0xb0, 91, 20]), [], 'a controller that it does not have');
  assert.equal(synth.translate([0xb1, 123, 0]), [[0xb0, 123, 0]], 'all notes off');
});

test('a synth that is chosen later stands where the instrument does', () => {
  const synth = new SynthTemplate();
  synth.translate([0xb0, 74, 99]);
  synth.translate([0xb0, 71, 7]);
  synth.translate([0xb0, 74, 101]);
  assert.equal(synth.choose('moog_subsequent_37'), [
    [0xb0, 19, 101],
    [0xb0, 21, 7],
  ]);
  assert.equal(synth.choose('no such synth'), [
    [0xb0, 74, 101],
    [0xb0, 71, 7],
  ]);
  assert.is(synth.id, '');
});

test('every note that began and did not end is ended, as often as it began', () => {
  const held = new HeldNotes();
  for (const message of [
    [0x90, 60, 100],
    [0x91, 60, 100],
    [0x90, 62, 100],
    [0x90, 62, 90],
    [0x90, 64, 100],
    [0x80, 64, 0],
    [0x91, 60, 0],
    [0xb0, 74, 1],
  ] as const) {
    held.follow(message);
  }
  assert.equal(held.release(), [
    [0x80, 60, 0],
    [0x80, 62, 0],
    [0x80, 62, 0],
  ]);
  assert.equal(held.release(), []);
});

test.run();

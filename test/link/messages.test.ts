/** What host and firmware say of the wire apart from each other, and the help of the command that speaks it. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { COMMANDS, commandHelp } from '../../src/link/device-command.ts';
import { REFUSALS } from '../../src/link/messages.ts';

test('host and firmware number refusals alike', () => {
  const header = readFileSync('firmware/wasm/abi.h', 'utf8');
  const wire = readFileSync('firmware/device/messages.h', 'utf8');
  const theirs = new Map<number, string>();
  for (const [, name = '', number] of header.matchAll(/ENS_([A-Z_]+) = (\d+),/g)) {
    if (!name.startsWith('TRAIN_')) theirs.set(Number(number), name.toLowerCase());
  }
  for (const [, name = '', number] of wire.matchAll(/k(\w+) = (\d+);/g)) {
    if (Number(number) < 64) continue;
    theirs.set(Number(number), name.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase());
  }
  for (const [number, name] of Object.entries(REFUSALS)) {
    assert.is(theirs.get(Number(number)), name);
  }
});

test('the help has every command', () => {
  for (const { usage } of Object.values(COMMANDS)) assert.ok(commandHelp().includes(usage));
});

test.run();

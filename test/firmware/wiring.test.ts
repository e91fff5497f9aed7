/** The wiring guide and its drawing say what the headers of pins say, with pin numbers as printed on the board. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const folder = 'firmware/board/rp2350';
const read = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');
const guide = read('WIRING.md');
const drawing = read('wiring.svg');

/** GPIOs by the pins of a Raspberry Pi Pico 2, from its data sheet; what is none of these is ground or power. */
const GPIO_OF_PIN = new Map(
  [
    [1, 0, 1],
    [4, 2, 5],
    [9, 6, 9],
    [14, 10, 13],
    [19, 14, 15],
    [21, 16, 17],
    [24, 18, 21],
    [29, 22, 22],
    [31, 26, 27],
    [34, 28, 28],
  ].flatMap(([pin = 0, first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, i) => [pin + i, first + i] as const),
  ),
);
const SUPPLY = new Map([
  [36, '3V3'],
  [33, 'AGND'],
  [38, 'GND'],
]);

/** Constants of a header of pins that name a GPIO. */
function pinsIn(header: string): Map<string, number> {
  const found = read(header).matchAll(/constexpr uint (k\w+) = (\d+);/g);
  const all = new Map([...found].map(([, name = '', gpio]) => [name, Number(gpio)] as const));
  all.delete('kSystemKhz');
  return all;
}

/** Where each of them ends, in the words of the guide and of the drawing. */
const ENDS: Readonly<Record<string, readonly [guide: RegExp, drawing: string]>> = {
  kCodecSda: [/shield SDA/, 'SDA'],
  kCodecScl: [/shield SDA, SCL/, 'SCL'],
  kI2sDataIn: [/shield DOUT/, 'data in'],
  kI2sDataOut: [/shield DIN/, 'data out'],
  kI2sBitClock: [/shield BCLK/, 'BCLK'],
  kI2sFrame: [/shield BCLK, LRCLK/, 'LRCLK'],
  kMasterClock: [/shield MCLK, 12 MHz/, 'MCLK'],
  kMidiTx: [/MIDI out/, 'MIDI out'],
  kMidiRx: [/MIDI out, MIDI in/, 'MIDI in'],
  kButtonTeach: [/buttons \*\*teach\*\*/, ''],
  kButtonMode: [/\*\*teach\*\* and \*\*mode\*\*/, ''],
};
/** Inside the board, without a wire. */
const INSIDE = ['kLed', 'kQuietSupply', 'kAdcGpio'];

/** Rows of the table of wires: pins, what they are called, and where they go. */
const rows = [...guide.matchAll(/^\| ([\d, ]+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, pins = '', names = '', to = '']) => ({
    pins: pins.split(', ').map(Number),
    names: names.split(', ').map((name) => (/^\d+$/.test(name) ? `GP${name}` : name)),
    to,
  }),
);

test('every pin in the guide has the number that is printed on the board', () => {
  assert.ok(rows.length > 8);
  for (const { pins, names } of rows) {
    const expected = pins.map((pin) => SUPPLY.get(pin) ?? `GP${GPIO_OF_PIN.get(pin)}`);
    assert.equal(names, expected);
  }
});

test('every pin in the drawing has the number that is printed on the board', () => {
  const drawn = [...drawing.matchAll(/>(\d+): (\w+)/g)];
  assert.ok(drawn.length > 15);
  for (const [said, pin, name] of drawn) {
    const expected = SUPPLY.get(Number(pin)) ?? `GP${GPIO_OF_PIN.get(Number(pin))}`;
    assert.is(name, expected, said);
  }
});

test('every pin of the firmware is in the guide and in the drawing, with the end of its wire', () => {
  const pins = pinsIn('pins_pico2.h');
  assert.equal(
    [...pins.keys()].filter((name) => !INSIDE.includes(name)).sort(),
    Object.keys(ENDS).sort(),
  );
  for (const [name, [to, label]] of Object.entries(ENDS)) {
    const gpio = pins.get(name);
    const row = rows.find(({ names }) => names.includes(`GP${gpio}`));
    assert.match(row?.to ?? '', to, name);
    assert.match(drawing, new RegExp(`: GP${gpio}${label === '' ? '' : ` ${label}`}<`), name);
  }
});

test('red is the supply alone, ground is dashed, and the drawing says so', () => {
  const styles = [...drawing.matchAll(/^ {4}\.(\w+) \{ fill: none; stroke: ([^;]+);(.*)\}/gm)];
  const colours = new Map(styles.map(([, name = '', colour = '']) => [name, colour]));
  assert.is(colours.get('power'), '#c0392b');
  assert.is(colours.get('ground'), '#222');
  assert.is(colours.get('wire'), '#2a6fdb');
  assert.match(drawing, /\.ground \{[^}]*stroke-dasharray/);
  assert.match(drawing, /Red: 3\.3 V\./);
  assert.match(drawing, /Dashed: ground\. Blue: signals\./);
});

test('the MEMLNaut has the pins of its public firmware', () => {
  const pins = pinsIn('pins_memlnaut.h');
  const gpios = (...names: readonly string[]) => names.map((name) => pins.get(name));
  assert.equal(gpios('kCodecSda', 'kCodecScl'), [0, 1]);
  const i2s = ['kI2sDataIn', 'kI2sDataOut', 'kI2sBitClock', 'kI2sFrame', 'kMasterClock'];
  assert.equal(gpios(...i2s), [6, 7, 8, 9, 10]);
  assert.equal(gpios('kMidiTx', 'kMidiRx', 'kAdcGpio'), [4, 5, 40]);
});

test('the guide names every board, its pins and its preset, and says that it was never tested on hardware', () => {
  const { configurePresets }: { configurePresets: readonly { name: string }[] } = JSON.parse(
    readFileSync('firmware/CMakePresets.json', 'utf8'),
  );
  for (const board of ['pico2', 'memlnaut']) {
    assert.ok(configurePresets.some(({ name }) => name === board));
    const row = new RegExp(`^\\| .*\\[pins_${board}\\.h\\].*\`${board}\` +\\| never +\\|$`, 'm');
    assert.match(guide, row);
  }
});

test.run();

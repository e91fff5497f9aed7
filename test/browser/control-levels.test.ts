/** What `<sound-mode>` shows by its attribute `controls`, and what its page can do with it: play, teach, none. */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { bundled } from '../support/bundled.ts';
import { Chromium, look, type Size } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';

await bundled();
const script = readFileSync('dist/web/sound-mode.js', 'utf8');
/** The page of this path; tests put theirs in. */
const pages = new Map<string, string>();
const server = http.createServer(({ url = '' }, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(pages.get(url) ?? '');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const chromium = await Chromium.launch();

/** Hears what goes to the speakers, after volumes: `await heard()` is the loudest of some looks at it. */
const EAR = `{
  const connect = AudioNode.prototype.connect;
  const ears = new Map();
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode) {
      if (!ears.has(to.context)) ears.set(to.context, new AnalyserNode(to.context, { fftSize: 2048 }));
      connect.call(this, ears.get(to.context));
    }
    return connect.call(this, to, ...rest);
  };
  window.heard = async (looks = 16) => {
    let most = 0;
    for (let at = 0; at < looks; at += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      for (const ear of ears.values()) {
        const samples = new Float32Array(2048);
        ear.getFloatTimeDomainData(samples);
        for (const sample of samples) most = Math.max(most, Math.abs(sample));
      }
    }
    return most;
  };
}`;

const heard = (page: Page): Promise<number> => page.evaluate('heard()').then(Number);

async function open(body: string, style = '') {
  const path = `/${pages.size}`;
  pages.set(
    path,
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>x</title><style>${style}</style>
<body><h1>x</h1><script>${EAR}</script>${body}<script>${script}</script>`,
  );
  const person = await chromium.person();
  await person.page.goto(`http://127.0.0.1:${port}${path}`);
  return person;
}

const AUTHORING = [
  'Surprise me',
  'Default sound',
  'Teach here',
  'Release',
  'Train',
  'Vary',
  'Explore around this sound',
  'Undo',
  'Redo',
  'Forget nearest',
  'Forget all',
  'Record',
  'Save to file',
  'Load from file',
  'Start over',
];

const button = (page: Page, name: string) =>
  page.locator('sound-mode').getByRole('button', { name, exact: true, includeHidden: true });

const isPlaying = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => Reflect.get(document.querySelector('sound-mode') ?? {}, 'playing'));

for (const { modeId, ui, voiceSpaces } of MODES) {
  test(`${modeId}: a visitor can play it, and sees nothing that would change it`, async () => {
    const person = await open(`<sound-mode mode="${modeId}"></sound-mode>`);
    const { page } = person;
    const element = page.locator('sound-mode');
    await element.locator('.instrument').waitFor();
    for (const name of AUTHORING) assert.is(await button(page, name).count(), 0, name);
    assert.is(await element.locator('summary').count(), 0);
    assert.is(await element.getByRole('heading').count(), 1);
    assert.is(await element.getByRole('slider', { name: 'Volume' }).count(), 1);
    const selector = ui.showVoiceSpaceSelector && voiceSpaces.length > 1 ? 1 : 0;
    assert.is(await element.getByRole('combobox', { name: 'Voice space' }).count(), selector);
    const pads = ui.primaryInput === 'joystick' ? 2 : ui.primaryInput === 'xy_pad' ? 1 : 0;
    assert.is(await element.locator('.pad').count(), pads);
    assert.is(await element.locator('.piano').count(), ui.primaryInput === 'midi_in' ? 1 : 0);
    await button(page, 'Play').click();
    if (ui.primaryInput === 'midi_in') await page.keyboard.down('KeyA');
    if (modeId !== 'sound_analysis') assert.ok((await heard(page)) > 0.002);
    for (const size of ['phone', 'desktop'] satisfies Size[]) {
      await look(page, `play-only-${modeId}`, size);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide on a ${size}`);
    }
    assert.equal(person.errors, []);
    await person.close();
  });
}

test('a note played while the sound starts is heard as soon as it has', async () => {
  const person =
    await open(`<button>Go</button><sound-mode mode="fm_voice" controls="none"></sound-mode>
<script>
  const [one] = document.getElementsByTagName('sound-mode');
  document.querySelector('button').onclick = () => {
    one.start();
    setTimeout(() => one.noteOn(69, 1));
  };
</script>`);
  const { page } = person;
  await page.waitForFunction("document.querySelector('sound-mode').snapshot() !== undefined");
  await page.getByRole('button', { name: 'Go' }).click();
  await isPlaying(page);
  assert.ok((await heard(page)) > 0.002);
  await person.close();
});

test('controls="teach" shows teaching, and an unknown word counts as none', async () => {
  const person = await open(
    '<sound-mode mode="drone" controls="teach"></sound-mode><sound-mode mode="drone" controls="all"></sound-mode>',
  );
  const { page } = person;
  await page.locator('sound-mode .instrument').nth(1).waitFor();
  for (const name of AUTHORING) assert.is(await button(page, name).count(), 1, name);
  await person.close();
});

test('showing more or less of an instrument leaves what it learned, and its sound', async () => {
  const person = await open('<sound-mode mode="drone" controls="teach"></sound-mode>');
  const { page } = person;
  await button(page, 'Surprise me').click();
  await button(page, 'Teach here').click();
  await button(page, 'Play').click();
  await isPlaying(page);
  const answer = () =>
    page
      .locator('sound-mode')
      .evaluate((one: SoundModeElement) => [...(one.view?.model.answerAt([0, 0, 9, 9]) ?? [])]);
  const before = await answer();
  await page.locator('sound-mode').evaluate((one) => one.setAttribute('controls', 'play'));
  await button(page, 'Teach here').waitFor({ state: 'detached' });
  await button(page, 'Pause').waitFor();
  assert.equal(await answer(), before);
  await person.close();
});

test('controls="none" shows nothing, and its page plays it', async () => {
  const person =
    await open(`<button>Go</button><sound-mode mode="fm_voice" controls="none"></sound-mode>
<script>
  const [one] = document.getElementsByTagName('sound-mode');
  window.told = [];
  for (const type of ['ready', 'play', 'pause', 'volumechange', 'problem'])
    one.addEventListener(type, ({ detail }) => told.push(detail === null ? type : type + ': ' + detail.message));
  document.querySelector('button').onclick = () => one.start();
</script>`);
  const { page } = person;
  await page.waitForFunction('told.includes("ready")');
  assert.is(await page.locator('sound-mode').boundingBox(), null);
  await page.getByRole('button', { name: 'Go' }).click();
  await page.waitForFunction('told.includes("play")');
  assert.is(await heard(page), 0);
  await page.evaluate('one.noteOn(60, 1)');
  assert.ok((await heard(page)) > 0.002);
  await page.evaluate('one.volume = 0');
  await page.waitForTimeout(300);
  assert.ok((await heard(page)) < 1e-4);
  const refused = await page.evaluate(`[
    () => one.volume = NaN, () => one.noteOn(128), () => one.setChannels({ pad_x: 0.5 }),
  ].map((act) => { try { act(); return ''; } catch (error) { return error.message; } })`);
  assert.match(
    String(refused),
    /“volume” must be.*must be 0 to 127, got 128.*Unknown channel “pad_x”/,
  );
  await page.evaluate('one.stop()');
  await page.evaluate('one.setAttribute("mode", "flute")');
  await page.waitForFunction('told.length === 5');
  assert.match(
    String(await page.evaluate('told.join()')),
    /^ready,play,volumechange,pause,problem: Unknown instrument “flute”/,
  );
  assert.equal(person.errors, []);
  await person.close();
});

test('channels of a headless pad are moved by their names', async () => {
  const person = await open('<sound-mode mode="drum_sequencer" controls="none"></sound-mode>');
  const { page } = person;
  await page.waitForFunction(() => Reflect.get(document.querySelector('sound-mode') ?? {}, 'view'));
  const inputs = await page.locator('sound-mode').evaluate((one: SoundModeElement) => {
    one.setChannels({ pad_x: 0.25, pad_y: 1 });
    return one.view?.model.inputs;
  });
  assert.equal(inputs, [8192, 32768]);
  await person.close();
});

test('the volume changes what is heard, and is remembered for every instrument', async () => {
  const person = await open(
    '<sound-mode mode="drone"></sound-mode><sound-mode mode="paf_synth"></sound-mode>',
  );
  const { page } = person;
  const volume = () => page.getByRole('slider', { name: 'Volume' });
  assert.is(await volume().first().getAttribute('aria-valuetext'), '100 %');
  await button(page, 'Play').first().click();
  const loud = await heard(page);
  assert.ok(loud > 0.002);
  await volume().first().fill('0.5');
  await page.waitForTimeout(300);
  const half = await heard(page);
  assert.ok(half > 0.0005 && half < 0.6 * loud, `${half} of ${loud}`);
  await page.reload();
  await volume().nth(1).waitFor();
  for (const at of [0, 1]) {
    assert.is(await volume().nth(at).getAttribute('aria-valuetext'), '50 %');
  }
  await volume().first().fill('0');
  await button(page, 'Play').first().click();
  assert.ok((await heard(page)) < 1e-4);
  await page.evaluate(() => localStorage.setItem('ensemble.volume', 'loud'));
  await page.reload();
  assert.is(await volume().first().getAttribute('aria-valuetext'), '100 %');
  assert.equal(person.errors, []);
  await person.close();
});

test('pressing Play leaves the keys where they play', async () => {
  const person = await open('<sound-mode mode="drum_sequencer"></sound-mode>');
  const { page } = person;
  await button(page, 'Play').focus();
  await page.keyboard.press('Enter');
  await button(page, 'Pause').waitFor();
  const inputs = () =>
    page.locator('sound-mode').evaluate((one: SoundModeElement) => one.view?.model.inputs);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  assert.equal(await inputs(), [16384 + 512, 16384 + 512]);
  // Where the pad has the focus itself, a key moves it once.
  await page.getByRole('slider', { name: 'Pad X' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await inputs(), [16384 + 1024, 16384 + 512]);
  await person.close();
});

test('every button leaves the arrow keys to the pad', async () => {
  const person = await open('<sound-mode mode="drum_sequencer" controls="teach"></sound-mode>');
  const { page } = person;
  await button(page, 'Play').click();
  await button(page, 'Surprise me').click();
  await page.keyboard.press('ArrowRight');
  const inputs = await page
    .locator('sound-mode')
    .evaluate((one: SoundModeElement) => one.view?.model.inputs);
  assert.equal(inputs, [16384 + 512, 16384]);
  await person.close();
});

test('a hint says which keys play, where there are keys', async () => {
  const tags = ['drum_sequencer', 'paf_synth', 'fm_voice', 'drone'].map(
    (mode) => `<sound-mode mode="${mode}"></sound-mode>`,
  );
  const hints = (page: Page) => page.locator('sound-mode .keys').allTextContents();
  const person = await open(tags.join(''));
  const { page } = person;
  const piano = (await page.locator('.keys', { hasText: 'octave' }).textContent()) ?? '';
  assert.match(piano, /^Keys . to . play notes; . and . change the octave\.$/);
  assert.equal(await hints(page), [
    'Arrow keys move the pad.',
    'Arrow keys move the first pad.',
    piano,
    '',
  ]);
  assert.is(await page.locator('.keys').locator('visible=true').count(), 3);
  await person.close();
  const phone = await chromium.person({ isMobile: true, hasTouch: true });
  await phone.page.goto(page.url());
  await phone.page.locator('sound-mode .instrument').nth(3).waitFor();
  assert.is(await phone.page.locator('.keys').locator('visible=true').count(), 0);
  await phone.close();
});

test('a page styles parts and colours', async () => {
  const person = await open(
    '<sound-mode mode="drum_sequencer" controls="teach"></sound-mode><sound-mode mode="fm_voice"></sound-mode>',
    'sound-mode { --accent: rgb(1, 2, 3) } sound-mode::part(name) { color: rgb(4, 5, 6) }',
  );
  const { page } = person;
  await page.locator('sound-mode .instrument').nth(1).waitFor();
  const colour = (name: string, property: string) =>
    page
      .locator(`sound-mode [part="${name}"]`)
      .first()
      .evaluate((one, of) => getComputedStyle(one).getPropertyValue(of), property);
  assert.is(await colour('play', 'background-color'), 'rgb(1, 2, 3)');
  assert.is(await colour('name', 'color'), 'rgb(4, 5, 6)');
  const found = await page
    .locator('sound-mode [part]')
    .evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('part') ?? ''))].sort());
  const types = readFileSync('src/web/ensemble/element-types.ts', 'utf8');
  const [, listed = ''] = /type SoundModePart =([^;]*);/.exec(types) ?? [];
  assert.equal(found, [...listed.matchAll(/'([\w-]+)'/g)].map(([, name]) => name).sort());
  const guide = readFileSync('src/web/ensemble/README.md', 'utf8');
  for (const name of found) assert.match(guide, `\`${name}\``);
  await person.close();
});

closing(chromium, server);

test.run();

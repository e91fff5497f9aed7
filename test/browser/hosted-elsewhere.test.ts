/** The ES module in a page of another server, under a strict policy: played, taught, kept, with and without a face. */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { moduleTypes } from '../../scripts/module-types.ts';
import { decodeTaught } from '../../src/shared/taught.ts';
import type * as Ensemble from '../../src/web/ensemble/main.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { bundled } from '../support/bundled.ts';
import { Chromium, look } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';

declare global {
  interface Window {
    ensemble: typeof Ensemble;
    instrument: Ensemble.Instrument;
    states: Ensemble.InstrumentState[];
    sent: Ensemble.MidiBytes[];
    problem: string;
  }
}

/** What a person who hosts elsewhere writes. */
const APP = `
import * as ensemble from './ensemble.js';
window.ensemble = ensemble;
ensemble.defineSoundMode();
const instrument = await ensemble.Instrument.create(document.body.dataset.mode);
window.instrument = instrument;
window.states = [];
window.sent = [];
instrument.onState((state) => window.states.push(state));
instrument.onMidi((message) => window.sent.push(message));
document.querySelector('button').onclick = () => instrument.start().catch((error) => {
  window.problem = error.message;
});
document.body.dataset.ready = '';`;

const page = (mode: string): string => `<!doctype html><html lang="en"><title>My page</title>
<body data-mode="${mode}"><h1>My page</h1><button>Start</button>
<sound-mode mode="drone"></sound-mode><script type="module" src="/app.js"></script>`;

/** The page of the guide, as it stands there. */
function sample(): string {
  const guide = readFileSync('src/web/ensemble/README.md', 'utf8');
  return /```html\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
}

/** Lets a test hear what goes to the speakers. */
const EAR = `{
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode) connect.call(this, window.ear ??= new AnalyserNode(to.context));
    return connect.call(this, to, ...rest);
  };
}`;

await bundled();
const server = http.createServer(({ url = '' }, response) => {
  const files: Record<string, readonly [string, string | Buffer]> = {
    '/app.js': ['text/javascript', APP],
    '/sample': ['text/html', sample()],
    '/ensemble.js': ['text/javascript', readFileSync('dist/web/ensemble.js')],
  };
  const [type, body] = files[url] ?? ['text/html', page(url.slice(1))];
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Security-Policy': `default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:${url === '/sample' ? " 'unsafe-inline'" : ''}`,
  });
  response.end(body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const chromium = await Chromium.launch();

async function open(mode: string) {
  const person = await chromium.person();
  await person.page.goto(`http://127.0.0.1:${port}/${mode}`);
  await person.page.locator('body[data-ready]').waitFor();
  return person;
}

/** The loudest of some looks at what sounds. */
const loudness = (where: Page): Promise<number> =>
  where.evaluate(async () => {
    const { output } = window.instrument;
    if (output === undefined) return 0;
    const analyser = new AnalyserNode(output.context, { fftSize: 2048 });
    output.connect(analyser);
    const samples = new Float32Array(2048);
    let most = 0;
    for (let looks = 0; looks < 20; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      analyser.getFloatTimeDomainData(samples);
      most = samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), most);
    }
    output.disconnect(analyser);
    return most;
  });

test('a page elsewhere plays, moves, teaches, trains and keeps an instrument', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  assert.is(await page.evaluate(() => window.instrument.state.playing), false);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForFunction(() => window.instrument.state.playing);
  assert.is(await loudness(page), 0, 'an effect that hears nothing');
  const fed = await page.evaluate(() => {
    const { output, hears } = window.instrument;
    if (output === undefined) return false;
    const source = new OscillatorNode(output.context, { frequency: 330 });
    source.start();
    window.instrument.feed(source);
    return hears;
  });
  assert.ok(fed);
  assert.ok((await loudness(page)) > 0.01);

  const learned = await page.evaluate(async () => {
    const { instrument } = window;
    const places = [
      { pad_x: 0.2, pad_y: 0.3 },
      { pad_x: 0.8, pad_y: 0.7 },
    ];
    const taught: Ensemble.Values[] = [];
    for (const place of places) {
      instrument.holdRandom();
      instrument.setChannels(place);
      taught.push(instrument.state.params);
      instrument.teach();
    }
    const end = await instrument.train({ min_error: 0.00001 });
    const misses = places.flatMap((place, at) =>
      Object.entries(instrument.answerAt(place)).map(([name, value]) =>
        Math.abs(value - (taught[at]?.[name] ?? 9)),
      ),
    );
    return { end, miss: Math.max(...misses), file: [...instrument.save()] };
  });
  assert.is(learned.end, 'converged');
  assert.ok(learned.miss < 0.02, `misses by ${learned.miss}`);
  assert.is(decodeTaught(Uint8Array.from(learned.file)).examples.length, 2);
  const states = await page.evaluate(() => window.states);
  assert.ok(states.some(({ training }) => training.state === 'running'));
  assert.is(states.at(-1)?.training.state, 'converged');
  assert.is(states.at(-1)?.exampleCount, 2);
  assert.is(states.at(-1)?.held, false);

  const again = await page.evaluate(async (file) => {
    const place = { pad_x: 0.4, pad_y: 0.6, cv_0: 0.1 };
    const taught = Uint8Array.from(file);
    const other = await window.ensemble.Instrument.create('space_reverb', taught);
    const same = [window.instrument, other].map((one) => JSON.stringify(one.answerAt(place)));
    await other.destroy();
    await window.instrument.stop();
    return { same, playing: window.instrument.state.playing };
  }, learned.file);
  assert.is(again.same[0], again.same[1]);
  assert.is(again.playing, false);
  assert.equal(person.errors, []);
  await person.close();
});

test('the page of the guide sounds when it is pasted as it is', async () => {
  const person = await chromium.person();
  const { page } = person;
  await page.addInitScript(EAR);
  await page.goto(`http://127.0.0.1:${port}/sample`);
  await page.waitForFunction(() => localStorage.getItem('drone') !== null);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForFunction(() => {
    const ear: unknown = Reflect.get(window, 'ear');
    const samples = new Float32Array(2048);
    if (ear instanceof AnalyserNode) ear.getFloatTimeDomainData(samples);
    return samples.some((sample) => Math.abs(sample) > 0.003);
  });
  assert.equal(person.errors, []);
  await person.close();
});

test('notes, voice spaces and params held by hand reach the sound', async () => {
  const person = await open('fm_voice');
  const { page } = person;
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForFunction(() => window.instrument.state.playing);
  await page.evaluate(() => {
    const { instrument } = window;
    instrument.setVoiceSpace(instrument.mode.voiceSpaces.at(-1) ?? '');
    instrument.holdDefaults();
    instrument.noteOn(60);
  });
  assert.ok((await loudness(page)) > 0.003);
  const { state, text } = await page.evaluate(() => {
    const { instrument } = window;
    const [{ name } = { name: '' }] = instrument.mode.params;
    instrument.noteOff(60);
    instrument.hold({ [name]: 1 });
    const { state } = instrument;
    instrument.release();
    return {
      state: { held: state.held, value: state.params[name] },
      text: instrument.textOf(name, 1),
    };
  });
  assert.equal(state, { held: true, value: 1 });
  assert.match(text, /\d/);
  assert.equal(person.errors, []);
  await person.close();
});

test('what a mode sends arrives as MIDI', async () => {
  const person = await open('sound_analysis');
  const { page } = person;
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForFunction(() => window.sent.some(([status]) => status === 0xb0));
  await person.close();
});

test('what cannot be is refused in a sentence, and nothing changes', async () => {
  const person = await open('space_reverb');
  const refusals = await person.page.evaluate(async () => {
    const { instrument, ensemble } = window;
    const before = JSON.stringify(instrument.state);
    const said: string[] = [];
    for (const attempt of [
      () => ensemble.Instrument.create('theremin'),
      () => ensemble.Instrument.create('drone', new Uint8Array(40)),
      () => instrument.setChannels({ pad_x: 0.1, pad_z: 0.5 }),
      () => instrument.setChannels({ pad_x: 0.1, pad_y: 1.5 }),
      () => instrument.hold({ loudness: 0 }),
      () => instrument.setVoiceSpace('Attic'),
      () => instrument.midi([0x90, 200, 0]),
      () => instrument.train(),
      () => instrument.train({ learning_rate: -1 }),
      () => instrument.load(new Uint8Array(3)),
    ]) {
      try {
        await attempt();
        said.push('nothing');
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? `${error.code} ` : '';
        said.push(error instanceof Error ? `${code}${error.message}` : 'no error');
      }
    }
    return { said, same: before === JSON.stringify(instrument.state) };
  });
  for (const [at, pattern] of [
    /Unknown mode “theremin”. Available: channel_strip, drone/,
    /^(?:file_foreign|file_damaged) This/,
    /Unknown channel “pad_z”. Available: pad_x, pad_y, cv_0/,
    /“pad_y” must be between 0 and 1, got 1.5/,
    /Unknown param “loudness”. Available: /,
    /Unknown voice space “Attic”. Available: /,
    /Not a MIDI channel message: 144 200 0/,
    /^no_examples Teach at least one sound first\./,
    /^bad_config Learning rate must be above 0 and up to 100/,
    /^(?:file_foreign|file_damaged) This/,
  ].entries()) {
    assert.match(refusals.said[at] ?? '', pattern);
  }
  assert.ok(refusals.same);
  await person.close();
});

test('the element plays there too, and does not lead to players there are none of', async () => {
  const person = await open('drone');
  const { page } = person;
  const element = page.locator('sound-mode');
  await element.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction(() => {
    const [one] = document.getElementsByTagName('sound-mode');
    const samples = new Float32Array(2048);
    if (one === undefined || !('view' in one)) return false;
    (one as SoundModeElement).view?.analyser?.getFloatTimeDomainData(samples);
    return samples.some((sample) => Math.abs(sample) > 0.003);
  });
  assert.is(await element.locator('a').count(), 0);
  await look(page, 'hosted-elsewhere', 'phone');
  assert.equal(person.errors, []);
  await person.close();
});

test('its declarations name exactly what it exports', async () => {
  const person = await open('drone');
  const exported = await person.page.evaluate(() => Object.keys(window.ensemble).sort());
  const declared = [...(await moduleTypes()).matchAll(/^export declare \w+ (\w+)/gm)];
  assert.equal(exported, declared.map(([, name]) => name).sort());
  await person.close();
});

closing(chromium, server);

test.run();

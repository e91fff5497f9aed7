/** Whatever happens while a sound starts: there is one, which follows what is played, and ends when it is stopped. */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AudioCommand } from '../../src/shared/instrument/audio-messages.ts';
import type * as Ensemble from '../../src/web/ensemble/main.ts';
import { bundled } from '../support/bundled.ts';
import { Chromium, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';

interface Starts {
  /** Lets sounds start, which wait for it. */
  go(): void;
  /** All commands that each instrument of an audio thread was sent. */
  readonly commands: AudioCommand[][];
  readonly contexts: AudioContext[];
}

declare global {
  interface Window {
    ensemble: typeof Ensemble;
    instrument: Ensemble.Instrument;
    starts: Starts;
  }
}

/** Runs before the page: sounds start only once the test wants them to, and what they are told is recorded. */
function holdStarts(): void {
  const gone = new Promise<void>((resolve) => {
    window.starts = { go: resolve, commands: [], contexts: [] };
  });
  const { starts } = window;
  const { addModule } = AudioWorklet.prototype;
  AudioWorklet.prototype.addModule = async function (address) {
    await gone;
    await addModule.call(this, address);
  };
  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      starts.contexts.push(this);
    }
  };
  window.AudioWorkletNode = class extends AudioWorkletNode {
    constructor(context: BaseAudioContext, name: string, options?: AudioWorkletNodeOptions) {
      super(context, name, options);
      const sent: AudioCommand[] = [];
      starts.commands.push(sent);
      const { port } = this;
      const post = port.postMessage.bind(port);
      port.postMessage = (message: AudioCommand[]): void => {
        sent.push(...message);
        post(message);
      };
    }
  };
}

const APP = `
import * as ensemble from './ensemble.js';
window.ensemble = ensemble;
ensemble.defineSoundMode();
window.instrument = await ensemble.Instrument.create('drone');
document.body.dataset.ready = '';`;

const PAGE = `<!doctype html><html lang="en"><title>My page</title><body><h1>My page</h1>
<sound-mode mode="fm_voice"></sound-mode><script type="module" src="/app.js"></script>`;

await bundled();
const server = http.createServer(({ url = '' }, response) => {
  const files: Record<string, readonly [string, string | Buffer]> = {
    '/app.js': ['text/javascript', APP],
    '/ensemble.js': ['text/javascript', readFileSync('dist/web/ensemble.js')],
  };
  const [type, body] = files[url] ?? ['text/html', PAGE];
  response.writeHead(200, { 'Content-Type': type });
  response.end(body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const chromium = await Chromium.launch();

async function open(): Promise<Person> {
  const person = await chromium.person();
  await person.page.addInitScript(holdStarts);
  await person.page.goto(`http://127.0.0.1:${port}/`);
  await person.page.locator('body[data-ready] sound-mode .instrument').waitFor();
  return person;
}

/** How many instruments the audio thread has had, and what the page's audio context does in the end. */
async function ends({ page }: Person, state: AudioContextState): Promise<number> {
  await page.waitForFunction(
    (wanted) => window.starts.contexts.every((context) => context.state === wanted),
    state,
  );
  return page.evaluate(() => window.starts.commands.length);
}

test('an instrument that is started twice at once sounds once, and stops', async () => {
  const person = await open();
  await person.page.evaluate(async () => {
    const { instrument, starts } = window;
    const both = Promise.all([instrument.start(), instrument.start()]);
    starts.go();
    await both;
    if (!instrument.state.playing) throw new Error('it does not play');
    await instrument.stop();
  });
  assert.is(await ends(person, 'suspended'), 1);
  assert.equal(person.errors, []);
  await person.close();
});

for (const [what, end] of [
  ['stopped', 'stop'],
  ['destroyed', 'destroy'],
] as const) {
  test(`an instrument that is ${what} while it starts stays silent`, async () => {
    const person = await open();
    await person.page.evaluate(async (call) => {
      const { instrument, starts } = window;
      const started = instrument.start();
      const ended = instrument[call]();
      starts.go();
      await Promise.all([started, ended]);
    }, end);
    assert.is(await ends(person, 'suspended'), 0);
    assert.equal(person.errors, []);
    await person.close();
  });
}

test('an instrument that is stopped and started again while it starts plays', async () => {
  const person = await open();
  const playing = await person.page.evaluate(async () => {
    const { instrument, starts } = window;
    const all = [instrument.start(), instrument.stop(), instrument.start()];
    starts.go();
    await Promise.all(all);
    return instrument.state.playing;
  });
  assert.ok(playing);
  assert.is(await ends(person, 'running'), 1);
  assert.equal(person.errors, []);
  await person.close();
});

test('what is done and played while it starts reaches the sound', async () => {
  const person = await open();
  const { sent, played } = await person.page.evaluate(async () => {
    const { instrument, starts } = window;
    const started = instrument.start();
    instrument.setChannels({ cv_0: 0.75 });
    instrument.holdDefaults();
    instrument.noteOn(60, 1);
    starts.go();
    await started;
    const { params } = instrument.state;
    return { sent: starts.commands[0] ?? [], played: Object.values(params) };
  });
  const inputs = sent.flatMap((one) => (one.do === 'input' ? [one.unit] : []));
  assert.ok(inputs.includes(0.75 * 32768), `${inputs}`);
  const held = sent.flatMap((one) => (one.do === 'params' ? [one.units] : []));
  assert.equal(
    held.map((units) => units.length),
    [played.length],
  );
  const notes = sent.flatMap((one) => (one.do === 'midi' ? [[...one.message]] : []));
  assert.equal(notes, [[0x90, 60, 127]]);
  assert.equal(person.errors, []);
  await person.close();
});

test('an element that is taken away while it starts stays silent', async () => {
  const person = await open();
  const { page } = person;
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('sound-mode .power[aria-busy=true]').waitFor();
  await page.evaluate(async () => {
    document.querySelector('sound-mode')?.remove();
    await new Promise((resolve) => setTimeout(resolve));
    window.starts.go();
  });
  assert.is(await ends(person, 'suspended'), 0);
  assert.equal(person.errors, []);
  await person.close();
});

test('an element that is stopped before it is ready does not start', async () => {
  const person = await open();
  const playing = await person.page.evaluate(async () => {
    window.starts.go();
    const element = document.createElement('sound-mode');
    element.setAttribute('mode', 'drone');
    document.body.append(element);
    const started = element.start();
    await element.stop();
    await started;
    return element.playing;
  });
  assert.is(playing, false);
  assert.is(await ends(person, 'suspended'), 0);
  assert.equal(person.errors, []);
  await person.close();
});

closing(chromium, server);

test.run();

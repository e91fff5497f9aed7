/** The check of other tests that a page keeps sounding: what holds up its audio thread is noticed. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import { keepsUp } from '../support/audio-thread.ts';
import { Chromium, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { press } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();

/** A drone that plays, on a page that first runs `prepare`. */
async function playing(prepare: () => void): Promise<Person> {
  const person = await chromium.person();
  const { page } = person;
  await page.addInitScript(prepare);
  await page.goto(`http://127.0.0.1:${port}/?play=drone`);
  await press(page, 'Play');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  return person;
}

test('an instrument that is late at rest would be noticed', async () => {
  // One block in every second takes a third of a second.
  const person = await playing(() => {
    const NativeBlob = globalThis.Blob;
    globalThis.Blob = class extends NativeBlob {
      constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
        const [text] = parts;
        const stall = `{ const register = registerProcessor;
          globalThis.registerProcessor = (name, Processor) => register(name, class extends Processor {
            process(...all) {
              if (currentFrame % 48000 < 128) for (const end = Date.now() + 333; Date.now() < end; );
              return super.process(...all);
            } }); }`;
        super(typeof text === 'string' ? [stall + text] : parts, options);
      }
    };
  });
  const { page } = person;
  const found = await keepsUp(page, async () => {}, 5_000);
  assert.match(found, /^late by \d+ \(reference \d+\) ms at rest$/);
  await person.close();
});

test('an action that holds up the audio thread would be noticed, and one that does not is on time', async () => {
  const person = await playing(() => {
    const Native = globalThis.AudioContext;
    globalThis.AudioContext = class extends Native {
      constructor(options?: AudioContextOptions) {
        super(options);
        Object.assign(globalThis, { context: this });
      }
    };
  });
  const { page } = person;
  await page.evaluate(`context.audioWorklet.addModule(URL.createObjectURL(new Blob([\`
    registerProcessor('block', class extends AudioWorkletProcessor {
      process() {
        for (const end = Date.now() + 200; Date.now() < end; );
        this.port.postMessage('done');
        return false;
      }
    });\`], { type: 'text/javascript' })))`);
  const found = await keepsUp(page, async () => {
    await page.evaluate(`new Promise((done) => {
      const node = new AudioWorkletNode(context, 'block');
      node.port.onmessage = done;
      node.connect(context.destination);
    })`);
    await page.waitForTimeout(1_000);
  });
  assert.match(found, /^late by (\d+ \(reference \d+\)(, )?){6} ms$/);
  assert.is(await keepsUp(page, () => page.waitForTimeout(300)), 'on time');
  await person.close();
});

closing(chromium, service);

test.run();

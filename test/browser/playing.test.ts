/** Playing: a note is on its way before anything else happens, and the sound goes on where nobody looks. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { bundles, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();

async function playing(modeId: string): Promise<Person> {
  const person = await chromium.person();
  const { page } = person;
  await page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  return person;
}

test('a note is sent in the task that it arrives in, behind the gestures before it', async () => {
  const person = await playing('fm_voice');
  const sent = await person.page.locator('sound-mode').evaluate((element: SoundModeElement) => {
    const { postMessage } = MessagePort.prototype;
    const messages: unknown[] = [];
    MessagePort.prototype.postMessage = function (message: unknown) {
      messages.push(message);
      postMessage.call(this, message);
    };
    element.view?.model.sound?.({ do: 'input', index: 0, unit: 5 });
    const before = messages.length;
    element.view?.play([0x90, 60, 100]);
    const after = messages.splice(0);
    MessagePort.prototype.postMessage = postMessage;
    return { before, after };
  });
  assert.is(sent.before, 0, 'gestures wait for the frame');
  const gesture = { do: 'input', index: 0, unit: 5 };
  assert.equal(sent.after, [[gesture, { do: 'midi', message: [0x90, 60, 100] }]]);
  assert.equal(person.errors, []);
  await person.close();
});

/** What a page is told when its tab is hidden or shown. */
const hide = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

const isIn = (page: Page, state: AudioContextState): Promise<unknown> =>
  page.waitForFunction((wanted) => {
    const view = Reflect.get(document.querySelector('sound-mode') ?? {}, 'view');
    return view?.analyser?.context.state === wanted;
  }, state);

const blocks = (page: Page): Promise<number> =>
  page
    .locator('sound-mode')
    .evaluate((element: SoundModeElement) => element.view?.health.blocks ?? -1);

test('the sound goes on in a hidden page, unless its tag says otherwise', async () => {
  const person = await playing('drone');
  const { page } = person;
  await hide(page, true);
  const before = await blocks(page);
  await until(
    async () => (await blocks(page)) > before + 100,
    () => 'it plays on',
  );
  await isIn(page, 'running');
  await hide(page, false);
  await page.locator('sound-mode').evaluate((one) => one.setAttribute('background', 'pause'));
  await hide(page, true);
  await isIn(page, 'suspended');
  await hide(page, false);
  await isIn(page, 'running');
  assert.equal(person.errors, []);
  await person.close();
});

/** Runs before the page: its audio context can be interrupted, as by a phone call, which refuses to resume it. */
function canBeInterrupted(): void {
  const stand = { state: '', refused: 0, session: { type: 'auto' } };
  Reflect.set(window, 'phone', stand);
  Object.defineProperty(navigator, 'audioSession', { value: stand.session });
  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      Reflect.set(stand, 'context', this);
    }
    override get state(): AudioContextState {
      return stand.state === '' ? super.state : (stand.state as AudioContextState);
    }
    override async resume(): Promise<void> {
      if (stand.state === 'interrupted') {
        stand.refused += 1;
        throw new DOMException('a call goes on', 'InvalidStateError');
      }
      await super.resume();
      if (stand.state === '') return;
      // A task of its own, as in browsers.
      await new Promise((resolve) => setTimeout(resolve));
      stand.state = '';
      this.dispatchEvent(new Event('statechange'));
    }
  };
}

/** What the system does to the page's sound; `ready` means that it can be resumed, and nobody is told. */
const system = (page: Page, state: 'interrupted' | 'suspended' | 'ready'): Promise<void> =>
  page.evaluate((now) => {
    const phone = Reflect.get(window, 'phone');
    phone.state = now;
    if (now !== 'ready') phone.context.dispatchEvent(new Event('statechange'));
  }, state);

const shows = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).waitFor();

const told = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Reflect.get(window, 'told'));

test('a call silences it; it goes on when that ends, when the page is seen, at a gesture or at Play', async () => {
  const person = await chromium.person();
  const { page } = person;
  await page.addInitScript(canBeInterrupted);
  await page.goto(`http://127.0.0.1:${port}/?play=drone`);
  await page.evaluate(() => {
    const all: string[] = [];
    Reflect.set(window, 'told', all);
    for (const name of ['play', 'pause']) addEventListener(name, ({ type }) => all.push(type));
  });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await shows(page, 'Pause');
  assert.is(await page.evaluate(() => Reflect.get(window, 'phone').session.type), 'playback');

  await system(page, 'interrupted');
  await shows(page, 'Play');
  await page.getByRole('heading', { level: 1 }).click();
  await hide(page, false);
  assert.is(await page.evaluate(() => Reflect.get(window, 'phone').refused > 1), true);
  await system(page, 'suspended');
  await shows(page, 'Pause');

  await system(page, 'interrupted');
  await shows(page, 'Play');
  await system(page, 'ready');
  await hide(page, false);
  await shows(page, 'Pause');

  await system(page, 'interrupted');
  await shows(page, 'Play');
  await system(page, 'ready');
  await page.keyboard.press('Shift');
  await shows(page, 'Pause');

  await system(page, 'interrupted');
  await shows(page, 'Play');
  await system(page, 'ready');
  // However long the button is pressed, it does what it says.
  await page.getByRole('button', { name: 'Play', exact: true }).click({ delay: 300 });
  await shows(page, 'Pause');
  const one = ['pause', 'play'];
  assert.equal(await told(page), ['play', ...one, ...one, ...one, ...one]);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await shows(page, 'Play');
  assert.equal(person.errors, []);
  await person.close();
});

closing(chromium, service);

test.run();

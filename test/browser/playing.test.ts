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

closing(chromium, service);

test.run();

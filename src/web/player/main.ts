/** The player: an instrument with every device, and the way to put it on a site. */

import { MODES, modeNamed } from '../../../build/ts/registry.ts';
import { spoken } from '../../spoken.ts';
import { button, byId, field, h } from '../dom.ts';
import { encodeBase64 } from '../sound-mode/base64.ts';
import type { SoundModeElement } from '../sound-mode/element.ts';
import { boardPanel } from './board-panel.ts';
import { isPanel, listenToEditor, reportLearning } from './panel.ts';
import { type Place, placeOf } from './place.ts';
import { SiteLink } from './site-link.ts';

const USERNAME = /^[a-z0-9]+([._-][a-z0-9]+)*$/;

const status = h('p', { class: 'status', attributes: { role: 'status' } });
const say = (sentence: string): void => {
  status.textContent = sentence;
};

/** `sound-mode.js` defines it before this script runs. */
function isInstrument(element: HTMLElement): element is SoundModeElement {
  return 'view' in element;
}

function instrument(modeId: string, taught: Uint8Array): SoundModeElement {
  const element = document.createElement('sound-mode');
  if (!isInstrument(element)) throw new Error('This page lost its instrument. Reload it.');
  element.setAttribute('mode', modeId);
  element.setAttribute('devices', '');
  if (taught.length > 0) element.setAttribute('taught', encodeBase64(taught));
  document.title = `${spoken(modeId)} · Ensemble`;
  return element;
}

async function save(element: SoundModeElement, link: SiteLink, id: string): Promise<void> {
  const model = element.view?.model;
  if (model === undefined) return;
  say('Saving…');
  await link.save({ id, mode: model.mode.modeId, taught: model.save() });
  const address = `/member/${link.username}`;
  status.replaceChildren(
    'Saved. Visitors of ',
    h('a', { text: address, attributes: { href: address } }),
    ' play what you taught.',
  );
}

const attempt = (action: () => Promise<void>): void => {
  action().catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
};

/** An id no instrument of the site has yet, after the mode's name. */
function freshId(link: SiteLink, modeId: string): string {
  let id = modeId;
  for (let count = 2; link.instrument(id) !== undefined; count += 1) id = `${modeId}-${count}`;
  return id;
}

/** For an instrument of the catalogue: asks for the site it goes on. */
function keepAnywhere(element: SoundModeElement, modeId: string): HTMLElement {
  const { row, input } = field('Name of the site', {
    required: true,
    maxlength: 64,
    autocapitalize: 'none',
    spellcheck: 'false',
  });
  let kept: { readonly link: SiteLink; readonly id: string } | undefined;
  const form = h(
    'form',
    { class: 'row' },
    row,
    h('button', { class: 'button', text: 'Put it on this site' }),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const name = input.value.trim().toLowerCase();
    if (!USERNAME.test(name))
      return say('A name has a-z and 0-9, with single . - or _ between them.');
    attempt(async () => {
      if (kept?.link.username !== name) {
        await kept?.link.close();
        const link = await SiteLink.open(name);
        kept = { link, id: freshId(link, modeId) };
      }
      await save(element, kept.link, kept.id);
    });
  });
  return h('section', { class: 'panel' }, h('h2', { text: 'Put it on a site' }), form);
}

function keepThere(element: SoundModeElement, link: SiteLink, id: string): HTMLElement {
  return h(
    'section',
    { class: 'panel' },
    h('h2', { text: `On the site ${link.username}` }),
    button('Save into the site', () => attempt(() => save(element, link, id)), { class: 'button' }),
  );
}

async function build(place: Place): Promise<readonly HTMLElement[]> {
  if (place.kind === 'mode') {
    const element = instrument(place.modeId, new Uint8Array());
    return [element, keepAnywhere(element, place.modeId)];
  }
  const link = await SiteLink.open(place.username);
  const found = link.instrument(place.id);
  const modeId = found?.mode ?? place.id;
  if (modeNamed(modeId) === undefined) {
    const names = MODES.map((mode) => mode.modeId).join(', ');
    throw new Error(`${place.username} has no instrument “${place.id}”. There are modes ${names}.`);
  }
  const element = instrument(modeId, found?.taught ?? new Uint8Array());
  return [element, keepThere(element, link, place.id)];
}

/** In the editor's panel: the instrument alone, which the editor saves. */
function buildPanel(root: HTMLElement): void {
  document.documentElement.classList.add('in-panel');
  let element: SoundModeElement | undefined;
  listenToEditor(({ mode, taught }) => {
    element?.remove();
    const fresh = instrument(mode, taught);
    element = fresh;
    fresh.addEventListener('ready', () => {
      if (fresh.view !== undefined) reportLearning(fresh.view.model);
    });
    const board = boardPanel(() => fresh.view?.model, say);
    root.replaceChildren(fresh, ...(board === undefined ? [] : [board]), status);
  });
}

async function buildPage(root: HTMLElement): Promise<void> {
  root.replaceChildren(h('h1', { text: 'Play' }), status);
  const parts = await build(placeOf(location));
  const [element] = parts;
  const model = () =>
    element !== undefined && isInstrument(element) ? element.view?.model : undefined;
  const board = boardPanel(model, say);
  const title = h('h1', { text: document.title.replace(/ · .*/, '') });
  root.replaceChildren(title, ...parts, ...(board === undefined ? [] : [board]), status);
}

const root = byId('player');
if (isPanel(location)) buildPanel(root);
else attempt(() => buildPage(root));

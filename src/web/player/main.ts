/** The player page: an instrument with access to devices, which can be saved to a site. */

import { MODES, modeNamed } from '../../../build/ts/registry.ts';
import { counted, humanize } from '../../shared/humanize.ts';
import { sameState, stateOf, type TaughtState } from '../../shared/site/site-instruments.ts';
import { judgeUsername, MAX_USERNAME_CHARACTERS, usernameRule } from '../../shared/username.ts';
import { button, byId, field, h } from '../dom.ts';
import type { PageMessage, ShowMessage } from '../instrument-messages.ts';
import { keepPages } from '../keep-pages.ts';
import type { SoundModeElement } from '../sound-mode/element.ts';
import { errorSentence } from '../sound-mode/model.ts';
import { learnedFrom, stateOfModel } from '../sound-mode/site-state.ts';
import { Toast } from '../toast.ts';
import { boardPanel } from './board-panel.ts';
import { KeptWork } from './kept-work.ts';
import { offerOf } from './left-work-offer.ts';
import { isLink, learnFromLink, sharePanel } from './link.ts';
import { isPanel, isTry, LearningReport, listenToEditor, PageSound } from './panel.ts';
import { type PlayerAddress, playerAddress } from './player-address.ts';
import { PresetsPanel } from './presets-panel.ts';
import { SiteLink } from './site-link.ts';
import { listenToPreviews } from './sound-preview.ts';
import { PLAYER_TEXT } from './text.ts';

const TEXT = PLAYER_TEXT.site;
const UNTAUGHT = stateOf(undefined);

const status = new Toast({ class: 'status' });
const report = (...content: readonly (Node | string)[]): void => status.show(...content);

/** What is taught here and not saved; nothing where others keep it. */
let kept: KeptWork | undefined;

/** `sound-mode.js` defines the element before this script runs. */
function isSoundMode(element: HTMLElement): element is SoundModeElement {
  return 'view' in element;
}

/** @param state what it learned; nothing yet by default */
function createSoundMode(modeId: string, state = UNTAUGHT): SoundModeElement {
  const element = document.createElement('sound-mode');
  if (!isSoundMode(element)) throw new Error(PLAYER_TEXT.scriptMissing);
  element.setAttribute('mode', modeId);
  element.setAttribute('devices', '');
  element.setAttribute('controls', 'teach');
  const follow = () => {
    const model = element.view?.model;
    attempt(async () => model?.follow(learnedFrom(model.mode, state)));
  };
  if (state !== UNTAUGHT) element.addEventListener('ready', follow, { once: true });
  document.title = PLAYER_TEXT.pageTitle(humanize(modeId));
  return element;
}

/** What an instrument had learned when it was last as the site has it. */
const bases = new WeakMap<SoundModeElement, TaughtState>();

async function save(element: SoundModeElement, link: SiteLink, id: string): Promise<void> {
  const model = element.view?.model;
  if (model === undefined) return;
  report(TEXT.saving);
  model.settle();
  const after = stateOfModel(model);
  await link.save({ id, mode: model.mode.modeId, before: bases.get(element) ?? UNTAUGHT, after });
  // Others may have taught it meanwhile.
  const now = stateOf(link.instrument(id));
  if (!sameState(now, after)) model.follow(learnedFrom(model.mode, now));
  bases.set(element, stateOfModel(model));
  kept?.saved();
  const address = `/member/${link.username}`;
  const [start, end] = TEXT.saved;
  report(start, h('a', { text: address, attributes: { href: address } }), end);
}

const attempt = (action: () => Promise<void>): void => {
  action().catch((error: unknown) => report(errorSentence(error)));
};

/** An id made of the mode's name that the site does not use yet. */
function newId(link: SiteLink, modeId: string): string {
  let id = modeId;
  for (let count = 2; link.instrument(id) !== undefined; count += 1) id = `${modeId}-${count}`;
  return id;
}

/** For a mode of the gallery: a form that adds the instrument to a site. */
function addToSite(element: SoundModeElement, modeId: string): HTMLElement {
  const { row, input } = field(TEXT.name, {
    required: true,
    maxlength: MAX_USERNAME_CHARACTERS,
    autocapitalize: 'none',
    spellcheck: 'false',
  });
  let target: { readonly link: SiteLink; readonly id: string } | undefined;
  const form = h('form', { class: 'row' }, row, h('button', { class: 'button', text: TEXT.add }));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const name = input.value.trim().toLowerCase();
    if (judgeUsername(name) !== 'valid') return report(usernameRule());
    attempt(async () => {
      if (target?.link.username !== name) {
        await target?.link.close();
        const link = await SiteLink.open(name);
        target = { link, id: newId(link, modeId) };
      }
      await save(element, target.link, target.id);
    });
  });
  return h('section', { class: 'panel' }, h('h2', { text: TEXT.addTitle }), form);
}

/** For an instrument of a site: a button that saves it there. */
function saveToSite(element: SoundModeElement, link: SiteLink, id: string): HTMLElement {
  return h(
    'section',
    { class: 'panel' },
    h('h2', { text: TEXT.saveTitle(link.username) }),
    button(TEXT.save, () => attempt(() => save(element, link, id)), { class: 'button' }),
  );
}

/** The instrument learns what the address carries, once it is ready, and when another link is opened. */
function followLink(element: SoundModeElement, tell = true): void {
  const learn = (): void => {
    const model = element.view?.model;
    if (model === undefined) return;
    attempt(async () => {
      if (!learnFromLink(model, location) || !tell) return;
      report(PLAYER_TEXT.link.opened(counted(model.exampleCount, 'sound')));
    });
  };
  element.addEventListener('ready', learn, { once: true });
  // What was taught so far is kept, and offered when the page is back.
  addEventListener('hashchange', () => {
    if (isLink(location)) location.reload();
  });
}

/** Keeps what is taught from now on, and offers what was left. */
function keepWork(element: SoundModeElement, address: PlayerAddress): void {
  const place = address.kind === 'mode' ? address.modeId : `${address.username}/${address.id}`;
  const work = new KeptWork(place, () => report(PLAYER_TEXT.kept.full));
  kept = work;
  const start = async (): Promise<void> => {
    if (element.view === undefined) return;
    work.follow(element.view.model);
    const left = await work.left();
    if (left !== undefined) element.before(offerOf(work, left, report));
  };
  element.addEventListener('ready', () => attempt(start), { once: true });
}

/** The panel of one's own presets, once the instrument is ready; they are in its menu, too. */
function ownPresets(element: SoundModeElement): HTMLElement {
  const place = h('div');
  const start = (): void => {
    const { view } = element;
    if (view === undefined) return;
    const panel = new PresetsPanel(view.model, report, (presets) => {
      if (view.presets !== undefined) view.presets.own = presets;
      if (kept !== undefined) kept.presets = presets;
    });
    place.replaceWith(panel.element);
  };
  element.addEventListener('ready', start, { once: true });
  return place;
}

async function build(address: PlayerAddress): Promise<readonly HTMLElement[]> {
  const modes = MODES.map((mode) => mode.modeId).join(', ');
  if (address.kind === 'mode') {
    // The server says so itself, where it can be reached.
    if (modeNamed(address.modeId) === undefined) {
      throw new Error(PLAYER_TEXT.noInstrument(address.modeId, modes));
    }
    const element = createSoundMode(address.modeId);
    followLink(element);
    keepWork(element, address);
    return [element, ownPresets(element), addToSite(element, address.modeId)];
  }
  const { username, id } = address;
  const link = await SiteLink.open(username);
  const stored = link.instrument(id);
  const modeId = stored?.mode ?? id;
  if (modeNamed(modeId) === undefined) {
    throw new Error(PLAYER_TEXT.unknownInstrument(id, username, modes));
  }
  const element = createSoundMode(modeId, stored && stateOf(stored));
  const start = () => {
    if (element.view !== undefined) bases.set(element, stateOfModel(element.view.model));
  };
  element.addEventListener('ready', start, { once: true });
  keepWork(element, address);
  return [element, ownPresets(element), saveToSite(element, link, id)];
}

/** In the editor's instrument panel: only the instrument, which the editor saves. */
function buildPanel(root: HTMLElement): void {
  document.documentElement.classList.add('in-panel');
  let element: SoundModeElement | undefined;
  let learning: LearningReport | undefined;
  let history = { canUndo: false, canRedo: false };
  const sound = new PageSound();
  let page: PageMessage | undefined;
  const show = ({ mode, state, serial }: ShowMessage): void => {
    element?.remove();
    const created = createSoundMode(mode, state);
    element = created;
    const start = (): void => {
      if (created.view === undefined || element !== created) return;
      learning = new LearningReport(created.view.model, serial, history);
      if (page !== undefined) void sound.follow(created.view, page);
    };
    created.addEventListener('ready', start, { once: true });
    const board = boardPanel(created.getAttribute('mode') ?? '', () => created.view?.model, report);
    root.replaceChildren(created, ...(board === undefined ? [] : [board]), status.element);
  };
  listenToEditor((message) => {
    if (message.ensemble === 'history') {
      history = message;
      learning?.followHistory(message);
    } else if (message.ensemble === 'page') {
      const view = learning && element?.view;
      if (view === undefined) page = message;
      else void sound.follow(view, message);
    } else if (learning === undefined) show(message);
    else learning.follow(message);
  });
}

/** On the homepage, which frames it: only the instrument, and of that what it is played with. */
function buildTry(root: HTMLElement): void {
  document.documentElement.classList.add('in-try');
  const address = playerAddress(location);
  if (address.kind !== 'mode') return;
  const element = createSoundMode(address.modeId);
  element.removeAttribute('devices');
  element.setAttribute('controls', 'play');
  followLink(element, false);
  // One click, on Play or on the pad, and it sounds.
  const start = (event: MouseEvent): void => {
    const onPad = event.composedPath().some((one) => one instanceof Element && one.matches('.pad'));
    if (onPad && !element.playing) void element.start();
  };
  element.addEventListener('click', start);
  root.replaceChildren(element, status.element);
  listenToPreviews(
    () => {
      const preview = createSoundMode(address.modeId);
      preview.removeAttribute('devices');
      return preview;
    },
    () => element.playing,
  );
}

async function buildPage(root: HTMLElement): Promise<void> {
  root.replaceChildren(h('h1', { text: PLAYER_TEXT.title }));
  const parts = await build(playerAddress(location));
  const [element] = parts;
  const model = () =>
    element !== undefined && isSoundMode(element) ? element.view?.model : undefined;
  const modeId = element?.getAttribute('mode') ?? '';
  const board = boardPanel(modeId, model, report);
  const title = h('h1', { text: document.title.replace(/ · .*/, '') });
  const [instrument, ...panels] = parts;
  const share = sharePanel(model, report);
  const reference = h('a', {
    text: PLAYER_TEXT.reference,
    attributes: { href: `/?reference=${modeId}` },
  });
  const all = [title, instrument, share, ...panels, reference].filter((one) => one !== undefined);
  root.replaceChildren(...all, ...(board === undefined ? [] : [board]), status.element);
}

keepPages();
const root = byId('player');
if (isPanel(location)) buildPanel(root);
else if (isTry(location)) buildTry(root);
else {
  buildPage(root).catch((error: unknown) =>
    root.append(h('p', { text: errorSentence(error), attributes: { role: 'alert' } })),
  );
}

/** The reference card of a mode: the instrument with its presets, and what each of its parameters does to the sound. */
import type { Channel, Mode } from '../../../build/ts/mode.ts';
import { modeNamed } from '../../../build/ts/registry.ts';
import { channelNamed } from '../../../dsl/channels.ts';
import { humanize } from '../../shared/humanize.ts';
import { presetsOf } from '../../shared/instrument/presets.ts';
import { byId, h } from '../dom.ts';
import type { SoundModeElement } from '../sound-mode/element.ts';
import type { Model } from '../sound-mode/model.ts';
import { Slices } from '../sound-mode/slices.ts';
import { SlotCard } from './slot-card.ts';
import { REFERENCE_TEXT as TEXT } from './text.ts';

/** Draws the pictures that are in sight, one after the other, in slices between frames. */
class Pictures {
  readonly #cards: readonly SlotCard[];
  readonly #seen = new Set<Element>();
  readonly #slices = new Slices((isOver) => this.#draw(isOver));
  #drawing: Generator<undefined, void> | undefined;

  constructor(cards: readonly SlotCard[]) {
    this.#cards = cards;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) this.#seen.add(target);
          else this.#seen.delete(target);
        }
        this.#slices.start();
      },
      { rootMargin: '50%' },
    );
    for (const { element } of cards) observer.observe(element);
  }

  /** The sound has changed. */
  redraw(): void {
    // Runs what the picture would do at its end: free its instrument.
    this.#drawing?.return(undefined);
    this.#drawing = undefined;
    for (const { picture } of this.#cards) {
      if (picture !== undefined) picture.stale = true;
    }
    this.#slices.start();
  }

  #draw(isOver: () => boolean): boolean {
    while (!isOver()) {
      this.#drawing ??= this.#next()?.draw();
      if (this.#drawing === undefined) return false;
      if (this.#drawing.next().done === true) this.#drawing = undefined;
    }
    return true;
  }

  #next(): SlotCard | undefined {
    return this.#cards.find(
      ({ element, picture }) => picture?.stale === true && this.#seen.has(element),
    );
  }
}

/** `sound-mode.js` defines the element before this script runs. */
function isSoundMode(element: HTMLElement): element is SoundModeElement {
  return 'view' in element;
}

function table(title: string, rows: readonly (readonly [string, string])[]): HTMLElement {
  const items = rows.map(([term, text]) =>
    h('div', {}, h('dt', { text: term }), h('dd', { text })),
  );
  return h('section', {}, h('h2', { text: title }), h('dl', {}, ...items));
}

function inputs({ channels }: Mode): HTMLElement {
  const described = (name: Channel): readonly [string, string] => {
    const { label = name, zero = '', one = '' } = channelNamed(name) ?? {};
    return [label, TEXT.to(zero, one)];
  };
  return table(TEXT.inputs, channels.map(described));
}

function voiceSpaces({ voiceSpaces, params }: Mode): readonly HTMLElement[] {
  const rows = voiceSpaces.flatMap(({ name, curves }): (readonly [string, string])[] => {
    const own = params.filter(({ curve }, index) => curves[index] !== curve).length;
    return name === undefined ? [] : [[name, TEXT.ownCurves(own)]];
  });
  return rows.length === 0 ? [] : [table(TEXT.voiceSpaces, rows)];
}

function parameters(model: Model, element: SoundModeElement): readonly HTMLElement[] {
  const { mode } = model;
  const cards = mode.params.map((_, index) => new SlotCard(model, index, element));
  const pictures = new Pictures(cards);
  const silence = (): void => {
    for (const card of cards) card.silence();
  };
  element.addEventListener('play', silence);
  model.listen((change) => {
    if (change === 'inputs' || change === 'training' || change === 'loop') return;
    silence();
    if (change === 'voice-space') for (const card of cards) card.show();
    pictures.redraw();
  });
  return mode.groups.map((group) =>
    h(
      'section',
      {},
      h('h2', { text: group }),
      h(
        'ul',
        { class: 'cards' },
        ...cards
          .filter((_, index) => mode.params[index]?.group === group)
          .map(({ element: card }) => card),
      ),
    ),
  );
}

function build(root: HTMLElement): void {
  const modeId = new URLSearchParams(location.search).get('reference') ?? '';
  const mode = modeNamed(modeId);
  const element = document.createElement('sound-mode');
  if (mode === undefined || !isSoundMode(element)) {
    root.replaceChildren(
      h('p', { text: mode === undefined ? TEXT.unknown(modeId) : TEXT.scriptMissing }),
    );
    return;
  }
  const name = humanize(modeId);
  document.title = TEXT.title(name);
  element.setAttribute('mode', modeId);
  element.setAttribute('controls', 'play');
  const [preset] = presetsOf(modeId);
  if (preset !== undefined) element.setAttribute('preset', preset.name);
  const hints = h('div', { class: 'hints' });
  const start = (): void => {
    const { model } = element.view ?? {};
    if (model === undefined) return;
    const hasPhrase = model.playsNotes && !model.drones;
    const how = [...(hasPhrase ? [TEXT.phrase] : []), ...(mode.listens ? [TEXT.line] : [])];
    const sentences = model.sounds ? [TEXT.lead, [TEXT.heard, ...how].join(' ')] : [TEXT.silent];
    hints.replaceChildren(...sentences.map((text) => h('p', { text })));
    root.append(...parameters(model, element));
  };
  element.addEventListener('ready', start, { once: true });
  root.replaceChildren(
    h(
      'header',
      {},
      h('h1', { text: name }),
      h('code', { text: modeId }),
      h(
        'p',
        {},
        h('a', { class: 'button', text: TEXT.player, attributes: { href: `/?play=${modeId}` } }),
      ),
    ),
    element,
    h('div', { class: 'pair' }, inputs(mode), ...voiceSpaces(mode)),
    hints,
  );
}

build(byId('reference'));

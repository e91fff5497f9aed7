/** The homepage's instrument: the player in a frame, loaded after the page was first painted, as high as it needs. */
import { h } from '../dom.ts';
import { keepPages } from '../keep-pages.ts';
import { unsavedSites } from '../unsaved-sites.ts';
import { previewCards } from './card-previews.ts';
import { UNSAVED_TEXT } from './text.ts';

/** Names the sites with edits that only this browser has. */
function tellUnsaved(): void {
  const names = unsavedSites();
  if (names.length === 0) return;
  const [before, after] = UNSAVED_TEXT;
  const note = h('p', { class: 'unsaved', text: before, attributes: { role: 'status' } });
  for (const [number, name] of names.entries()) {
    if (number > 0) note.append(', ');
    note.append(h('a', { text: name, attributes: { href: `/member/${name}?edit` } }));
  }
  note.append(after);
  document.querySelector('main')?.prepend(note);
}

function load(place: HTMLElement, address: string): void {
  const frame = h('iframe', {
    title: place.dataset['title'] ?? '',
    attributes: { src: address, allow: 'autoplay' },
  });
  frame.addEventListener('load', () => {
    const inside = frame.contentDocument?.getElementById('player');
    if (inside === null || inside === undefined) return;
    const fit = new ResizeObserver(() => {
      frame.style.blockSize = `${Math.ceil(inside.getBoundingClientRect().height)}px`;
    });
    fit.observe(inside);
  });
  place.replaceChildren(frame);
  previewCards(frame);
}

keepPages();
tellUnsaved();
const place = document.querySelector<HTMLElement>('.try[data-address]');
const address = place?.dataset['address'];
if (place !== null && address !== undefined) {
  const paint = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
    paint.disconnect();
    load(place, address);
  });
  paint.observe({ type: 'paint', buffered: true });
}

/** Lets the homepage, which frames this page, preview how an instrument sounds: its first preset, for two seconds. */
import * as v from 'valibot';
import { modeNamed } from '../../../build/ts/registry.ts';
import { type Preset, presetsOf } from '../../shared/instrument/presets.ts';
import type { SoundModeElement } from '../sound-mode/element.ts';
import { isManual } from '../sound-mode/model.ts';

const message = v.object({
  ensemble: v.literal('preview'),
  /** What to preview; nothing ends a preview. */
  mode: v.nullable(v.string()),
});

const PREVIEW_MS = 2_000;
const NOTE_MS = 250;
const KEYS = [48, 55, 60, 63, 67, 72, 67, 63] as const;

/**
 * Moves the channels from example to example, and plays notes unless it sounds without, until its time is over or
 * `ended`.
 */
function perform(
  element: SoundModeElement,
  { examples }: Preset,
  ended: () => boolean,
): Promise<void> {
  const begin = performance.now();
  const model = element.view?.model;
  let played = -1;
  return new Promise((resolve) => {
    const step = (): void => {
      const part = (performance.now() - begin) / PREVIEW_MS;
      if (model === undefined || part >= 1 || ended()) {
        resolve();
        return;
      }
      const way = part * (examples.length - 1);
      const [from, to] = [examples[Math.floor(way)], examples[Math.ceil(way)]];
      for (const [index, unit] of (from?.inputs ?? []).entries()) {
        if (!isManual(model.mode.channels[index] ?? '')) continue;
        const next = to?.inputs[index] ?? unit;
        model.setInput(index, Math.round(unit + (next - unit) * (way % 1)));
      }
      const note = Math.floor((part * PREVIEW_MS) / NOTE_MS);
      if (note !== played && !model.drones) {
        if (played >= 0) element.noteOff(KEYS[played % KEYS.length] ?? 60);
        element.noteOn(KEYS[note % KEYS.length] ?? 60);
        played = note;
      }
      setTimeout(step, 16);
    };
    step();
  });
}

/** Previews what the page around this one asks for, unless `busy` says that something plays already. */
export function listenToPreviews(create: () => SoundModeElement, busy: () => boolean): void {
  let asked = 0;
  addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== parent || origin !== location.origin) return;
    const parsed = v.safeParse(message, data);
    if (!parsed.success) return;
    asked += 1;
    const own = asked;
    const { mode } = parsed.output;
    const preset = mode === null ? undefined : presetsOf(mode)[0];
    if (mode === null || modeNamed(mode) === undefined || preset === undefined || busy()) return;
    void preview(create(), mode, preset, () => own !== asked || busy());
  });
}

async function preview(
  element: SoundModeElement,
  mode: string,
  preset: Preset,
  ended: () => boolean,
): Promise<void> {
  element.setAttribute('mode', mode);
  element.setAttribute('preset', preset.name);
  element.setAttribute('controls', 'none');
  element.className = 'sound-preview';
  document.body.append(element);
  try {
    await element.start();
    await perform(element, preset, ended);
    await element.stop();
  } finally {
    element.remove();
  }
}

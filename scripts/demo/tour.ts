/** A tour of the platform: two people edit a site, teach its instrument four vowels, and a visitor plays it. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { modeNamed } from '../../build/ts/registry.ts';
import { unitOfValue } from '../../src/shared/instrument/values.ts';
import { firstPage } from './first-page.ts';
import {
  code,
  insertInstrument,
  instrument,
  movePad,
  type Place,
  panel,
  press,
  published,
  type Surface,
  setUser,
  shown,
  touch,
  train,
  waitForLesson,
  waitForStatus,
  writeAfter,
} from './page-actions.ts';

export const SITE = 'garden';
export const MODE_ID = 'paf_synth';
const EDITOR_VIEW = { width: 1180, height: 700 };
const TEACHING_VIEW = { width: 1440, height: 900 };
const VISITOR_VIEW = { width: 1180, height: 1000 };
const WELCOME_TRIES = 100;
const DRAWN_TRIES = 100;
/** Until the scope has drawn the current sound. */
const SCOPE_MS = 600;

/** What the tour needs from the command that runs it. */
export interface Stage {
  /** Address of a page of the service. */
  at(place: string): string;
  /** Opens a page as a new person. */
  visitor(options: BrowserContextOptions): Promise<Page>;
  /** Prints what happens. */
  tell(sentence: string): void;
  /** Takes a screenshot of the visible part of a page, or of the whole page. */
  picture(page: Page, name: string, whole?: 'whole'): Promise<void>;
  /** Path of the taught file. */
  readonly taught: string;
}

interface Vowel {
  readonly name: string;
  readonly at: Place;
  /** Params in their own units; the others keep their default. */
  readonly sounds: Readonly<Record<string, number>>;
}

/** Formants of four vowels of male speakers (Peterson and Barney, 1952), at four pitches. */
const VOWELS: readonly Vowel[] = [
  {
    name: 'ah',
    at: [0.2, 0.2],
    sounds: {
      pitch_hz: 110,
      formant_1_hz: 730,
      formant_2_hz: 1090,
      formant_3_hz: 2440,
      echo_mix_pct: 10,
    },
  },
  {
    name: 'ee',
    at: [0.8, 0.2],
    sounds: {
      pitch_hz: 220,
      formant_1_hz: 270,
      formant_2_hz: 2290,
      formant_3_hz: 3010,
      drive_db: 12,
      detune_cents: 30,
    },
  },
  {
    name: 'oo',
    at: [0.2, 0.8],
    sounds: {
      pitch_hz: 82.4,
      formant_1_hz: 300,
      formant_2_hz: 870,
      formant_3_hz: 2240,
      cutoff_hz: 2500,
      echo_mix_pct: 60,
    },
  },
  {
    name: 'eh',
    at: [0.8, 0.8],
    sounds: {
      pitch_hz: 165,
      formant_1_hz: 530,
      formant_2_hz: 1840,
      formant_3_hz: 2480,
      pulse_depth_pct: 70,
      sweep_depth_st: 9,
    },
  },
];

/** Opens the editor of the tour's site as a person with this name. */
async function editor(stage: Stage, name: string, options: BrowserContextOptions): Promise<Page> {
  const page = await stage.visitor({ viewport: EDITOR_VIEW, ...options });
  await setUser(page.context(), name);
  await page.goto(stage.at(`/member/${SITE}?edit`));
  await waitForStatus(page, 'saved');
  return page;
}

/** Shows the homepage, once the welcome site has been created. */
async function seeHome(stage: Stage): Promise<void> {
  const page = await stage.visitor({ viewport: EDITOR_VIEW });
  await page.goto(stage.at('/'));
  const welcome = page.locator('a[href="/member/welcome"]').first();
  for (let tries = 0; tries < WELCOME_TRIES && (await welcome.count()) === 0; tries += 1) {
    await page.waitForTimeout(100);
    await page.reload();
  }
  await welcome.waitFor();
  await page.frameLocator('.try iframe').locator('sound-mode .point').nth(3).waitFor();
  stage.tell('The homepage, with an instrument to play, the welcome site and all instruments.');
  await stage.picture(page, '1-home', 'whole');
}

interface Editors {
  readonly ada: Page;
  readonly grace: Page;
}

async function writeTogether(stage: Stage): Promise<Editors> {
  const ada = await editor(stage, 'Ada', {});
  for (const [file, text] of firstPage(SITE)) {
    await ada.getByRole('tab', { name: file }).click();
    await code(ada, file).focus();
    await ada.keyboard.insertText(text);
  }
  const grace = await editor(stage, 'Grace', { colorScheme: 'dark' });
  await grace.getByRole('button', { name: /\(you\)/ }).click();
  await grace.getByTitle('pink').click();
  await grace.getByRole('button', { name: 'Save' }).click();
  stage.tell(`Ada creates the site ${SITE}. Grace opens the link, and both edit it.`);
  await writeAfter(ada, '<h1>', '\n    <p>Sown in March, open to everyone.</p>');
  const list = '\n    <ul>\n      <li>Peas</li>\n      <li>Beans</li>\n    </ul>';
  await writeAfter(grace, 'Sown in March', list);
  await waitForStatus(ada, 'saved');
  await shown(ada).getByText('Beans').waitFor();
  await ada.locator('.peer-caret.fresh').waitFor();
  stage.tell('Each sees the other type. “Saved” means saved on the disk of the server.');
  await stage.picture(ada, '2-two-people');
  return { ada, grace };
}

/** Waits until `main` has this style in the preview. */
async function drawn(page: Page, property: string, value: string): Promise<void> {
  const main = shown(page).locator('main');
  const style = (element: Element, name: string) =>
    getComputedStyle(element).getPropertyValue(name);
  // The frame may be replaced by the next one during the call.
  const now = () => main.evaluate(style, property).catch(() => '');
  for (let tries = 0; (await now()) !== value; tries += 1) {
    if (tries === DRAWN_TRIES) throw new Error(`the preview never showed ${property} ${value}`);
    await page.waitForTimeout(100);
  }
}

async function lookBack(stage: Stage, { ada, grace }: Editors): Promise<void> {
  await ada.getByRole('button', { name: 'History' }).click();
  await ada.getByRole('button', { name: 'Name version…' }).click();
  await ada.getByLabel('Version name').fill('First harvest');
  await ada.getByRole('button', { name: 'Save' }).click();
  await ada.locator('.versions .named').waitFor();
  await ada.getByRole('button', { name: 'History' }).click();
  await writeAfter(grace, 'max-width', '\n  border-top: 4px solid #2f7d32;', 'style.css');
  await writeAfter(ada, 'color: #33241c', '\n  accent-color: #2f7d32;', 'style.css');
  await waitForStatus(grace, 'saved');
  await grace.locator('.peer-caret.fresh').waitFor();
  await drawn(grace, 'border-top-width', '4px');
  stage.tell('Grace edits the style sheet, in dark mode.');
  await stage.picture(grace, '3-the-other-side');
  await ada.getByRole('button', { name: 'History' }).click();
  await ada.locator('.versions button', { hasText: 'First harvest' }).click();
  await ada.getByRole('button', { name: 'Compare with now' }).click();
  await ada.locator('.cm-changedLine').first().waitFor();
  await ada.locator('.notice').waitFor({ state: 'detached' });
  stage.tell('Ada has named a version, “First harvest”, and looks at the changes since.');
  await stage.picture(ada, '4-history');
  await ada.getByRole('button', { name: 'History' }).click();
}

/** Sets params, in their own units, on top of the default sound. */
async function setParams(page: Surface, sounds: Vowel['sounds']): Promise<void> {
  const mode = modeNamed(MODE_ID);
  if (mode === undefined) throw new Error(`the tour needs the mode ${MODE_ID}`);
  await press(page, 'Default sound');
  for (const [index, { name, label }] of mode.params.entries()) {
    const value = sounds[name];
    if (value === undefined) continue;
    const row = page.locator('.params label').filter({
      has: page.locator('.name', { hasText: new RegExp(`^${label}$`) }),
    });
    await row.locator('input').fill(String(unitOfValue(mode, 0, index, value)));
  }
}

/** Inserts an instrument and teaches it. */
async function teach(stage: Stage, { ada }: Editors): Promise<void> {
  await ada.getByRole('tab', { name: 'index.html' }).click();
  await writeAfter(ada, '</ul>', '\n    ');
  await insertInstrument(ada, /^PAF synth/);
  await waitForStatus(ada, 'saved');
  await shown(ada).locator('sound-mode .instrument').waitFor();
  stage.tell(
    'Ada inserts an instrument from the Insert menu. Its teaching tools open beside the page.',
  );
  await ada.setViewportSize(TEACHING_VIEW);
  const player = panel(ada);
  await press(shown(ada), 'Play');
  const allParameters = instrument(player).locator('summary', { hasText: 'All parameters' });
  await allParameters.click();
  for (const { name, at, sounds } of VOWELS) {
    await setParams(player, sounds);
    await movePad(ada, at);
    await press(player, 'Teach here');
    stage.tell(`  She sets the sound “${name}”, moves to ${at.join(', ')} and teaches it there.`);
  }
  await allParameters.click();
  stage.tell(`  She trains it. ${await train(player)} Now it plays all vowels in between.`);
  await waitForLesson(ada);
  // The preview reloads with what was taught.
  await instrument(shown(ada))
    .locator('.point')
    .nth(VOWELS.length - 1)
    .waitFor();
  await movePad(ada, [0.45, 0.55]);
  await ada.waitForTimeout(SCOPE_MS);
  await stage.picture(ada, '5-taught');
  const saving = ada.waitForEvent('download');
  await press(player, 'Save to file');
  await (await saving).saveAs(stage.taught);
  stage.tell('She saves it to the site, and to a file for boards and renders.');
}

async function visit(stage: Stage): Promise<void> {
  const visitor = await stage.visitor({ viewport: VISITOR_VIEW });
  await visitor.goto(stage.at(`/member/${SITE}`));
  const site = await published(visitor);
  await instrument(site).locator('.pad').first().waitFor();
  await press(site, 'Play');
  await touch(site, [0.7, 0.3]);
  await site.evaluate(() => scrollTo(0, 0));
  await visitor.waitForTimeout(SCOPE_MS);
  stage.tell('A visitor opens the published page and plays what Ada taught.');
  await stage.picture(visitor, '6-on-the-site');
}

/** Runs the tour, which leaves `stage.taught`. */
export async function tour(stage: Stage): Promise<void> {
  await seeHome(stage);
  const editors = await writeTogether(stage);
  await lookBack(stage, editors);
  await teach(stage, editors);
  await visit(stage);
}

/** A tour of the platform: two people write a site, an instrument on it learns four vowels, everyone plays it. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { modeNamed } from '../../build/ts/registry.ts';
import { unitOfValue } from '../../src/web/sound-mode/values.ts';
import {
  beCalled,
  choose,
  instrument,
  type Place,
  panel,
  press,
  type Surface,
  saveIntoSite,
  shown,
  touch,
  train,
  waitForSign,
  writeAfter,
} from './hands.ts';

export const SITE = 'garden';
export const MODE_ID = 'paf_synth';
const EDITOR_VIEW = { width: 1180, height: 700 };
const TEACHING_VIEW = { width: 1440, height: 900 };
const VISITOR_VIEW = { width: 1180, height: 1000 };
const WELCOME_TRIES = 100;
const DRAWN_TRIES = 100;
/** Until the scope has drawn what sounds now. */
const SCOPE_MS = 600;

/** Where the tour takes place. */
export interface Stage {
  /** Address of a page of the service. */
  at(place: string): string;
  /** A new person's first page. */
  visitor(options: BrowserContextOptions): Promise<Page>;
  /** Says what happens. */
  tell(sentence: string): void;
  /** Takes a picture of what a page shows, or of the whole page. */
  picture(page: Page, name: string, whole?: 'whole'): Promise<void>;
  /** Where the taught file is saved to. */
  readonly taught: string;
}

interface Vowel {
  readonly name: string;
  readonly at: Place;
  /** Params in their own units; the others rest where the mode declares. */
  readonly sounds: Readonly<Record<string, number>>;
}

/** Formants of four vowels as men speak them (Peterson and Barney, 1952), sung at four pitches. */
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

/** Opens the editor of the tour's site as a person of that name. */
async function editor(stage: Stage, name: string, options: BrowserContextOptions): Promise<Page> {
  const page = await stage.visitor({ viewport: EDITOR_VIEW, ...options });
  await beCalled(page.context(), name);
  await page.goto(stage.at(`/member/${SITE}?edit`));
  await waitForSign(page, 'saved');
  return page;
}

/** The homepage, once the platform has made its first site. */
async function seeHome(stage: Stage): Promise<void> {
  const page = await stage.visitor({ viewport: EDITOR_VIEW });
  await page.goto(stage.at('/'));
  const welcome = page.locator('a[href="/member/welcome"]').first();
  for (let tries = 0; tries < WELCOME_TRIES && (await welcome.count()) === 0; tries += 1) {
    await page.waitForTimeout(100);
    await page.reload();
  }
  await welcome.waitFor();
  stage.tell('The homepage: a site to begin with, and the instruments.');
  await stage.picture(page, '1-home', 'whole');
}

interface Editors {
  readonly ada: Page;
  readonly grace: Page;
}

async function writeTogether(stage: Stage): Promise<Editors> {
  const ada = await editor(stage, 'Ada', {});
  await ada.getByRole('button', { name: 'begin with a small page' }).click();
  const grace = await editor(stage, 'Grace', { colorScheme: 'dark' });
  await grace.getByRole('button', { name: /\(you\)/ }).click();
  await grace.getByTitle('pink').click();
  await grace.getByRole('button', { name: 'Keep' }).click();
  stage.tell(`Ada makes the site ${SITE}. Grace opens its address, and both write in it.`);
  await writeAfter(ada, '<h1>', '\n    <p>Sown in March, open to all who pass.</p>');
  const list = '\n    <ul>\n      <li>Peas</li>\n      <li>Beans</li>\n    </ul>';
  await writeAfter(grace, '<p>Change', list);
  await waitForSign(ada, 'saved');
  await shown(ada).getByText('Beans').waitFor();
  await ada.locator('.peer-caret.fresh').waitFor();
  stage.tell('Each sees the other write; the sign says when it is on the disk of the server.');
  await stage.picture(ada, '2-two-people');
  return { ada, grace };
}

/** Waits until the preview has drawn `main` so. */
async function drawn(page: Page, property: string, value: string): Promise<void> {
  const main = shown(page).locator('main');
  const style = (element: Element, name: string) =>
    getComputedStyle(element).getPropertyValue(name);
  // A frame may be exchanged for its successor while it is asked.
  const now = () => main.evaluate(style, property).catch(() => '');
  for (let tries = 0; (await now()) !== value; tries += 1) {
    if (tries === DRAWN_TRIES) throw new Error(`the preview never showed ${property} ${value}`);
    await page.waitForTimeout(100);
  }
}

async function lookBack(stage: Stage, { ada, grace }: Editors): Promise<void> {
  await ada.getByRole('button', { name: 'History' }).click();
  await ada.getByRole('button', { name: 'Name…' }).click();
  await ada.getByLabel('Name of this version').fill('First harvest');
  await ada.getByRole('button', { name: 'Keep' }).click();
  await ada.locator('.versions .named').waitFor();
  await ada.getByRole('button', { name: 'History' }).click();
  await writeAfter(grace, 'max-width', '\n  border-top: 4px solid #2f7d32;', 'style.css');
  await writeAfter(ada, 'color: #33241c', '\n  accent-color: #2f7d32;', 'style.css');
  await waitForSign(grace, 'saved');
  await grace.locator('.peer-caret.fresh').waitFor();
  await drawn(grace, 'border-top-width', '4px');
  stage.tell('Grace looks after the style sheet, in the dark.');
  await stage.picture(grace, '3-the-other-side');
  await ada.getByRole('button', { name: 'History' }).click();
  await ada.locator('.versions button', { hasText: 'First harvest' }).click();
  await ada.getByRole('button', { name: 'Changes since' }).click();
  await ada.locator('.cm-changedLine').first().waitFor();
  await ada.locator('.notice').waitFor({ state: 'detached' });
  stage.tell('Ada named a version, “First harvest”, and looks at what has changed since.');
  await stage.picture(ada, '4-history');
  await ada.getByRole('button', { name: 'History' }).click();
}

/** Sets params by hand, as values in their own units, on top of the sound the mode declares. */
async function soundByHand(page: Surface, sounds: Vowel['sounds']): Promise<void> {
  const mode = modeNamed(MODE_ID);
  if (mode === undefined) throw new Error(`the tour plays ${MODE_ID}, which is not there`);
  await press(page, 'Plain sound');
  for (const [index, { name, label }] of mode.params.entries()) {
    const value = sounds[name];
    if (value === undefined) continue;
    const row = page.locator('.params label').filter({
      has: page.locator('.name', { hasText: new RegExp(`^${label}$`) }),
    });
    await row.locator('input').fill(String(unitOfValue(mode, 0, index, value)));
  }
}

/** Puts the instrument on the page, teaches it, and saves what it learned. */
async function teach(stage: Stage, { ada }: Editors): Promise<void> {
  await ada.getByRole('tab', { name: 'index.html' }).click();
  await writeAfter(ada, '</ul>', '\n    ');
  await choose(ada, 'Insert', /^PAF synth/);
  await waitForSign(ada, 'saved');
  await shown(ada).locator('sound-mode .instrument').waitFor();
  stage.tell('Ada puts an instrument on the page from the menu Insert. It opens beside the code.');
  await ada.setViewportSize(TEACHING_VIEW);
  const player = panel(ada);
  await press(player, 'Play');
  const byHand = instrument(player).locator('summary', { hasText: 'The sound by hand' });
  await byHand.click();
  for (const { name, at, sounds } of VOWELS) {
    await soundByHand(player, sounds);
    await touch(player, at);
    await press(player, 'Teach here');
    stage.tell(
      `  She sets the sound “${name}” by hand, moves to ${at.join(', ')}, and teaches it there.`,
    );
  }
  await byHand.click();
  stage.tell(
    `  It trains: ${await train(player)} Between the four places lie all the vowels between.`,
  );
  await saveIntoSite(ada);
  // The preview is drawn anew, with what was taught.
  await instrument(shown(ada))
    .locator('.point')
    .nth(VOWELS.length - 1)
    .waitFor();
  await touch(player, [0.45, 0.55]);
  await ada.waitForTimeout(SCOPE_MS);
  await stage.picture(ada, '5-taught');
  const saving = ada.waitForEvent('download');
  await press(player, 'Save to a file');
  await (await saving).saveAs(stage.taught);
  stage.tell('She saves it into the site, and to a file, which boards and renders take.');
}

async function visit(stage: Stage): Promise<void> {
  const visitor = await stage.visitor({ viewport: VISITOR_VIEW });
  await visitor.goto(stage.at(`/member/${SITE}`));
  await instrument(visitor).locator('.pad').first().waitFor();
  await press(visitor, 'Play');
  await touch(visitor, [0.7, 0.3]);
  await visitor.evaluate(() => scrollTo(0, 0));
  await visitor.waitForTimeout(SCOPE_MS);
  stage.tell('A visitor opens the published page and plays what Ada taught.');
  await stage.picture(visitor, '6-on-the-site');
}

/** Gives the tour; `stage.taught` is there after it. */
export async function tour(stage: Stage): Promise<void> {
  await seeHome(stage);
  const editors = await writeTogether(stage);
  await lookBack(stage, editors);
  await teach(stage, editors);
  await visit(stage);
}

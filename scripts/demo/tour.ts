/**
 * A tour of the platform: a guest follows an invitation and becomes a member; two people edit a site of two pages, teach
 * its instrument four vowels at once and find a sound between them by ear; a visitor plays it; the server is killed, and
 * what somebody deleted is restored.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { modeNamed } from '../../build/ts/registry.ts';
import { unitOfValue } from '../../src/shared/instrument/values.ts';
import { firstPage, secondPage } from './first-page.ts';
import { closeDialog, giveAuthenticator, inviteOnly, makeMine } from './member-actions.ts';
import {
  choose,
  code,
  insertInstrument,
  instrument,
  movePad,
  newFile,
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
  /** Kills the server, as a power cut would, runs `meanwhile`, and starts it again. */
  withoutServer(meanwhile: () => Promise<void>): Promise<void>;
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
const VOWELS: readonly [Vowel, Vowel, Vowel, Vowel] = [
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

/** Opens the editor of the tour's site, or an invitation to it, as a person with this name. */
async function editor(
  stage: Stage,
  name: string,
  options: BrowserContextOptions,
  address = stage.at(`/member/${SITE}?edit`),
): Promise<Page> {
  const page = await stage.visitor({ viewport: EDITOR_VIEW, ...options });
  await setUser(page.context(), name);
  await giveAuthenticator(page);
  await page.goto(address);
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
  await waitForStatus(ada, 'saved');
  stage.tell(`Ada creates the site ${SITE}.`);
  await makeMine(ada, 'Ada');
  const link = await inviteOnly(ada, 'Grace');
  stage.tell('She makes it her own with a passkey, and lets only people she invites edit it.');
  await stage.picture(ada, '2-invitation');
  await closeDialog(ada);
  const grace = await editor(stage, 'Grace', { colorScheme: 'dark' }, link);
  await grace.getByRole('button', { name: /\(you\)/ }).click();
  await grace.getByTitle('pink').click();
  await grace.getByRole('button', { name: 'Save' }).click();
  stage.tell('Grace follows the invitation, and both edit the site.');
  await writeAfter(ada, '<h1>', '\n    <p>Sown in March, open to everyone.</p>');
  const list = '\n    <ul>\n      <li>Peas</li>\n      <li>Beans</li>\n    </ul>';
  await writeAfter(grace, 'Sown in March', list);
  await waitForStatus(ada, 'saved');
  await shown(ada).getByText('Beans').waitFor();
  await ada.locator('.peer-caret.fresh').waitFor();
  stage.tell('Each sees the other type. “Saved” means saved on the disk of the server.');
  await stage.picture(ada, '3-two-people');
  return { ada, grace };
}

/** A second page, with a link from the first. */
async function addPage(stage: Stage, { ada, grace }: Editors): Promise<void> {
  await newFile(grace, 'recipes.html');
  await code(grace, 'recipes.html').focus();
  await grace.keyboard.press('Control+A');
  await grace.keyboard.insertText(secondPage());
  await writeAfter(ada, '</ul>', '\n    <p><a href="recipes.html">What we cook</a></p>');
  for (const page of [ada, grace]) await waitForStatus(page, 'saved');
  await shown(grace).getByRole('heading', { name: 'What we cook' }).waitFor();
  stage.tell('Grace adds a second page, and Ada links to it.');
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
  await stage.picture(grace, '4-the-other-side');
  await ada.getByRole('button', { name: 'History' }).click();
  await ada.locator('.versions button', { hasText: 'First harvest' }).click();
  await ada.getByRole('button', { name: 'Compare with now' }).click();
  await ada.locator('.cm-changedLine').first().waitFor();
  for (const notice of await ada.locator('.notice').all())
    await notice.waitFor({ state: 'detached' });
  stage.tell('Ada has named a version, “First harvest”, and looks at the changes since.');
  await stage.picture(ada, '5-history');
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

async function teachVowel(stage: Stage, person: Page, who: string, vowel: Vowel): Promise<void> {
  await setParams(panel(person), vowel.sounds);
  await movePad(person, vowel.at);
  await press(panel(person), 'Teach here');
  stage.tell(
    `  ${who} sets the sound “${vowel.name}”, moves to ${vowel.at.join(', ')} and teaches it there.`,
  );
}

/** Opens the list of parameters of the teaching tools, or closes it. */
const toggleParameters = (person: Page): Promise<void> =>
  instrument(panel(person)).locator('summary', { hasText: 'All parameters' }).click();

/** Inserts an instrument, which both teach. */
async function teach(stage: Stage, { ada, grace }: Editors): Promise<void> {
  await ada.getByRole('tab', { name: 'index.html' }).click();
  await writeAfter(ada, '</ul>', '\n    ');
  await insertInstrument(ada, /^PAF synth/);
  await waitForStatus(ada, 'saved');
  await shown(ada).locator('sound-mode .instrument').waitFor();
  stage.tell(
    'Ada inserts an instrument from the Insert menu. Its teaching tools open beside the page, and Grace opens them, too.',
  );
  await grace.getByRole('tab', { name: 'index.html' }).click();
  await choose(grace, 'Menu', /^Teach paf_synth/);
  for (const person of [ada, grace]) {
    await person.setViewportSize(TEACHING_VIEW);
    await instrument(panel(person)).locator('.remote').waitFor();
    await toggleParameters(person);
  }
  const player = panel(ada);
  await press(shown(ada), 'Play');
  const [ah, ee, oo, eh] = VOWELS;
  await Promise.all([
    teachVowel(stage, ada, 'Ada', ah).then(() => teachVowel(stage, ada, 'Ada', ee)),
    teachVowel(stage, grace, 'Grace', oo).then(() => teachVowel(stage, grace, 'Grace', eh)),
  ]);
  await toggleParameters(ada);
  await instrument(player).locator('.count', { hasText: '4 sounds' }).waitFor();
  stage.tell('  Both have all four, and everything between them.');
  await movePad(ada, [0.5, 0.5]);
  await press(player, 'Explore around this sound');
  await touch(player, [0.8, 0.35]);
  await press(player, 'Like');
  await press(player, 'Keep');
  stage.tell('  Ada looks for a sound between them by ear, and keeps one.');
  stage.tell(`  She trains it. ${await train(player)}`);
  await waitForLesson(ada);
  // The preview reloads with what was taught.
  await instrument(shown(ada)).locator('.point').nth(VOWELS.length).waitFor();
  await movePad(ada, [0.45, 0.55]);
  await ada.waitForTimeout(SCOPE_MS);
  await stage.picture(ada, '6-taught');
  const saving = ada.waitForEvent('download');
  await press(player, 'Save to file');
  await (await saving).saveAs(stage.taught);
  stage.tell(
    'It is saved with the site. She saves it to a file, too, for boards, hosts and renders.',
  );
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
  stage.tell('A visitor opens the published page and plays what they taught.');
  await stage.picture(visitor, '7-on-the-site');
  await site.getByRole('link', { name: 'What we cook' }).click();
  await visitor.waitForURL('**/*page=recipes.html');
  await (await published(visitor)).getByRole('heading', { name: 'What we cook' }).waitFor();
  stage.tell('The visitor follows the link to the second page.');
}

/** The server is killed while somebody writes, and a page is emptied. */
async function loseNothing(stage: Stage, { ada, grace }: Editors): Promise<void> {
  const note = '<p>Harvest on Sunday!</p>';
  await stage.withoutServer(async () => {
    await waitForStatus(ada, 'offline');
    await writeAfter(ada, '<h1>', `\n    ${note}`);
  });
  await waitForStatus(ada, 'saved');
  await shown(grace).getByText('Harvest on Sunday!').waitFor();
  stage.tell('The server is killed and starts again. What Ada wrote meanwhile reaches Grace.');
  await code(grace).focus();
  await grace.keyboard.press('Control+A');
  await grace.keyboard.press('Delete');
  await waitForStatus(grace, 'saved');
  await ada.getByRole('button', { name: 'History' }).click();
  await ada.locator('.versions button').nth(1).click();
  await ada.getByRole('button', { name: 'Restore', exact: true }).click();
  await ada.getByText(/^Restored\./).waitFor();
  await shown(grace).getByText('Harvest on Sunday!').waitFor();
  stage.tell('Grace deletes the page by mistake. Ada restores the previous version in History.');
}

/** Runs the tour, which leaves `stage.taught`. */
export async function tour(stage: Stage): Promise<void> {
  await seeHome(stage);
  const editors = await writeTogether(stage);
  await lookBack(stage, editors);
  await addPage(stage, editors);
  await teach(stage, editors);
  await visit(stage);
  await loseNothing(stage, editors);
}

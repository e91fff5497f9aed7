/**
 * The way of a teacher with a class, on a phone and on a desktop: a guest edits, invites, becomes a member, owns the
 * site, decides who edits it, and removes an editor. Every view is looked at, and checked by axe.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { giveAuthenticator } from '../../scripts/demo/member-actions.ts';
import { code, published, startFrom, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { codeOf, withWorld, write } from '../support/editing.ts';
import { until } from '../support/until.ts';

const DEVICES: Readonly<Record<string, BrowserContextOptions>> = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};
const MAX_CLICKS = 24;

const ADA = '<footer>Our class</footer>';
const BOB = '<aside aria-label="Bob">by Bob</aside>';
const AGAIN = '<nav aria-label="Again">again</nav>';

/** Counts the clicks of everyone, and remembers what axe finds in each view. */
class Journey {
  clicks = 0;
  readonly problems: string[] = [];
  readonly #device: string;
  #views = 0;

  constructor(device: string) {
    this.#device = device;
  }

  async click(locator: { click(): Promise<void> }): Promise<void> {
    this.clicks += 1;
    await locator.click();
  }

  /** On a phone, code and site are shown one at a time. */
  async write(page: Page, text: string): Promise<void> {
    const switching = page.getByRole('button', { name: 'Code', exact: true });
    if (this.#device === 'phone') await this.click(switching);
    await write(page, text);
    await page.locator('.save-status', { hasText: /^Saved$/ }).waitFor();
    // A slow machine may offer completions by then.
    await page.keyboard.press('Escape');
  }

  async picture(page: Page, name: string): Promise<void> {
    this.#views += 1;
    await look(page, `journey-${this.#device}-${String(this.#views).padStart(2, '0')}-${name}`);
    const wide = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (wide !== 0) this.problems.push(`${name}: ${wide} pixels too wide`);
  }

  async view(page: Page, name: string): Promise<void> {
    await this.picture(page, name);
    this.report(name, await accessibility(page));
  }

  report(name: string, problems: readonly string[]): void {
    for (const problem of problems) this.problems.push(`${name}: ${problem}`);
  }

  /** A published site is a frame of its page: what axe looks for in the page, it finds in the site. */
  async site(page: Page): Promise<void> {
    this.report('site', await accessibility(await published(page)));
    const inSite = /^(landmark-one-main|page-has-heading-one):/;
    this.report(
      'page of the site',
      (await accessibility(page)).filter((one) => !inSite.test(one)),
    );
    await this.picture(page, 'published');
  }
}

const waitForEnd = (page: Page, text: string): Promise<void> =>
  until(async () => (await codeOf(page)).endsWith(text));

const dialogButton = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true });

async function guestEdits(journey: Journey, page: Page): Promise<void> {
  await journey.view(page, 'no-site-yet');
  await journey.click(page.getByRole('link', { name: 'Create this site' }));
  await waitForStatus(page, 'saved');
  assert.is(await page.locator('.save-status').textContent(), 'New site');
  await journey.view(page, 'templates');
  journey.clicks += 1;
  await startFrom(page);
  await journey.write(page, ADA);
  await journey.view(page, 'edited');
}

/** The guest shares a link. @returns the link to edit */
async function guestInvites(journey: Journey, page: Page): Promise<string> {
  await journey.click(page.getByRole('button', { name: 'Share', exact: true }));
  const link = page.getByRole('textbox', { name: 'Link to edit' });
  await link.waitFor();
  await journey.view(page, 'share-as-guest');
  return link.inputValue();
}

async function becomesOwner(journey: Journey, page: Page): Promise<void> {
  await journey.click(page.getByRole('button', { name: 'Make this site mine' }));
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await journey.view(page, 'keep-my-name');
  await journey.click(page.getByRole('button', { name: 'Create passkey' }));
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  assert.is(await page.locator('.codes li').count(), 8);
  await journey.view(page, 'recovery-codes');
  await journey.click(dialogButton(page, 'I’ve saved these codes'));
  await page.getByText('You own this site.').waitFor();
  await journey.view(page, 'share-as-owner');
}

/** The owner lets only people in whom they invite. @returns the link for Bob */
async function restricts(journey: Journey, page: Page): Promise<string> {
  await page.getByLabel('Who can edit').selectOption({ label: 'People you invite' });
  await page.getByLabel('Who is it for?').fill('Bob');
  await journey.click(page.getByRole('button', { name: 'Invite', exact: true }));
  const link = await page.locator('.made input').inputValue();
  await journey.view(page, 'invited-bob');
  await journey.click(dialogButton(page, 'Close'));
  return link;
}

for (const [device, context] of Object.entries(DEVICES)) {
  test(`on a ${device}: from guest to owner, who removes an editor, in under 25 clicks`, () =>
    withWorld({}, async (world) => {
      const journey = new Journey(device);
      const ada = await world.chromium.person(context);
      const { page } = ada;
      await giveAuthenticator(page);
      await page.goto(world.server.named('/member/class'));
      await guestEdits(journey, page);
      const shared = await guestInvites(journey, page);

      const bob = await world.chromium.person({ ...context, colorScheme: 'dark' });
      await bob.page.goto(shared);
      await waitForStatus(bob.page, 'saved');
      await journey.write(bob.page, BOB);
      await waitForEnd(page, `${ADA}${BOB}`);
      await journey.view(bob.page, 'second-person');

      await becomesOwner(journey, page);
      const link = await restricts(journey, page);
      await waitForStatus(bob.page, 'reading');
      await journey.view(bob.page, 'not-invited');
      await bob.page.goto(link);
      await waitForStatus(bob.page, 'saved');
      await journey.write(bob.page, AGAIN);
      const text = `${ADA}${BOB}${AGAIN}`;
      await waitForEnd(page, text);
      await journey.view(bob.page, 'invited');

      await journey.click(page.getByRole('button', { name: 'Share', exact: true }));
      await page.getByRole('button', { name: 'Remove Bob' }).waitFor();
      await journey.view(page, 'who-can-edit');
      await journey.click(page.getByRole('button', { name: 'Remove Bob' }));
      await waitForStatus(bob.page, 'reading');
      await journey.view(page, 'bob-is-removed');
      await journey.view(bob.page, 'removed');
      await code(bob.page).focus();
      await bob.page.keyboard.type('and again');
      await bob.page.reload();
      await waitForStatus(bob.page, 'reading');
      await waitForEnd(page, text);

      await bob.page.goto(world.server.named('/member/class'));
      await (await published(bob.page)).getByText('by Bob').waitFor();
      await journey.site(bob.page);
      await bob.page.goto(world.server.named('/?member=Ada'));
      await bob.page.getByRole('heading', { name: 'Ada' }).waitFor();
      await journey.view(bob.page, 'sites-of-ada');
      assert.equal(journey.problems, []);
      assert.ok(journey.clicks <= MAX_CLICKS, `${journey.clicks} clicks`);
      assert.equal([...ada.errors, ...bob.errors], []);
    }));
}

test.run();

/** Members in pages: passkeys, accounts, and who may edit a site. Passkeys need a host name, as localhost. */
import type { Page } from 'playwright-core';
import { choose } from './page-actions.ts';

/** Gives a page an authenticator whose owner always agrees. @returns takes it away again */
export async function giveAuthenticator(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await session.detach();
  };
}

/** Closes the dialog on top. */
export const closeDialog = (page: Page): Promise<void> =>
  page.getByRole('dialog').last().getByRole('button', { name: 'Close', exact: true }).click();

/**
 * Creates a passkey in the dialog that is open, and closes its recovery codes.
 * @param name what to keep, unless the dialog already has it
 * @returns the recovery codes
 */
export async function createPasskey(page: Page, name?: string): Promise<readonly string[]> {
  if (name !== undefined) await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  const codes = await page.locator('.codes li').allTextContents();
  await page.getByRole('button', { name: 'I’ve saved these codes' }).click();
  return codes;
}

/** Makes whoever edits a member of this name. */
export async function keepName(page: Page, name: string): Promise<readonly string[]> {
  await choose(page, 'Menu', /^Your account/);
  return createPasskey(page, name);
}

/** Opens Share and takes the site; someone who is not a member yet becomes one of this name. */
export async function makeMine(page: Page, name?: string): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Make this site mine' }).click();
  if (name !== undefined) await createPasskey(page, name);
  await page.getByText('You own this site.').waitFor();
}

/** Lets only invited people edit, in the Share dialog of an owner. @returns the link of a new invitation */
export async function inviteOnly(page: Page, name: string): Promise<string> {
  await page.getByLabel('Who can edit').selectOption({ label: 'People you invite' });
  await page.getByLabel('Who is it for?').fill(name);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  return page.locator('.made input').inputValue();
}

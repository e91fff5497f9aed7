/** Passkeys in browsers. */
import type { Page } from 'playwright-core';
import type { World } from './editing.ts';

/** A place of the server, where passkeys work: they need a host name, not an address. */
export const named = (world: World, place: string): string =>
  world.url(place).replace('127.0.0.1', 'localhost');

/** Gives a page an authenticator whose owner always agrees. */
export async function giveAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

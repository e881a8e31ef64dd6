/** Passkeys in a browser of the tests. */
import type { Page } from 'playwright-core';

export interface VirtualAuthenticator {
  /** Lets the person show their finger or PIN, or not show it; they show it at first. */
  setVerifiesUser(verifies: boolean): Promise<void>;
}

/** Gives the page an authenticator that holds passkeys and answers without a dialog. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const debuggerOf = await page.context().newCDPSession(page);
  await debuggerOf.send('WebAuthn.enable');
  const { authenticatorId } = await debuggerOf.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async setVerifiesUser(isUserVerified) {
      await debuggerOf.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

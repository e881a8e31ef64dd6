import { afterEach, expect, test, vi } from 'vitest';
import { createProvider } from './provider.ts';

afterEach(() => vi.unstubAllGlobals());

const PLAIN = 'http://login.example/of-the-provider';
/** A provider that names an address. @returns the addresses that were asked */
function naming(issuer: string, named: object): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: URL) => {
    asked.push(String(address));
    return Response.json(
      String(address).startsWith(issuer)
        ? { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, ...named }
        : {},
    );
  });
  return asked;
}
const open = (issuer: string, allowsPlainHttp: boolean) =>
  createProvider(
    {
      issuer,
      clientId: 'pharmacy',
      clientSecret: 'secret',
      scope: 'openid',
      allowsPlainHttp,
      origin: 'http://localhost:1',
    },
    { warn: () => undefined } as unknown as Parameters<typeof createProvider>[1],
  );

test.each([
  ['https://login.example', false],
  // Plain http is for a provider on this machine, and not for what it names elsewhere.
  ['http://localhost:9', true],
])('keys that %s names at an address without TLS are not fetched', async (issuer, allowsPlainHttp) => {
  const asked = naming(issuer, { jwks_uri: PLAIN });
  const token = `${Buffer.from('{"alg":"RS256","kid":"one"}').toString('base64url')}.e30.AAAA`;
  await expect(open(issuer, allowsPlainHttp).readLogoutToken(token)).rejects.toThrow();
  expect(asked).toEqual([`${issuer}/.well-known/openid-configuration`]);
});

test('a code is not sent to an address without TLS that the provider of this machine names', async () => {
  const issuer = 'http://localhost:9';
  const asked = naming(issuer, { token_endpoint: PLAIN });
  const flow = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43), begunAt: new Date(), isReauthentication: false };
  await expect(open(issuer, true).finish('state=s&code=c', flow)).rejects.toThrow();
  expect(asked).toEqual([`${issuer}/.well-known/openid-configuration`]);
});

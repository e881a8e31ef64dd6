/** For specs only: a real OpenID Connect provider in this process, and a browser that signs in at its forms. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'pharmacy', secret: 'a-secret-of-the-client' };

export interface HeldAnswer {
  /** The request has come. */
  readonly arrived: Promise<void>;
  release(): void;
}

export interface TestProvider {
  readonly issuer: string;
  /** By the name that they type at its form: their claims beside `sub`, which is that name. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** The settings of a product that signs people in here. */
  readonly settings: NodeJS.ProcessEnv;
  /** A token with the provider's key and any content. */
  sign(claims: Readonly<Record<string, unknown>>, header?: { typ?: string; alg?: string }): Promise<string>;
  /** Requests are answered 503 or not at all until `false`. */
  setAway(isAway: boolean): void;
  /** Sign-ins there are said to be this much older than they are. */
  ageSignIns(minutes: number): void;
  /** The next request of this path has no answer until `release`. */
  holdNext(path: '/token' | '/me'): HeldAnswer;
  stop(): Promise<void>;
}

/** @param product its origin as browsers see it, and where the provider sends logout tokens */
export async function startProvider(product: { origin: string; backchannel: string }): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const people: TestProvider['people'] = new Map();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }] },
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${product.origin}/api/users/oidc/callback`],
        post_logout_redirect_uris: [`${product.origin}/`],
        backchannel_logout_uri: product.backchannel,
        backchannel_logout_session_required: true,
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'groups', '_claim_names'],
    },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    cookies: { keys: ['only for specs'] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    // Each person has agreed already.
    async loadExistingGrant(ctx) {
      const { session, client } = ctx.oidc;
      if (!client || !session?.accountId) throw new Error('No person has signed in');
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    // Its own dispatcher refuses addresses of this machine.
    fetch: (url, { method, headers, body } = {}) =>
      fetch(url, { method: method ?? 'GET', headers: headers ?? {}, body: body ?? null }),
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  let ageSeconds = 0;
  const { authTime } = provider.Session.prototype;
  provider.Session.prototype.authTime = function () {
    const at = authTime.call(this);
    return at === undefined ? undefined : at - ageSeconds;
  };
  const answer = provider.callback();
  let isAway = false;
  let held: { path: string; arrive: () => void; released: Promise<void> } | undefined;
  server.on('request', (request, response) => {
    if (isAway) {
      response.writeHead(503).end('away');
      return;
    }
    if (!held || held.path !== request.url) {
      void answer(request, response);
      return;
    }
    const { arrive, released } = held;
    held = undefined;
    arrive();
    void released.then(() => answer(request, response));
  });
  return {
    issuer,
    people,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_PLAIN_HTTP: 'localhost',
      PUBLIC_URL: product.origin,
    },
    sign: (claims, header = {}) =>
      new SignJWT(Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined)))
        .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt', ...header })
        .sign(privateKey),
    setAway: (away) => void (isAway = away),
    ageSignIns: (minutes) => void (ageSeconds = minutes * 60),
    holdNext(path) {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const arrived = new Promise<void>((arrive) => (held = { path, arrive, released }));
      return { arrived, release };
    },
    stop: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** A browser with cookies of its own. */
export interface TestBrowser {
  /** One request, without following a redirect. */
  request(url: string, init?: RequestInit): Promise<Response>;
  /** Types the name into the provider's form. @returns the address that the provider leads back to */
  signInAtProvider(address: string, name: string): Promise<string>;
  /** The cookies of an origin. */
  cookies(origin: string): Map<string, string>;
}

export function openBrowser(): TestBrowser {
  const jars = new Map<string, Map<string, string>>();
  const cookies = (origin: string): Map<string, string> => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const request: TestBrowser['request'] = async (url, init = {}) => {
    const jar = cookies(new URL(url).origin);
    const headers = new Headers(init.headers);
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  return {
    request,
    cookies,
    async signInAtProvider(address, name) {
      const provider = new URL(address).origin;
      let at = address;
      for (let step = 0; step < 10; step += 1) {
        const answer = await request(at);
        const location = answer.headers.get('location');
        if (location !== null) {
          at = new URL(location, at).href;
          if (new URL(at).origin !== provider) return at;
          continue;
        }
        const action = /<form[^>]* action="([^"]+)"/.exec(await answer.text())?.[1];
        if (action === undefined) throw new Error(`The provider shows no form: ${answer.status}`);
        const sent = await request(new URL(action, at).href, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ prompt: 'login', login: name, password: 'any' }).toString(),
        });
        at = new URL(sent.headers.get('location') ?? '', at).href;
        if (new URL(at).origin !== provider) return at;
      }
      throw new Error('The provider does not lead back');
    },
  };
}

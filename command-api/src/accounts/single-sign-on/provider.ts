/**
 * The OpenID Connect provider: authorisation code flow with PKCE, claims of a person, the end of its session, and its
 * logout tokens. What it says of itself (discovery) and its keys are cached. The product starts without it.
 */
import { returnFromProvider } from 'language/contract/calls/sign-in';
import { createRemoteJWKSet, customFetch as joseFetch } from 'jose';
import * as client from 'openid-client';
import { refusal } from 'language/domain/reasons/refusal';
import { isLoopback } from '../../single-sign-on-settings.ts';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { Logger } from 'service-kit/process/logger';
import { readClaims, type SignedInThere } from './claims.ts';
import { areKeysAway, type LogoutToken, verifiedLogoutToken } from './logout-token.ts';

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** A provider on this machine may be reached over plain http. */
  readonly allowsPlainHttp: boolean;
  /** The product's origin, as the provider knows it. */
  readonly origin: string;
}

/**
 * The secrets that the browser's flow cookie proves: the answer must carry the first two, and the
 * code goes with the third.
 */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** By the clock of the process, as the time of a logout token. */
  readonly begunAt: Date;
  /** The provider must ask the person to prove again who they are, whether or not it has a session of them. */
  readonly isReauthentication: boolean;
}

export interface Provider {
  /** The address of its sign-in. @throws HttpProblem 503 if it cannot be reached and was not before */
  signInUrl(secrets: FlowSecrets): Promise<string>;
  /**
   * Exchanges the code of its answer for claims.
   * @param query of the address that the browser was sent back to
   * @throws HttpProblem 400 for an answer to another flow, 403 if the provider refuses, or does not prove that it has asked
   * the person again where it had to, 503 if it is away
   */
  finish(query: string, secrets: FlowSecrets): Promise<SignedInThere>;
  /** Where its session is ended, then back to the product; undefined where it has no such address or is away. */
  endSessionUrl(idToken: string): Promise<string | undefined>;
  /** @throws HttpProblem 400 for a token that is not valid here, 503 if its keys cannot be read */
  readLogoutToken(token: string): Promise<LogoutToken>;
}

/**
 * True if the provider would be asked for this answer: it belongs to the flow, and has a code.
 * @param query of the address that the browser was sent back to
 */
export function hasCodeFor(query: string, { state }: FlowSecrets): boolean {
  const answer = new URLSearchParams(query);
  return answer.get('state') === state && answer.has('code');
}

/** The longest wait for one answer of the provider. */
const ANSWER_SECONDS = 5;
/** The provider's description of itself is read again after this time. */
const DISCOVERY_MS = 60 * 60_000;
const KEYS_MS = 10 * 60_000;
/** @param now in milliseconds, for specs */
export function createProvider(settings: ProviderSettings, logger: Logger, now = Date.now): Provider {
  const callback = new URL(returnFromProvider.path, settings.origin);
  /** Also for the addresses that the provider names. */
  const limitedFetch = async (address: string, options: RequestInit): Promise<Response> => {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !(settings.allowsPlainHttp && isLoopback(url)))
      throw new TypeError('The provider named an address without TLS');
    return fetch(url, options);
  };
  const configuration = cached(now, async () => {
    const found = await client.discovery(
      new URL(settings.issuer),
      settings.clientId,
      settings.clientSecret,
      clientAuthentication(settings.clientSecret),
      {
        timeout: ANSWER_SECONDS,
        [client.customFetch]: (address, { body, ...options }) =>
          limitedFetch(address, {
            ...options,
            body: body instanceof Uint8Array ? new Uint8Array(body) : (body ?? null),
          }),
        ...(settings.allowsPlainHttp ? { execute: [client.allowInsecureRequests] } : {}),
      },
    );
    const { jwks_uri } = found.serverMetadata();
    const keys =
      jwks_uri === undefined
        ? undefined
        : createRemoteJWKSet(new URL(jwks_uri), {
            timeoutDuration: ANSWER_SECONDS * 1000,
            cacheMaxAge: KEYS_MS,
            [joseFetch]: limitedFetch,
          });
    return { found, keys };
  });
  const failed = (what: string, error: unknown): void =>
    logger.warn({ code: codeOf(error) }, `single sign-on: ${what}`);
  const away = (error: unknown): HttpProblem => {
    failed('the provider did not answer', error);
    return new HttpProblem(refusal('provider-away'));
  };
  const connected = () =>
    configuration().catch((error: unknown) => {
      throw away(error);
    });

  return {
    async signInUrl({ state, nonce, codeVerifier, isReauthentication }) {
      const { found } = await connected();
      return client.buildAuthorizationUrl(found, {
        redirect_uri: callback.href,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(isReauthentication && { prompt: 'login', max_age: '0' }),
      }).href;
    },
    async finish(query, { state, nonce, codeVerifier, begunAt, isReauthentication }) {
      const { found } = await connected();
      const answered = new URL(callback);
      answered.search = query;
      try {
        const tokens = await client.authorizationCodeGrant(found, answered, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
          // Since this sign-in began: a provider may take a minute between its questions and its answer.
          ...(isReauthentication && { maxAge: Math.ceil((now() - begunAt.getTime()) / 1000) }),
        });
        const said = tokens.claims();
        if (said === undefined || tokens.id_token === undefined) throw new TypeError('No ID token');
        const asked =
          found.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await client.fetchUserInfo(found, tokens.access_token, said.sub);
        return { ...readClaims(said, asked), issuer: said.iss, idToken: tokens.id_token };
      } catch (error) {
        if (error instanceof client.AuthorizationResponseError) {
          failed('the provider refused', error);
          throw new HttpProblem(refusal('provider-sign-in-refused', { code: shownCode(error.error) }));
        }
        if (isAway(error)) throw away(error);
        failed('an answer was refused', error);
        throw new HttpProblem(
          refusal(
            isReauthentication && isWithoutNewAuthentication(error)
              ? 'provider-did-not-ask-again'
              : 'provider-sign-in-expired',
          ),
        );
      }
    },
    async endSessionUrl(idToken) {
      const known = await configuration().catch(() => undefined);
      if (known?.found.serverMetadata().end_session_endpoint === undefined) return undefined;
      return client.buildEndSessionUrl(known.found, {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${settings.origin}/`,
      }).href;
    },
    async readLogoutToken(token) {
      const { found, keys } = await connected();
      const { issuer } = found.serverMetadata();
      try {
        if (keys === undefined) throw new TypeError('The provider names no keys');
        return await verifiedLogoutToken(token, keys, { issuer, audience: settings.clientId, now: now() });
      } catch (error) {
        if (isAway(error) || areKeysAway(error)) throw away(error);
        failed('a logout token was refused', error);
        throw new HttpProblem(refusal('logout-token-refused'));
      }
    },
  };
}

/** As the provider wants the secret; without a word of it the standard's way, which is the first. */
const clientAuthentication =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = ways.includes('client_secret_basic')
      ? client.ClientSecretBasic(secret)
      : client.ClientSecretPost(secret);
    authenticate(server, ...rest);
  };

/** One read at a time. After a failure the last value goes on, if there is one. */
function cached<Value>(now: () => number, read: () => Promise<Value>): () => Promise<Value> {
  let known: { value: Value; readAt: number } | undefined;
  let reading: Promise<Value> | undefined;
  return async () => {
    if (known && now() - known.readAt < DISCOVERY_MS) return known.value;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    try {
      const value = await reading;
      known = { value, readAt: now() };
      return value;
    } catch (error) {
      if (!known) throw error;
      return known.value;
    }
  };
}

/** No answer, none in time, or one that is not of the protocol, such as a proxy's page. */
const isAway = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof client.ResponseBodyError && error.status >= 500) ||
  (error instanceof client.ClientError &&
    ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(
      error.code ?? '',
    ));

/** The ID token has no `auth_time`, or one that is too old. */
const isWithoutNewAuthentication = (error: unknown): boolean =>
  error instanceof client.ClientError &&
  ['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'OAUTH_INVALID_RESPONSE'].includes(error.code ?? '');

/** For the log: never a claim, a token or an address. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : nameOf(error);
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** The provider's code of an error, such as `access_denied`: the browser could have written it. */
const shownCode = (code: string): string => (/^[a-z_]{1,40}$/.test(code) ? code : 'error');

/** Logout tokens of the provider (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod';

/** A verified logout token. It names a session of the provider, or else ends all of the subject's. */
export interface LogoutToken {
  readonly issuer: string;
  readonly tokenId: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
}

/** A token is accepted for this long after it was made. */
export const LOGOUT_TOKEN_SECONDS = 300;
const CLOCK_TOLERANCE_SECONDS = 30;
/** The algorithms that share no secret: a logout token is signed with a key of the provider. */
const SIGNED_WITH = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const LogoutClaims = z
  .object({
    jti: z.string().min(1).max(255),
    sub: z.string().min(1).max(255).optional(),
    sid: z.string().min(1).max(255).optional(),
    events: z.object({ [LOGOUT_EVENT]: z.looseObject({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/**
 * @param keys of the provider
 * @throws errors of jose and zod for a token that is not valid, errors of `areKeysAway` where the keys cannot be read
 */
export async function verifiedLogoutToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience, now }: { issuer: string; audience: string; now: number },
): Promise<LogoutToken> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience,
    algorithms: SIGNED_WITH,
    maxTokenAge: LOGOUT_TOKEN_SECONDS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: new Date(now),
  });
  // Not an ID token, nor an access token, of the same keys.
  if (!['logout+jwt', 'jwt', undefined].includes(protectedHeader.typ?.toLowerCase())) throw new errors.JWTInvalid();
  const { jti, sub, sid } = LogoutClaims.parse(payload);
  return { issuer, tokenId: jti, subject: sub, sid };
}

/** Also for an answer that holds no keys: jose has its plain error for it. */
export const areKeysAway = (error: unknown): boolean =>
  error instanceof errors.JWKSTimeout || (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC');

/**
 * CAPTCHA and rate limits can be switched off for automated checks of an installation, but never at a public address.
 */
import { isLoopback } from 'service-kit/http/loopback';
import type { Logger } from 'service-kit/process/logger';
import type { Mistake } from 'service-kit/process/settings';

/** The settings that matter here. */
interface Protections {
  readonly CAPTCHA: 'altcha' | 'off';
  readonly RATE_LIMIT: 'on' | 'off';
  readonly NODE_ENV: string;
  readonly PUBLIC_URL?: string | undefined;
  readonly SMTP_URL?: string | undefined;
  readonly REQUIRE_VERIFIED_EMAIL?: 'true' | 'false' | undefined;
  readonly BROWSER_SESSION: 'token' | 'cookie';
  readonly LOCAL_URL: string;
  /** The secret of the demo. */
  readonly SEED_SECRET?: string | undefined;
}

/**
 * True if a person needs a confirmed e-mail to become a member of a team. The default is true with
 * a mail server: mails that become files do not reach people by themselves.
 */
export const requiresVerifiedEmail = ({
  SMTP_URL,
  REQUIRE_VERIFIED_EMAIL,
}: Pick<Protections, 'SMTP_URL' | 'REQUIRE_VERIFIED_EMAIL'>): boolean =>
  REQUIRE_VERIFIED_EMAIL === undefined ? SMTP_URL !== undefined : REQUIRE_VERIFIED_EMAIL === 'true';

const namesOfOff = ({ CAPTCHA, RATE_LIMIT }: Partial<Protections>): string[] => [
  ...(CAPTCHA === 'off' ? ['CAPTCHA'] : []),
  ...(RATE_LIMIT === 'off' ? ['RATE_LIMIT'] : []),
];

/**
 * With `NODE_ENV=production` and a `PUBLIC_URL` of another machine, no protection may be off.
 * @returns a mistake for each protection that is
 */
export function disabledAtPublicAddress(settings: Partial<Protections>): Mistake[] {
  const { NODE_ENV, PUBLIC_URL } = settings;
  if (NODE_ENV !== 'production' || PUBLIC_URL === undefined || isLocal(PUBLIC_URL)) return [];
  return namesOfOff(settings).map((name) => ({
    name,
    sentence: `${name}=off: cannot be used at a public address (${PUBLIC_URL}) with NODE_ENV=production.`,
  }));
}

export function warnAboutDisabledProtections(settings: Protections, logger: Pick<Logger, 'warn'>): void {
  if (settings.PUBLIC_URL !== undefined && !isLocal(settings.PUBLIC_URL) && !requiresVerifiedEmail(settings))
    logger.warn(
      'E-mails need not be confirmed: a person who signs up with the address of a colleague can be added to a team ' +
        'in their place. Set SMTP_URL, or REQUIRE_VERIFIED_EMAIL=true',
    );
  if (settings.BROWSER_SESSION === 'cookie' && !hasTls(settings) && !isOnThisMachine(settings))
    logger.warn(
      'BROWSER_SESSION=cookie without TLS: on plain http the cookie of a session is not marked secure, and can be read on ' +
        'the way. Set TLS_CERT and TLS_KEY, or PUBLIC_URL=https://… with a proxy that ends TLS',
    );
  for (const name of namesOfOff(settings))
    logger.warn(
      `${name}=off: THIS PROTECTION IS SWITCHED OFF. A program may ` +
        (name === 'CAPTCHA' ? 'sign up by the thousand' : 'guess passwords as fast as it can') +
        ': for automated checks only',
    );
}

/** A launcher with TLS says so in LOCAL_URL. */
const hasTls = ({ PUBLIC_URL, LOCAL_URL }: Protections): boolean =>
  [PUBLIC_URL, LOCAL_URL].some((url) => url?.startsWith('https:'));

/** The demo listens on this machine only, unless HOST says otherwise. */
const isOnThisMachine = ({ SEED_SECRET, PUBLIC_URL, LOCAL_URL }: Protections): boolean =>
  (SEED_SECRET !== undefined || PUBLIC_URL !== undefined) && isLocal(PUBLIC_URL ?? LOCAL_URL);

const isLocal = (origin: string): boolean => isLoopback(new URL(origin).hostname);

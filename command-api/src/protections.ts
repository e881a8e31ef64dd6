/** What keeps strangers out. CAPTCHA and rate limits can be switched off for automated checks of an installation, and never where strangers come. */
import type { Logger } from './service/log.ts';
import { SettingsError } from './service/settings.ts';
import type { CommandSettings } from './settings.ts';

type Protections = Pick<CommandSettings, 'CAPTCHA' | 'RATE_LIMIT' | 'NODE_ENV' | 'PUBLIC_URL' | 'SMTP_URL' | 'REQUIRE_VERIFIED_EMAIL'>;

/** Whether only people whose e-mail is confirmed become members of teams. Where mails are files they reach nobody by themselves: unless it is said, nothing is asked there. */
export const requiresVerifiedEmail = ({ SMTP_URL, REQUIRE_VERIFIED_EMAIL }: Pick<Protections, 'SMTP_URL' | 'REQUIRE_VERIFIED_EMAIL'>): boolean =>
  REQUIRE_VERIFIED_EMAIL === undefined ? SMTP_URL !== undefined : REQUIRE_VERIFIED_EMAIL === 'true';

/** Says loudly what is off. @throws SettingsError with `NODE_ENV=production` and a `PUBLIC_URL` that is not this machine's own */
export function warnOfWhatIsOff(settings: Protections, logger: Pick<Logger, 'warn'>): void {
  const { CAPTCHA, RATE_LIMIT, NODE_ENV, PUBLIC_URL } = settings;
  if (PUBLIC_URL !== undefined && !isLocal(PUBLIC_URL) && !requiresVerifiedEmail(settings))
    logger.warn('E-mails need not be confirmed: whoever signs up with the address of a colleague can be added to a team in their place. Set SMTP_URL, or REQUIRE_VERIFIED_EMAIL=true');
  const off = [...(CAPTCHA === 'off' ? ['CAPTCHA'] : []), ...(RATE_LIMIT === 'off' ? ['RATE_LIMIT'] : [])];
  if (off.length === 0) return;
  if (NODE_ENV === 'production' && PUBLIC_URL !== undefined && !isLocal(PUBLIC_URL))
    throw new SettingsError(off.map((name) => `${name}=off: cannot be used at a public address (${PUBLIC_URL}) with NODE_ENV=production.`).join('\n  '));
  for (const name of off) logger.warn(`${name}=off: THIS PROTECTION IS SWITCHED OFF. Anybody may ${name === 'CAPTCHA' ? 'sign up by the thousand' : 'guess passwords as fast as they can'}: for automated checks only`);
}

function isLocal(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

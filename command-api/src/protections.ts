/** CAPTCHA and rate limits can be switched off for automated checks of an installation, and never where strangers come. */
import type { Logger } from './service/log.ts';
import { SettingsError } from './service/settings.ts';
import type { CommandSettings } from './settings.ts';

type Protections = Pick<CommandSettings, 'CAPTCHA' | 'RATE_LIMIT' | 'NODE_ENV' | 'PUBLIC_URL'>;

/** Says loudly what is off. @throws SettingsError with `NODE_ENV=production` and a `PUBLIC_URL` that is not this machine's own */
export function warnOfWhatIsOff({ CAPTCHA, RATE_LIMIT, NODE_ENV, PUBLIC_URL }: Protections, logger: Pick<Logger, 'warn'>): void {
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

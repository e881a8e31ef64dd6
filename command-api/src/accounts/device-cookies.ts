/**
 * The cookie of a device on which accounts have signed in. It names no account: for each it holds a signature, which only
 * the one who knows the e-mail can ask for (docs/decisions/write-side/rate-limits.md, "Three ways in").
 *
 *     <device id>.<last day>.<signature of device id, last day and e-mail>.<last day>.<signature>…
 *
 * One more signature is of no e-mail: it says that some account has signed in there, where an attempt names none.
 */
import { randomBytes } from 'node:crypto';
import { derivedKey, keyedHash } from 'service-kit/security/derived-key';
import { isSame } from './signed-texts.ts';

export const DEVICE_COOKIE = 'device';
export const DEVICE_DAYS = 90;
/** The newest accounts of a ward's shared computer: 590 characters, which each request carries. */
const ACCOUNTS_MAX = 20;
/** 132 bits. */
const SIGNATURE_LENGTH = 22;
/** In place of an e-mail, which always has an @. */
const ANY_ACCOUNT = '';
const DAY_MS = 24 * 60 * 60_000;

export interface DeviceCookies {
  /**
   * The id of the device, if the account of this e-mail has signed in there.
   * @param email lower case; undefined for any account
   */
  deviceOf(cookie: string | undefined, email: string | undefined): string | undefined;
  /** The cookie after a sign-in. @param cookie the one before @param email lower case */
  remember(cookie: string | undefined, email: string): string;
}

interface Entry {
  readonly lastDay: string;
  readonly signature: string;
}

export function createDeviceCookies(rootKey: Buffer, now: () => number = Date.now): DeviceCookies {
  const secret = derivedKey(rootKey, 'device cookies');
  const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
  const sign = (id: string, lastDay: string, email: string): string =>
    keyedHash(secret, [id, lastDay, email].join(' ')).slice(0, SIGNATURE_LENGTH);
  const isOf = (email: string, id: string, { lastDay, signature }: Entry): boolean =>
    isSame(signature, sign(id, lastDay, email));
  const entriesOf = (cookie: string | undefined): { id: string; entries: Entry[] } | undefined => {
    const [id = '', ...parts] = cookie?.split('.') ?? [];
    if (!/^[\w-]{22}$/.test(id)) return undefined;
    const entries: Entry[] = [];
    for (let at = 0; at < parts.length && entries.length <= ACCOUNTS_MAX; at += 2) {
      const [lastDay = '', signature = ''] = parts.slice(at, at + 2);
      if (Number.parseInt(lastDay, 36) >= dayOf(now())) entries.push({ lastDay, signature });
    }
    return { id, entries };
  };
  return {
    deviceOf(cookie, email = ANY_ACCOUNT) {
      const found = entriesOf(cookie);
      return found?.entries.some((entry) => isOf(email, found.id, entry)) ? found.id : undefined;
    },
    remember(cookie, email) {
      const { id, entries } = entriesOf(cookie) ?? { id: randomBytes(16).toString('base64url'), entries: [] };
      const lastDay = dayOf(now() + DEVICE_DAYS * DAY_MS).toString(36);
      const renewed = [ANY_ACCOUNT, email];
      const others = entries.filter((entry) => !renewed.some((one) => isOf(one, id, entry))).slice(0, ACCOUNTS_MAX - 1);
      return [
        id,
        ...renewed.map((one) => textOf({ lastDay, signature: sign(id, lastDay, one) })),
        ...others.map(textOf),
      ].join('.');
    },
  };
}

const textOf = ({ lastDay, signature }: Entry): string => `${lastDay}.${signature}`;

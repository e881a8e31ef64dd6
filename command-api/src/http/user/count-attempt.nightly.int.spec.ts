/** The guesser's side and the colleague's, over simulated hours. The limits count by this process's clock. */
import { randomBytes, randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { type Captcha, createCaptcha } from '../../accounts/captcha.ts';
import { createDeviceCookies, DEVICE_COOKIE } from '../../accounts/device-cookies.ts';
import { createRateLimits, type RateLimits } from '../../accounts/rate-limits.ts';
import { countAttempt, isSolved } from './count-attempt.ts';

const rootKey = randomBytes(32);
const EMAIL = 'mona@hospital.test';
const HOSPITAL = '203.0.113.7';
const MINUTE = 60_000;

let installation: Installation;
let pool: Pool;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

const devices = createDeviceCookies(rootKey);
let limits: RateLimits;
let captcha: Captcha;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 5, 8) });
  await pool.query('truncate accounts.rate_limit');
  limits = createRateLimits(pool, rootKey);
  captcha = createCaptcha(pool, rootKey, { least: 1, most: 2 });
});
afterEach(() => void vi.useRealTimers());
const pass = (minutes: number): void => void vi.setSystemTime(Date.now() + minutes * MINUTE);

const solved = async (): Promise<string> => {
  const challenge = await captcha.challenge('signIn');
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
};
interface Try {
  readonly address?: string;
  readonly email?: string | undefined;
  readonly device?: string | undefined;
  readonly token?: string | undefined;
  readonly guess?: string;
  /** As a client that sends its `Idempotency-Key` again. */
  readonly commandId?: string;
  readonly action?: 'login' | 'secondFactor' | 'forgotten' | 'passkey' | 'singleSignOn';
  /** A sign-in under way that began with a proof. */
  readonly provenFlow?: string;
  readonly hasCaptcha?: boolean;
}
/** @returns the reason of its refusal, or how it came in */
async function attempt({ address = HOSPITAL, device, token, provenFlow, ...rest }: Try = {}): Promise<string> {
  const { action = 'login', hasCaptcha = true, commandId = randomUUID() } = rest;
  const namesAccount = action !== 'passkey' && action !== 'singleSignOn';
  const request = {
    dependencies: { limits, devices, captcha: hasCaptcha ? captcha : undefined },
    commandId,
    client: {
      address,
      language: 'en',
      chosenLanguage: undefined,
      userAgent: '',
      asksForCookie: false,
      isPage: false,
      cookies: {
        get: (name: string) => (name === DEVICE_COOKIE ? device : undefined),
        set: () => undefined,
        remove: () => undefined,
      },
    },
  };
  try {
    const { isKnown } = await countAttempt(request, action, {
      ...(namesAccount && { email: rest.email ?? EMAIL, at: async () => 'hash' }),
      ...(action === 'singleSignOn' && { flow: provenFlow ?? randomUUID() }),
      isProved: async () =>
        provenFlow !== undefined || isSolved(request, token, [action, rest.email ?? EMAIL, rest.guess ?? '']),
    });
    return isKnown ? 'known device' : 'counted';
  } catch (error) {
    return (error as { problem: { reason: string } }).problem.reason;
  }
}
const isIn = (outcome: string): boolean => outcome === 'counted' || outcome === 'known device';

/** How many attempts a guesser gets through in each of the hours who tries every way, again and again. */
async function guessed(hours: number, tries: () => Promise<string>[]): Promise<number[]> {
  const through: number[] = [];
  for (let hour = 0; hour < hours; hour += 1) {
    let count = 0;
    for (let at = 0; at < 60; at += 5) {
      for (const one of tries()) if (isIn(await one)) count += 1;
      pass(5);
    }
    through.push(count);
  }
  return through;
}

describe('the guesser', () => {
  const withProof = async (address: string): Promise<string> => attempt({ address, token: await solved() });

  test('gets sixty tries an hour at one account from all addresses, with as many proofs of work as they like', async () => {
    let n = 0;
    const through = await guessed(3, () =>
      Array.from({ length: 8 }, () => withProof(`198.51.${(n += 1) >> 8}.${n & 255}`)),
    );
    // 30 by e-mail and 30 with a proof.
    for (const count of through) expect(count).toBeLessThanOrEqual(60);
    expect(through[0]).toBe(60);
  });

  test('gets fifty an hour from one address, also from the one where the account signs in', async () => {
    await limits.remember({ address: HOSPITAL, email: EMAIL });
    const through = await guessed(3, () => Array.from({ length: 6 }, () => withProof(HOSPITAL)));
    // 10 in a quarter of an hour, and 10 an hour with a proof.
    expect(Math.max(...through)).toBe(50);
  });

  test('gets ten an hour more with the cookie of a device', async () => {
    const device = devices.remember(undefined, EMAIL);
    let n = 0;
    const through = await guessed(2, () => [
      ...Array.from({ length: 4 }, () => attempt({ address: `198.51.1.${(n += 1)}`, device })),
      ...Array.from({ length: 8 }, () => withProof(`198.52.${(n += 1) >> 8}.${n & 255}`)),
    ]);
    expect(Math.max(...through)).toBeLessThanOrEqual(70);
  });

  test('gets no try more with the cookie of another account, or with a proof that was used or is too easy', async () => {
    for (let n = 0; n < 10; n += 1) await attempt();
    const token = await solved();
    expect(await attempt({ token })).toBe('counted');
    expect(await attempt({ token })).toBe('proof-lets-pass');
    const easy = await captcha.challenge('signUp');
    const solution = await solveChallenge({ challenge: easy, deriveKey });
    const tooEasy = Buffer.from(JSON.stringify({ challenge: easy, solution })).toString('base64');
    expect(await attempt({ token: tooEasy })).toBe('proof-lets-pass');
    expect(await attempt({ device: devices.remember(undefined, 'omar@hospital.test') })).toBe('proof-lets-pass');
  });

  test('needs a proof for each guess, also under one Idempotency-Key; a repeated call may repeat its proof', async () => {
    for (let n = 0; n < 10; n += 1) await attempt();
    const call = { token: await solved(), commandId: randomUUID(), guess: 'first' };
    expect([await attempt(call), await attempt(call)]).toEqual(['counted', 'counted']);
    expect(await attempt({ ...call, guess: 'second' })).toBe('proof-lets-pass');
    for (let n = 0; n < 10; n += 1) await attempt({ email: 'omar@hospital.test' });
    expect(await attempt({ ...call, email: 'omar@hospital.test' })).toBe('proof-lets-pass');
    expect(await attempt({ ...call, commandId: randomUUID() })).toBe('proof-lets-pass');
  });

  test('gets three hundred tries an hour with proofs from one address, at as many accounts as they like', async () => {
    for (let n = 0; n < 100; n += 1) await attempt({ email: `person-${n}@hospital.test` });
    let through = 0;
    for (let n = 0; n < 302; n += 1)
      if (isIn(await attempt({ email: `other-${n}@hospital.test`, token: await solved() }))) through += 1;
    expect(through).toBe(300);
    // A proof is not asked for where it would not help. A colleague's known device still does.
    expect(await attempt()).toBe('too-many-attempts');
    expect(await attempt({ device: devices.remember(undefined, EMAIL) })).toBe('known device');
    expect(await withProof('198.51.100.1')).toBe('counted');
  });

  test('of a second factor gets thirty-five tries an hour at one account, from any number of addresses', async () => {
    const device = devices.remember(undefined, EMAIL);
    let n = 0;
    const through = await guessed(2, () => [
      attempt({ action: 'secondFactor', device }),
      ...Array.from({ length: 4 }, async () =>
        attempt({ action: 'secondFactor', address: `198.53.1.${(n += 1)}`, token: await solved() }),
      ),
    ]);
    // 15 by e-mail, 15 with a proof, and 5 at the device.
    expect(through).toEqual([35, 35]);
  });

  test('asks for thirteen links an hour to one account at most', async () => {
    const device = devices.remember(undefined, EMAIL);
    const through = await guessed(2, () => [
      ...Array.from({ length: 3 }, () => attempt({ action: 'forgotten', device })),
      ...Array.from({ length: 3 }, async () => attempt({ action: 'forgotten', token: await solved() })),
    ]);
    expect(through).toEqual([13, 13]);
  });
});

describe('a colleague', () => {
  const lockOutTheWard = async (): Promise<void> => {
    for (let n = 0; n < 100; n += 1) await attempt({ email: `person-${n % 20}@hospital.test` });
    for (let n = 0; n < 10; n += 1) await attempt();
  };

  test('behind an address that is refused gets in from a device that they have signed in on', async () => {
    await lockOutTheWard();
    expect(await attempt({ device: devices.remember(undefined, EMAIL) })).toBe('known device');
  });

  test('behind an address that is refused gets in with a proof of work, and is told so', async () => {
    await lockOutTheWard();
    expect(await attempt()).toBe('proof-lets-pass');
    expect(await attempt({ token: await solved() })).toBe('counted');
  });

  test('proves a second factor at a refused address from a known device, or with a proof of work', async () => {
    const action = 'secondFactor';
    for (let n = 0; n < 100; n += 1) await attempt({ action, email: `person-${n % 20}@hospital.test` });
    expect(await attempt({ action })).toBe('proof-lets-pass');
    expect(await attempt({ action, device: devices.remember(undefined, EMAIL) })).toBe('known device');
    expect(await attempt({ action, token: await solved() })).toBe('counted');
  });

  test('who is guessed at from elsewhere gets in by the same ways', async () => {
    for (let n = 0; n < 31; n += 1) await attempt({ address: `198.51.100.${n}` });
    expect(await attempt()).toBe('proof-lets-pass');
    expect(await attempt({ device: devices.remember(undefined, EMAIL) })).toBe('known device');
    expect(await attempt({ token: await solved() })).toBe('counted');
  });

  test('with ten wrong tries on their device still has the other ways', async () => {
    const device = devices.remember(undefined, EMAIL);
    const outcomes: string[] = [];
    for (let n = 0; n < 21; n += 1) outcomes.push(await attempt({ device }));
    expect(outcomes).toEqual([
      ...Array.from({ length: 10 }, () => 'known device'),
      ...Array.from({ length: 10 }, () => 'counted'),
      'proof-lets-pass',
    ]);
  });

  test('without such a device waits where no challenge is made, or when its bound is reached', async () => {
    await lockOutTheWard();
    expect(await attempt({ hasCaptcha: false })).toBe('too-many-attempts');
    for (let n = 0; n < 10; n += 1) expect(await attempt({ token: await solved() })).toBe('counted');
    expect(await attempt({ token: await solved() })).toBe('too-many-attempts');
    expect(await attempt()).toBe('too-many-attempts');
    pass(60);
    expect(await attempt()).toBe('counted');
  });

  test('whose mailbox was flooded with links still asks for one', async () => {
    for (let n = 0; n < 5; n += 1) await attempt({ action: 'forgotten', address: `198.51.100.${n}` });
    expect(await attempt({ action: 'forgotten' })).toBe('proof-lets-pass');
    expect(await attempt({ action: 'forgotten', device: devices.remember(undefined, EMAIL) })).toBe('known device');
    expect(await attempt({ action: 'forgotten', token: await solved() })).toBe('counted');
  });
});

describe.each(['passkey', 'singleSignOn'] as const)('a sign-in that names no account before its end (%s)', (action) => {
  const proven = async (flow: string = randomUUID()): Promise<string> =>
    action === 'passkey' ? attempt({ action, token: await solved() }) : attempt({ action, provenFlow: flow });
  const shutTheAddress = async (): Promise<void> => {
    for (let n = 0; n < 100; n += 1) await attempt({ action });
    expect(await attempt({ action })).toBe('proof-lets-pass');
  };

  test('passes at a refused address from a device where any account has signed in', async () => {
    await shutTheAddress();
    const device = devices.remember(undefined, EMAIL);
    const outcomes: string[] = [];
    for (let n = 0; n < 11; n += 1) outcomes.push(await attempt({ action, device }));
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'known device'), 'proof-lets-pass']);
    expect(await attempt({ action, device: createDeviceCookies(randomBytes(32)).remember(undefined, EMAIL) })).toBe(
      'proof-lets-pass',
    );
  });

  test('passes there with a proof of work, and is told to wait where there is none', async () => {
    await shutTheAddress();
    expect(await proven()).toBe('counted');
    expect(await attempt({ action, hasCaptcha: false })).toBe('too-many-attempts');
  });

  test('gets two hundred tries in a quarter of an hour from one address, with as many proofs as one likes', async () => {
    await shutTheAddress();
    let through = 0;
    for (let n = 0; n < 110; n += 1) if (isIn(await proven())) through += 1;
    expect(through).toBe(100);
    expect(await attempt({ action })).toBe('too-many-attempts');
    pass(15);
    expect(await attempt({ action })).toBe('counted');
  });

  test('gets one try for each proof', async () => {
    await shutTheAddress();
    if (action === 'passkey') {
      const token = await solved();
      expect([await attempt({ action, token }), await attempt({ action, token })]).toEqual([
        'counted',
        'proof-lets-pass',
      ]);
    } else expect([await proven('one'), await proven('one')]).toEqual(['counted', 'too-many-attempts']);
  });
});

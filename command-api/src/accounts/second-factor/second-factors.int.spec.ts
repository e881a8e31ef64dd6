import { randomBytes, randomUUID } from 'node:crypto';
import { Secret } from 'otpauth';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { codeOf as codeAt } from '../../testing/authenticator-app.ts';
import { softwareAuthenticator } from '../../testing/software-authenticator.ts';
import { PASSKEYS_MAX } from './passkeys.ts';
import { RECOVERY_CODES } from './recovery-codes.ts';
import { createSecondFactors, type SecondFactors } from './second-factors.ts';
import { createTotp } from './totp.ts';

const ORIGIN = 'https://pharmacy.hospital.test';
const STEP_MS = 30_000;
const rootKey = randomBytes(32);
let installation: Installation;
let pool: Pool;
let factors: SecondFactors;
let now = Date.parse('2026-11-26T10:00:05Z');
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
  factors = createSecondFactors(pool, rootKey, { id: 'pharmacy.hospital.test', origin: ORIGIN }, () => now);
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

const codeOf = (secret: string, at = now): string => codeAt(secret, 0, at);

async function withTotp(): Promise<{ userId: string; secret: string; recoveryCodes: readonly string[] }> {
  const userId = randomUUID();
  const { secret } = await factors.totp.begin(userId, 'mona@hospital.test');
  const added = await factors.confirmTotp(userId, codeOf(secret));
  return { userId, secret, recoveryCodes: added?.recoveryCodes ?? [] };
}

async function withPasskey(userId: string = randomUUID()) {
  const authenticator = softwareAuthenticator(ORIGIN);
  const begun = await factors.passkeys!.beginNew({ userId, email: 'mona@hospital.test', name: 'Mona Farouk' });
  const added = await factors.addPasskey(userId, {
    ticket: begun.ticket,
    answer: authenticator.create(begun.options),
    name: 'Work phone',
  });
  return { userId, authenticator, added };
}

async function answered(authenticator: ReturnType<typeof softwareAuthenticator>) {
  const { ticket, options } = await factors.passkeys!.begin();
  return { ticket, answer: authenticator.get(options) };
}

test('an authenticator app is set up with its first code', async () => {
  const userId = randomUUID();
  const { secret, uri } = await factors.totp.begin(userId, 'mona@hospital.test');
  expect(uri).toMatch(/^otpauth:\/\/totp\/Clinical%20pharmacy:mona%40hospital\.test\?/);
  expect(uri).toContain(`secret=${secret}`);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(await factors.of(userId)).toEqual({ totp: undefined, passkeys: [], recoveryCodes: 0 });
  expect(await factors.totp.accept(userId, codeOf(secret))).toBe(false);

  expect(await factors.confirmTotp(userId, '000000')).toBeUndefined();
  expect((await factors.confirmTotp(userId, codeOf(secret)))?.recoveryCodes).toHaveLength(RECOVERY_CODES);
  expect(await factors.of(userId)).toMatchObject({ totp: { addedAt: expect.any(Date) }, recoveryCodes: 10 });
});

test('a code counts once, also in a race, and none of an earlier step counts after it', async () => {
  const { userId, secret } = await withTotp();
  expect(await factors.totp.accept(userId, codeOf(secret))).toBe(false);
  now += STEP_MS;
  const raced = await Promise.all([1, 2, 3, 4].map(() => factors.totp.accept(userId, codeOf(secret))));
  expect(raced.filter((isAccepted) => isAccepted)).toHaveLength(1);
  now += STEP_MS;
  expect(await factors.totp.accept(userId, codeOf(secret, now - STEP_MS))).toBe(false);
});

test('the codes of one step before and after count, and no others', async () => {
  const { userId, secret } = await withTotp();
  now += 10 * STEP_MS;
  for (const steps of [-2, 2])
    expect(await factors.totp.accept(userId, codeOf(secret, now + steps * STEP_MS))).toBe(false);
  for (const steps of [-1, 0, 1])
    expect(await factors.totp.accept(userId, codeOf(secret, now + steps * STEP_MS))).toBe(true);
});

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345'])('%j is no code', async (code) => {
  const { userId } = await withTotp();
  expect(await factors.totp.accept(userId, code)).toBe(false);
});

test('a code of another account does not count', async () => {
  const [mona, omar] = [await withTotp(), await withTotp()];
  now += STEP_MS;
  expect(await factors.totp.accept(omar.userId, codeOf(mona.secret))).toBe(false);
});

test('the app in use stays until the new one has proved itself', async () => {
  const { userId, secret } = await withTotp();
  const next = await factors.totp.begin(userId, 'mona@hospital.test');
  now += STEP_MS;
  expect(await factors.totp.accept(userId, codeOf(secret))).toBe(true);
  now += STEP_MS;
  expect(await factors.confirmTotp(userId, codeOf(next.secret))).toEqual({ recoveryCodes: undefined });
  now += STEP_MS;
  expect(await factors.totp.accept(userId, codeOf(secret))).toBe(false);
  expect(await factors.totp.accept(userId, codeOf(next.secret))).toBe(true);
});

test('a code of the app of before does not count once the new one is in use, in a race either', async () => {
  const { userId, secret } = await withTotp();
  const next = await factors.totp.begin(userId, 'mona@hospital.test');
  now += STEP_MS;
  const tx = await pool.connect();
  try {
    await tx.query('begin');
    expect(await createTotp(pool, rootKey, () => now).confirm(tx, userId, codeOf(next.secret))).toBe(true);
    now += STEP_MS;
    // It has read the old secret, and waits for the row of the new one.
    const raced = factors.totp.accept(userId, codeOf(secret));
    await expect
      .poll(() =>
        pool.query(
          `select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like 'update accounts.totp%'`,
        ),
      )
      .toMatchObject({ rowCount: 1 });
    await tx.query('commit');
    expect(await raced).toBe(false);
  } finally {
    tx.release(true);
  }
});

test('secrets are encrypted for their account, and recovery codes hashed', async () => {
  const { userId, secret, recoveryCodes } = await withTotp();
  const { rows } = await pool.query(
    'select * from accounts.totp natural left join accounts.recovery_code where user_id = $1',
    [userId],
  );
  const stored = JSON.stringify(rows) + rows.map(({ secret: bytes }) => (bytes as Buffer).toString('latin1')).join();
  expect(stored).not.toContain(Buffer.from(Secret.fromBase32(secret).bytes).toString('latin1'));
  for (const code of recoveryCodes) expect(stored).not.toContain(code);

  const stranger = await withTotp();
  await pool.query('update accounts.totp set secret = $2 where user_id = $1', [stranger.userId, rows[0]?.secret]);
  await expect(factors.totp.accept(stranger.userId, codeOf(secret))).rejects.toThrow();
});

test('a recovery code counts once, however it is typed', async () => {
  const { userId, recoveryCodes } = await withTotp();
  const [first = '', second = ''] = recoveryCodes;
  expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
  const raced = await Promise.all([1, 2, 3].map(() => factors.recoveryCodes.accept(userId, first)));
  expect(raced.filter((isAccepted) => isAccepted)).toHaveLength(1);
  const typed = ` ${second.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'I')} `;
  expect(await factors.recoveryCodes.accept(userId, typed)).toBe(true);
  expect(await factors.recoveryCodes.accept(randomUUID(), recoveryCodes[2] ?? '')).toBe(false);
  expect((await factors.of(userId)).recoveryCodes).toBe(8);
});

test('new recovery codes end the old ones, and need a factor', async () => {
  const { userId, recoveryCodes } = await withTotp();
  const renewed = await factors.renewRecoveryCodes(userId);
  expect(renewed).toHaveLength(RECOVERY_CODES);
  expect(await factors.recoveryCodes.accept(userId, recoveryCodes[0] ?? '')).toBe(false);
  expect(await factors.recoveryCodes.accept(userId, renewed?.[0] ?? '')).toBe(true);
  expect(await factors.renewRecoveryCodes(randomUUID())).toBeUndefined();
});

test('recovery codes end with the last factor', async () => {
  const { userId, recoveryCodes } = await withTotp();
  const { added } = await withPasskey(userId);
  expect(added).toEqual({ recoveryCodes: undefined });
  expect(await factors.removeTotp(userId)).toBe(true);
  expect(await factors.removeTotp(userId)).toBe(false);
  const kept = await factors.of(userId);
  expect(kept).toMatchObject({ totp: undefined, recoveryCodes: 10 });
  expect(await factors.removePasskey(randomUUID(), kept.passkeys[0]?.passkeyId ?? '')).toBe(false);
  expect(await factors.removePasskey(userId, kept.passkeys[0]?.passkeyId ?? '')).toBe(true);
  expect(await factors.recoveryCodes.accept(userId, recoveryCodes[0] ?? '')).toBe(false);
});

test('a passkey signs in as its owner, once for a challenge', async () => {
  const { userId, authenticator, added } = await withPasskey();
  expect(added).toMatchObject({ recoveryCodes: expect.any(Array) });
  const answer = await answered(authenticator);
  const raced = await Promise.all([1, 2, 3].map(() => factors.passkeys!.accept(answer)));
  expect(raced.filter((owner) => owner === userId)).toHaveLength(1);
  expect(raced.filter((owner) => owner === undefined)).toHaveLength(2);
  expect(await factors.of(userId)).toMatchObject({
    passkeys: [{ name: 'Work phone', addedAt: expect.any(Date), usedAt: expect.any(Date) }],
  });
});

test('the options ask for a passkey that finds its account and verifies its user', async () => {
  const { userId, authenticator } = await withPasskey();
  const { options } = await factors.passkeys!.beginNew({ userId, email: 'mona@hospital.test', name: 'Mona' });
  expect(options).toMatchObject({
    rp: { id: 'pharmacy.hospital.test' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: authenticator.id }],
  });
  const asked = (await factors.passkeys!.begin()).options;
  expect(asked).toMatchObject({ rpId: 'pharmacy.hospital.test', userVerification: 'required' });
  expect(asked.allowCredentials).toBeUndefined();
});

test.each<[string, (authenticator: ReturnType<typeof softwareAuthenticator>) => void]>([
  ['for another site', ({ behaviour }) => void (behaviour.origin = 'https://pharmacy.hospital.evil')],
  ['of another relying party', ({ behaviour }) => void (behaviour.rpId = 'hospital.evil')],
  ['without verifying its user', ({ behaviour }) => void (behaviour.verifiesUser = false)],
  ['of a copied authenticator', ({ behaviour }) => void (behaviour.counter = 0)],
])('an answer %s does not count', async (_what, change) => {
  const { authenticator } = await withPasskey();
  authenticator.behaviour.counter = 5;
  expect(await factors.passkeys!.accept(await answered(authenticator))).toBeDefined();
  change(authenticator);
  expect(await factors.passkeys!.accept(await answered(authenticator))).toBeUndefined();
});

test('an authenticator that counts nothing can be used again and again', async () => {
  const { userId, authenticator } = await withPasskey();
  Object.assign(authenticator.behaviour, { counter: 0, step: 0 });
  await pool.query('update accounts.passkey set counter = 0 where user_id = $1', [userId]);
  for (const _time of [1, 2]) expect(await factors.passkeys!.accept(await answered(authenticator))).toBe(userId);
});

test('an altered answer, one to another challenge, and one of an unknown passkey do not count', async () => {
  const [{ authenticator }, other] = [await withPasskey(), await withPasskey()];
  const { ticket, answer } = await answered(authenticator);
  const wrong = [
    { ticket: (await factors.passkeys!.begin()).ticket, answer },
    { ticket: 'x', answer },
    { ticket, answer: { ...answer, id: other.authenticator.id, rawId: other.authenticator.id } },
    { ticket, answer: { ...answer, id: 'unknown', rawId: 'unknown' } },
    {
      ticket,
      answer: {
        ...answer,
        response: { ...answer.response, userHandle: Buffer.from(other.userId).toString('base64url') },
      },
    },
    { ticket, answer: { ...answer, response: { ...answer.response, signature: 'AAAA' } } },
    { ticket, answer: { ...answer, response: { ...answer.response, clientDataJSON: 'AAAA' } } },
    { ticket, answer: { ...answer, response: { ...answer.response, authenticatorData: 'AAAA' } } },
  ];
  for (const one of wrong) expect(await factors.passkeys!.accept(one)).toBeUndefined();
});

test('a new passkey needs the ticket of its person, a verified user, and no certificates', async () => {
  const userId = randomUUID();
  const begun = await factors.passkeys!.beginNew({ userId, email: 'mona@hospital.test', name: 'Mona' });
  const add = (
    authenticator: ReturnType<typeof softwareAuthenticator>,
    owner = userId,
    attestation?: Map<string, unknown>,
  ) =>
    factors.addPasskey(owner, {
      ticket: begun.ticket,
      answer: authenticator.create(begun.options, attestation),
      name: '',
    });
  const careless = softwareAuthenticator(ORIGIN);
  careless.behaviour.verifiesUser = false;
  expect(await add(careless)).toBeUndefined();
  expect(await add(softwareAuthenticator('https://hospital.evil'))).toBeUndefined();
  expect(await add(softwareAuthenticator(ORIGIN), randomUUID())).toBeUndefined();
  const certified = new Map<string, unknown>([
    ['alg', -7],
    ['sig', new Uint8Array(8)],
    ['x5c', [new Uint8Array(8)]],
  ]);
  expect(await add(softwareAuthenticator(ORIGIN), userId, certified)).toBeUndefined();

  const authenticator = softwareAuthenticator(ORIGIN);
  expect(await add(authenticator)).toBeDefined();
  expect(await add(authenticator)).toBeUndefined();
});

test('a passkey belongs to one account', async () => {
  const { authenticator } = await withPasskey();
  const userId = randomUUID();
  const begun = await factors.passkeys!.beginNew({ userId, email: 'omar@hospital.test', name: 'Omar' });
  const again = { ticket: begun.ticket, answer: authenticator.create(begun.options), name: '' };
  expect(await factors.addPasskey(userId, again)).toBeUndefined();
});

test('an account has at most 20 passkeys', async () => {
  const { userId } = await withPasskey();
  await pool.query(
    `insert into accounts.passkey (passkey_id, credential_id, user_id, public_key, counter, transports, name)
     select gen_random_uuid(), gen_random_uuid()::text, $1, '', 0, '{}', '' from generate_series(2, $2)`,
    [userId, PASSKEYS_MAX],
  );
  expect((await withPasskey(userId)).added).toBe('full');
});

test('expired challenges and abandoned secrets are removed', async () => {
  const userId = randomUUID();
  await factors.totp.begin(userId, 'mona@hospital.test');
  await pool.query(`update accounts.totp set next_until = now() - interval '1 minute' where user_id = $1`, [userId]);
  await pool.query(`insert into accounts.spent_challenge values ('old', now() - interval '1 minute')`);
  await factors.removeExpired();
  const { rows } = await pool.query(
    `select user_id from accounts.totp where user_id = $1
     union all select challenge from accounts.spent_challenge where challenge = 'old'`,
    [userId],
  );
  expect(rows).toEqual([]);
});

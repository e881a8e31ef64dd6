/** An action on one account leaves another account as it was, and asks no row of it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../testing/authenticator-app.ts';
import { createAccountStates } from './account-states.ts';
import { createCredentials, type Credentials } from './credentials.ts';
import { createDeviceKeys } from './device-keys.ts';
import { createOneTimeLinks, linkHash, type OneTimeLinks } from './one-time-links.ts';
import { type NewPasskey, PASSKEYS_MAX } from './second-factor/passkeys.ts';
import { createSecondFactors, type SecondFactors } from './second-factor/second-factors.ts';
import { createIdentities } from './single-sign-on/identities.ts';

const STEP_MS = 30_000;
const rootKey = randomBytes(32);
let installation: Installation;
let pool: Pool;
let credentials: Credentials;
let links: OneTimeLinks;
let factors: SecondFactors;
let now = Date.parse('2026-11-26T10:00:05Z');
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
  credentials = createCredentials(pool);
  links = createOneTimeLinks(pool);
  const relyingParty = { id: 'pharmacy.hospital.test', origin: 'https://pharmacy.hospital.test' };
  factors = createSecondFactors(pool, rootKey, relyingParty, () => now);
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

/** Sign-ups that were cut off an hour ago, with all that an account can have. */
interface Holdings {
  readonly link: string;
  readonly sessionId: string;
  readonly passkeyId: string;
  readonly totp: string;
  readonly recoveryCodes: readonly string[];
}
let mona: Holdings;
let omar: Holdings;
beforeEach(async () => {
  await pool.query(`truncate accounts.credential, accounts.one_time_link, accounts.session, accounts.totp,
    accounts.passkey, accounts.recovery_code, accounts.oidc_identity, accounts.device_key cascade`);
  // She comes second: a statement without its condition finds his row first.
  omar = await addAccount('omar');
  mona = await addAccount('mona');
});

async function addAccount(userId: string): Promise<Holdings> {
  const [sessionId, passkeyId] = [randomUUID(), randomUUID()];
  await pool.query(
    `insert into accounts.credential (user_id, email, password_hash, command_id, reserved_at)
     values ($1, $1 || '@hospital.test', $1 || '''s password', gen_random_uuid(), now() - interval '1 hour')`,
    [userId],
  );
  await pool.query('insert into accounts.session (session_id, token_hash, user_id) values ($1, $2, $3)', [
    sessionId,
    randomBytes(32),
    userId,
  ]);
  await pool.query(
    `insert into accounts.passkey (passkey_id, credential_id, user_id, public_key, counter, transports, name)
     values ($1, $2, $2, '', 0, '{}', '')`,
    [passkeyId, userId],
  );
  await pool.query(
    `insert into accounts.oidc_identity (issuer, subject, user_id, email_verified) values ('idp', $1, $1, false)`,
    [userId],
  );
  const { secret: totp } = await factors.totp.begin(userId, '');
  const added = await factors.confirmTotp(userId, codeOf(totp, 0, now));
  await factors.totp.begin(userId, '');
  return { link: await links.make(userId), sessionId, passkeyId, totp, recoveryCodes: added?.recoveryCodes ?? [] };
}

const tables = ['credential', 'one_time_link', 'session', 'totp', 'passkey', 'recovery_code', 'oidc_identity'];
const rowsOf = async (userId: string): Promise<unknown> =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [
        table,
        (
          await pool.query(
            `select to_jsonb(t)::text as row from accounts.${table} t where user_id = $1 order by to_jsonb(t)::text`,
            [userId],
          )
        ).rows,
      ]),
    ),
  );

/** One of hers changes, and none of his. */
const changes: [what: string, change: () => Promise<unknown>, answer?: boolean | string][] = [
  [
    'a changed password',
    () => credentials.changePassword('mona', { was: "mona's password", now: 'new' }, mona.sessionId),
    true,
  ],
  ["the operator's password", () => credentials.setByOperator('mona', 'new')],
  ['a password set by a link', () => credentials.resetByLink(mona.link, 'new', randomUUID()), 'mona'],
  ['an e-mail confirmed by a link', () => credentials.confirmByLink(mona.link, 'mona', randomUUID()), true],
  ['an e-mail that the provider proves', () => credentials.proveEmail('mona')],
  ['a finished sign-up', () => credentials.confirm('mona')],
  ['a new authenticator app', () => factors.totp.begin('mona', '')],
  ['a removed authenticator app', () => factors.removeTotp('mona'), true],
  ['a removed passkey', () => factors.removePasskey('mona', mona.passkeyId), true],
  ['new recovery codes', () => factors.renewRecoveryCodes('mona')],
  ['a used recovery code', () => factors.recoveryCodes.accept('mona', mona.recoveryCodes[0] ?? ''), true],
];

test.each(changes)('%s is of one account', async (_what, change, answer) => {
  const [hers, his] = [await rowsOf('mona'), await rowsOf('omar')];
  const answered = await change();
  if (answer !== undefined) expect(answered).toEqual(answer);
  expect(await rowsOf('omar')).toEqual(his);
  expect(await rowsOf('mona')).not.toEqual(hers);
});

test('a sign-up that begins again is of one account', async () => {
  await pool.query('delete from accounts.oidc_identity');
  const his = await rowsOf('omar');
  expect(await credentials.renew('mona', 'new')).toMatchObject({ userId: 'mona', passwordHash: 'new' });
  expect(await rowsOf('omar')).toEqual(his);
});

test('a sign-up never begins again on the account of a person of the provider', async () => {
  const [hers, his] = [await rowsOf('mona'), await rowsOf('omar')];
  await pool.query(`delete from accounts.oidc_identity where user_id = 'omar'`);
  expect(await credentials.renew('mona', 'new')).toBeUndefined();
  expect(await rowsOf('mona')).toEqual(hers);
  expect(await credentials.renew('omar', 'new')).toMatchObject({ userId: 'omar' });
  expect(await rowsOf('omar')).not.toEqual(his);
});

test('a confirmed and a used code of an app are of one account', async () => {
  const { secret } = await factors.totp.begin('mona', '');
  const his = await rowsOf('omar');
  expect(await factors.confirmTotp('mona', codeOf(secret, 0, now))).toBeDefined();
  now += STEP_MS;
  expect(await factors.totp.accept('mona', codeOf(secret, 0, now))).toBe(true);
  expect(await rowsOf('omar')).toEqual(his);
  expect(await factors.totp.accept('omar', codeOf(omar.totp, 0, now))).toBe(true);
});

test('disabling and enabling are of one account', async () => {
  const states = createAccountStates(pool);
  const by = { by: 'admin', sessionId: randomUUID() };
  const his = await rowsOf('omar');
  await states.disable('mona', { ...by, reason: 'Left' });
  expect(await rowsOf('omar')).toEqual(his);
  expect(await rowsOf('mona')).toMatchObject({ one_time_link: [], session: [] });
  await states.disable('omar', { ...by, reason: 'Left' });
  await states.enable('mona', by);
  expect(await credentials.disabledAmong(['mona', 'omar'])).toEqual(new Set(['omar']));
  expect(await credentials.disabledAmong(['mona'])).toEqual(new Set());
});

describe('what is of another account', () => {
  const noPasskey: NewPasskey['answer'] = {
    id: 'x',
    rawId: 'x',
    type: 'public-key',
    response: { clientDataJSON: 'x', attestationObject: 'x', transports: [] },
  };

  test('is not found, and not removed', async () => {
    expect(await credentials.confirmByLink(omar.link, 'mona', randomUUID())).toBe(false);
    expect(await credentials.confirmByLink('made-up', 'mona', randomUUID())).toBe(false);
    expect(await credentials.resetByLink('made-up', 'new', randomUUID())).toBeUndefined();
    expect(await factors.removePasskey('mona', omar.passkeyId)).toBe(false);
    expect(await factors.recoveryCodes.accept('mona', omar.recoveryCodes[0] ?? '')).toBe(false);
    expect(await links.ownerOf(mona.link, randomUUID())).toBe('mona');
    expect(await links.ownerOf(omar.link, randomUUID())).toBe('omar');
    expect((await credentials.findByUser('mona'))?.userId).toBe('mona');
    expect((await credentials.findByUser('omar'))?.userId).toBe('omar');
  });

  test('confirms no e-mail', async () => {
    await credentials.proveEmail('omar');
    // His row is again the first.
    await credentials.confirm('mona');
    expect(await credentials.confirmByLink('made-up', 'mona', randomUUID())).toBe(false);
  });

  test('repeats no command: a used link is used up for each other link', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await credentials.resetByLink(mona.link, 'new', first)).toBe('mona');
    const late = await links.make('mona');
    expect(await credentials.resetByLink(late, 'newer', second)).toBe('mona');
    // This link gets the command of the other one.
    await pool.query('update accounts.one_time_link set spent_by = $1 where token_hash = $2', [first, linkHash(late)]);
    await pool.query('update accounts.one_time_link set spent_by = $1 where token_hash = $2', [
      second,
      linkHash(mona.link),
    ]);
    expect(await credentials.resetByLink(mona.link, 'newest', first)).toBeUndefined();
  });

  test('is no second factor, and counts for no limit', async () => {
    expect(await factors.kindsOf('without')).toBeUndefined();
    expect(await factors.of('without')).toEqual({ totp: undefined, passkeys: [], recoveryCodes: 0 });
    expect(await factors.of('mona')).toMatchObject({ passkeys: [{ passkeyId: mona.passkeyId }], recoveryCodes: 10 });
    expect(await factors.of('omar')).toMatchObject({ passkeys: [{ passkeyId: omar.passkeyId }], recoveryCodes: 10 });
    await factors.removePasskey('mona', mona.passkeyId);
    expect(await factors.kindsOf('mona')).toEqual({ totp: true, passkey: false, recoveryCode: true });
    const begun = await factors.passkeys!.beginNew({ userId: 'mona', email: '', name: '' });
    expect(begun.options.excludeCredentials).toEqual([]);
    await pool.query(`delete from accounts.recovery_code where user_id = 'mona'`);
    expect(await factors.kindsOf('mona')).toEqual({ totp: true, passkey: false, recoveryCode: false });
    await pool.query(
      `insert into accounts.passkey (passkey_id, credential_id, user_id, public_key, counter, transports, name)
       select gen_random_uuid(), 'his ' || i, 'omar', '', 0, '{}', '' from generate_series(1, $1) i`,
      [PASSKEYS_MAX],
    );
    expect(await factors.addPasskey('mona', { ticket: 'x', answer: noPasskey, name: '' })).toBeUndefined();
    expect(await factors.addPasskey('omar', { ticket: 'x', answer: noPasskey, name: '' })).toBe('full');
  });

  test('keeps its recovery codes when an account loses its last factor', async () => {
    const his = await rowsOf('omar');
    await factors.removeTotp('mona');
    await factors.removePasskey('mona', mona.passkeyId);
    expect((await factors.of('mona')).recoveryCodes).toBe(0);
    expect(await rowsOf('omar')).toEqual(his);
  });

  test('is not the first factor of an account', async () => {
    const { secret } = await factors.totp.begin('nadia', '');
    expect((await factors.confirmTotp('nadia', codeOf(secret, 0, now)))?.recoveryCodes).toHaveLength(10);
  });

  test('makes no other key for a device', async () => {
    const keys = createDeviceKeys(pool, rootKey);
    expect(await keys.keyOf('mona')).not.toEqual(await keys.keyOf('omar'));
    const { rows } = await pool.query('select distinct user_id, salt from accounts.device_key');
    expect(rows).toHaveLength(2);
  });

  test('is no identity of an account, and no ID token of its sessions', async () => {
    const identities = createIdentities(pool, rootKey);
    expect(await identities.hasOther('nadia', { issuer: 'idp', subject: 'nadia' })).toBe(false);
    expect(await identities.link({ issuer: 'idp', subject: 'mona' }, 'omar', true)).toBe(false);
    for (const [subject, { sessionId }] of [
      ['omar', omar],
      ['mona', mona],
    ] as const) {
      const signedIn = {
        issuer: 'idp',
        claims: { subject, all: {} },
        sid: undefined,
        idToken: `of ${subject}`,
        amr: [],
        acr: undefined,
        authenticatedAt: undefined,
      };
      const flow = { begunAt: new Date(), browserHash: Buffer.from(subject) };
      const code = (await identities.await(signedIn, flow))!;
      expect((await identities.take(code, Buffer.from(subject)))?.userId).toBe(subject);
      expect(await identities.bind(code, sessionId)).toBe(true);
    }
    expect(await identities.idTokenOf(mona.sessionId)).toBe('of mona');
    expect(await identities.idTokenOf(omar.sessionId)).toBe('of omar');
  });
});

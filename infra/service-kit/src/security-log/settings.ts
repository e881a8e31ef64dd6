/**
 * Which settings of a service are other ones than at its last start, in the security log. Values are shown of settings
 * that are listed here. All others may be secret: of them it is known that they have changed.
 */
import type { Pool } from 'pg';
import { securityKinds } from 'language/domain/security-log/kinds';
import { inTransaction } from '../postgres/in-transaction.ts';
import { derivedKey, keyedHash } from '../security/derived-key.ts';
import { recordSecurityEvent } from './record.ts';

const SHOWN: ReadonlySet<string> = new Set([
  'ANSWER_MAIL',
  'BLOCKED_HOSTNAMES',
  'BROWSER_SESSION',
  'CAPTCHA',
  'CHAT_URL',
  'COMMON_PASSWORDS',
  'DISK_RESERVE_MB',
  'FHIR',
  'FHIR_CLIENTS',
  'HL7_ALLOW',
  'HL7_CHARSET',
  'HL7_HOST',
  'HL7_MAP',
  'HL7_PORT',
  'IMAGES_PER_TEAM_GB',
  'IMAGE_SERVICE_URL',
  'IMAGE_SOURCES',
  'LOCAL_ACCOUNTS',
  'LOCK_AFTER_MINUTES',
  'MEDIA_SOURCES',
  'MIN_PASSWORD_LENGTH',
  'NODE_ENV',
  'OFFLINE',
  'OFFLINE_CHARTS',
  'OFFLINE_HOURS',
  'OIDC_CLIENT_ID',
  'OIDC_ISSUER',
  'PROPOSALS',
  'PUBLIC_URL',
  'RATE_LIMIT',
  'RELEASE_VERSION',
  'REQUIRE_VERIFIED_EMAIL',
  'SECOND_FACTOR',
  'SECURITY_LOG_DAYS',
  'SESSION_IDLE_MINUTES',
  'SESSION_MAX_HOURS',
  'SIGN_UP',
  'TIME_ZONE',
  'TRUSTED_PROXIES',
  'WEB_PUSH',
  'WEB_PUSH_SERVICES',
]);
/** Others at each start, or of the machine and not of the product. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DATA_DIR',
  'EVENTSTORE_URL',
  'GATEWAY_SECRET',
  'HOST',
  'LOCAL_URL',
  'LOG_LEVEL',
  'PORT',
  'REDIS_URL',
  'SEED_SECRET',
  'STATIC_DIR',
]);

/** Its lines name no service. */
const COMMAND_API = 'command-api';

type Shown = { readonly from?: string; readonly to?: string };

/**
 * The first start of a service only notes the settings.
 * @param values as they were read, with defaults; of services that share a process, each setting once
 */
export async function recordSettings(
  pool: Pool,
  rootKey: Buffer,
  service: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const key = derivedKey(rootKey, 'settings in the security log');
  const now = new Map(
    Object.entries(values)
      .filter(([name]) => !PASSED_OVER.has(name))
      .map(([name, value]) => {
        return [name, SHOWN.has(name) ? shownText(value) : keyedHash(key, `${name} ${textOf(value)}`)] as const;
      }),
  );
  await inTransaction(pool, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('known settings'), 0)`);
    const { rows } = await tx.query<{ name: string; value: string }>(
      'select name, value from accounts.known_setting where service = $1',
      [service],
    );
    const before = new Map(rows.map(({ name, value }) => [name, value]));
    const changed = [...now].filter(([name, value]) => before.get(name) !== value);
    await tx.query(
      `insert into accounts.known_setting (service, name, value)
       select $1, * from unnest($2::text[], $3::text[])
       on conflict (service, name) do update set value = excluded.value`,
      [service, changed.map(([name]) => name), changed.map(([, value]) => value)],
    );
    if (before.size === 0) return;
    for (const [setting, to] of changed) {
      const from = before.get(setting);
      // A setting that this version is the first to have.
      if (from === undefined) continue;
      const shown = SHOWN.has(setting) ? shownOf({ from, to }) : {};
      const of = service === COMMAND_API ? {} : { service };
      await recordSecurityEvent(tx, { kind: 'SettingChanged', by: 'operator', data: { setting, ...of, ...shown } });
    }
  });
}

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(plain(value));
/** A list as in the setting, so that it is a short code. */
const shownText = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : textOf(value));

/** A map is no JSON. */
const plain = (value: unknown): unknown => (value instanceof Map ? [...value] : value);

/** A value that is no short code is not shown. */
const shownOf = (values: Shown): Shown =>
  securityKinds.SettingChanged.data.safeParse({ setting: '', ...values }).success ? values : {};

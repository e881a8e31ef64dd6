import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsError } from 'service-kit/process/settings';
import { expect, test } from 'vitest';
import { makeServerCertificate } from '../certificates/make-certificate.ts';
import { checkedSettings } from './check-settings.ts';

/** The sentences of the message. */
function mistakesIn(env: NodeJS.ProcessEnv, fileNames?: readonly string[]): string[] {
  try {
    checkedSettings(env, fileNames);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const [heading, ...sentences] = error.message.split('\n').map((line) => line.trim());
    expect(heading).toBe('These settings cannot be used:');
    return sentences;
  }
}

test('a previous master key needs the new one beside it', () => {
  const [key, previous] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
  expect(mistakesIn({ MASTER_KEY_PREVIOUS: previous })).toEqual([
    'MASTER_KEY_PREVIOUS: needs MASTER_KEY, the new key.',
  ]);
  expect(mistakesIn({ MASTER_KEY: key, MASTER_KEY_PREVIOUS: 'short' })).toEqual([
    'MASTER_KEY_PREVIOUS: must be 32 bytes in base64 (openssl rand -base64 32).',
  ]);
  expect(mistakesIn({ MASTER_KEY: key, MASTER_KEY_PREVIOUS: previous })).toEqual([]);
});

test('one message names the mistakes of all processes, each mistake once', () => {
  const mistakes = mistakesIn({
    PORT: 'high',
    LOG_LEVEL: 'loud',
    MIN_PASSWORD_LENGTH: '8',
    ADMIN_EMAIL: 'admin@hospital.test',
    ADMIN_PASSWORD: 'seven77',
    SMTP_URL: 'mail.hospital.test',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://pharmacy.hospital.test',
    CAPTCHA: 'off',
    RATE_LIMIT: 'off',
    TRUSTED_PROXIES: 'many',
    IMAGE_SOURCES: "'self'",
    COURSES_FILE: '/nowhere/courses.json',
    CHAT_URL: 'http://chat.test',
    TIME_ZONE: 'Cairo',
    REDIS_URL: 'localhost',
  });
  expect(mistakes).toEqual(
    expect.arrayContaining([
      'PORT: must be a port number.',
      expect.stringMatching(/^LOG_LEVEL: must be one of/),
      'ADMIN_PASSWORD: needs at least 8 characters.',
      expect.stringMatching(/^SMTP_URL: must be an address/),
      expect.stringMatching(/^CAPTCHA=off: cannot be used at a public address/),
      expect.stringMatching(/^RATE_LIMIT=off: cannot be used at a public address/),
      'TRUSTED_PROXIES: must be a number of proxies.',
      expect.stringMatching(/^IMAGE_SOURCES: must be addresses/),
      expect.stringMatching(/^COURSES_FILE: .* cannot be read/),
      expect.stringMatching(/^CHAT_URL: must be an https address/),
      expect.stringMatching(/^TIME_ZONE: must be an IANA time zone/),
      expect.stringMatching(/^REDIS_URL: must be an address/),
    ]),
  );
  expect(mistakes).toHaveLength(12);
});

test.each([
  [
    { SEED: 'catalogue' },
    [
      'ADMIN_EMAIL: is needed: the catalogue is written by the admin account.',
      'ADMIN_PASSWORD: is needed for SEED=catalogue: the admin account has it.',
    ],
  ],
  [
    { SEED: 'catalogue', ADMIN_EMAIL: 'no address', ADMIN_PASSWORD: 'long enough' },
    ['ADMIN_EMAIL: must be an e-mail address.'],
  ],
  [
    { SEED: 'catalogue', ADMIN_EMAIL: 'admin@hospital.test', TIME_ZONE: 'Cairo' },
    [
      'TIME_ZONE: must be an IANA time zone such as Africa/Cairo.',
      'ADMIN_PASSWORD: is needed for SEED=catalogue: the admin account has it.',
    ],
  ],
  [
    { PUBLIC_URL: 'https://hospital.test/pharmacy' },
    ['PUBLIC_URL: must end after the host and the port: the product has no path in front of it.'],
  ],
  [{ SEED: 'everything' }, ['SEED: must be demo, catalogue or none.']],
  [
    { OIDC_ISSUER: 'https://login.hospital.test', OIDC_CLIENT_ID: 'pharmacy', OIDC_CLIENT_SECRET: 's' },
    ['PUBLIC_URL: is needed with OIDC_ISSUER: the provider leads people back to it.'],
  ],
  [{ ADMIN_PASSWORD: 'short' }, ['ADMIN_PASSWORD: needs at least 6 characters.']],
])('with %o each mistake is said in one way', (env, sentences) => expect(mistakesIn(env)).toEqual(sentences));

test.each([
  {},
  { SEED: 'none' },
  { PUBLIC_URL: 'https://pharmacy.hospital.test:8443/' },
  { SEED: 'catalogue', ADMIN_EMAIL: 'admin@hospital.test', ADMIN_PASSWORD: 'long enough' },
  { DATABASE_URL: 'postgres://db/x', EVENTSTORE_URL: 'esdb://log:2113', PORT: ' ', HOST: '' },
])('%o can be used', (env) => expect(mistakesIn(env)).toEqual([]));

test('with TLS the address of the product begins with https', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'check-settings-'));
  const [TLS_CERT, TLS_KEY] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const { certificate, key } = await makeServerCertificate(['pharmacy.hospital.test'], {
    from: new Date(Date.now() - 60_000),
    until: new Date(Date.now() + 86_400_000),
  });
  await Promise.all([writeFile(TLS_CERT, certificate), writeFile(TLS_KEY, key)]);
  const withTls = (PUBLIC_URL: string) => mistakesIn({ TLS_CERT, TLS_KEY, PUBLIC_URL, BROWSER_SESSION: 'cookie' });
  expect(withTls('https://pharmacy.hospital.test')).toEqual([]);
  expect(withTls('http://pharmacy.hospital.test')).toEqual([
    'PUBLIC_URL: must begin with https:// where TLS_CERT is set: the port speaks https only.',
  ]);
  await rm(folder, { recursive: true });
});

test('the ports of the metrics are not that of the product, and a token is long', () => {
  expect(mistakesIn({ METRICS_PORT: '9464', METRICS_TOKEN: 'x'.repeat(32) })).toEqual([]);
  for (const PORT of ['9464', '9467'])
    expect(mistakesIn({ PORT, METRICS_PORT: '9464' })).toEqual([
      'METRICS_PORT: it and the next three ports must be others than PORT.',
    ]);
  expect(
    mistakesIn({ METRICS_PORT: 'high', METRICS_TOKEN: 'short', OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }),
  ).toEqual([
    'METRICS_PORT: must be a port number.',
    'OTEL_EXPORTER_OTLP_ENDPOINT: must be an address such as http://collector:4318.',
    'METRICS_TOKEN: needs at least 32 characters.',
  ]);
});

// Fault: SIGNUP=closed was ignored, and everyone could sign up.
test.each([
  ['SIGNUP', 'SIGN_UP'],
  ['sign_up', 'SIGN_UP'],
  ['SECOND_FACTORS', 'SECOND_FACTOR'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['LOACL_ACCOUNTS', 'LOCAL_ACCOUNTS'],
  ['EMAIL_ADMIN', 'ADMIN_EMAIL'],
  ['SESSION_IDLE_MINUTE', 'SESSION_IDLE_MINUTES'],
])('%s is refused, and %s is named', (name, meant) => {
  expect(mistakesIn({ [name]: 'closed' })).toEqual([`${name}: is no setting. ${meant} is meant: correct the name.`]);
});

// Fault: a start would be refused for a variable of the system.
test('variables of the system, of Node and of Postgres are no misspelled settings', () => {
  const names =
    `PATH HOME USER LOGNAME SHELL SHLVL TERM LANG LANGUAGE LC_ALL TZ PWD OLDPWD MAIL HOSTNAME HOSTTYPE EDITOR
    PAGER DISPLAY COLUMNS LINES TMPDIR LS_COLORS COLORTERM DEBUG CI EMAIL NAME PASSWORD SSH_CLIENT SSH_CONNECTION SSH_TTY
    SUDO_USER INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID CREDENTIALS_DIRECTORY NOTIFY_SOCKET HTTP_PROXY HTTPS_PROXY
    NO_PROXY http_proxy NODE_PATH NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_VERSION PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE
    KUBERNETES_SERVICE_HOST KUBERNETES_PORT COMMAND_API_SERVICE_HOST COMMAND_API_PORT QUERY_API_PORT GATEWAY_PORT
    REDIS_PORT REDIS_SERVICE_HOST POSTGRES_PASSWORD POSTGRES_PORT EVENTSTORE_PASSWORD EVENTSTORE_PORT GRAFANA_PORT
    CHROMIUM_PATH npm_config_cache npm_lifecycle_event INIT_CWD OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER RELEASE_VERSION
    CLINICAL_PHARMACY_PREFIX TESTS TEST_CONTROL_URL MALLOC_ARENA_MAX VITEST NODE_ENV`.split(/\s+/);
  expect(mistakesIn({ ...process.env, ...Object.fromEntries(names.map((name) => [name, ''])) })).toEqual([]);
});

test('a file of settings has no unknown name', () => {
  const sentencesOf = (names: readonly string[]): string[] => mistakesIn({}, names);
  expect(sentencesOf(['PORT', 'PGHOST', 'https_proxy', 'TZ'])).toEqual([]);
  expect(sentencesOf(['WARD_COLOUR'])).toEqual(['WARD_COLOUR: is no setting: correct or remove it.']);
});

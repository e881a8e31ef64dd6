/** Settings are environment variables. Each service reads them in one module and checks them at its start. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** A variable with its schema and its description, which the README and the compose test use. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly about: string;
}
export const setting = <Schema extends z.ZodType>(schema: Schema, about: string): Setting<Schema> => ({
  schema,
  about,
});

type ValuesOf<Shape extends Record<string, Setting>> = { [Name in keyof Shape]: z.output<Shape[Name]['schema']> };

/**
 * Settings that hold a secret. Each may lie in a file instead: `MASTER_KEY_FILE` names it, as secrets of containers are
 * given.
 */
export const SECRET_SETTINGS = [
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'EVENTSTORE_URL',
  'GATEWAY_SECRET',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'REDIS_URL',
  'SEED_SECRET',
  'SMTP_URL',
] as const;
export const fileSettingOf = (name: string): string => `${name}_FILE`;
const secrets: ReadonlySet<string> = new Set(SECRET_SETTINGS);

export interface Mistake {
  /** The variable. */
  readonly name: string;
  /** With the variable's name at its beginning. */
  readonly sentence: string;
}

export interface Settings<Shape extends Record<string, Setting>> {
  readonly shape: Shape;
  readonly names: readonly (keyof Shape & string)[];
  /** All mistakes, in the order of the variables. */
  mistakes(env: NodeJS.ProcessEnv): readonly Mistake[];
  /** @throws SettingsError with one sentence for each mistake */
  read(env: NodeJS.ProcessEnv): ValuesOf<Shape>;
}

/**
 * A check of several variables together, or of something outside, such as a file.
 * @param values the valid variables; a wrong one has no key
 * @returns a mistake for each variable that cannot be used
 */
export type Rule<Shape extends Record<string, Setting>> = (values: Partial<ValuesOf<Shape>>) => readonly Mistake[];

/** An empty variable counts as unset: compose files and shells leave it so. */
export function defineSettings<Shape extends Record<string, Setting>>(
  shape: Shape,
  rule: Rule<Shape> = () => [],
): Settings<Shape> {
  const names = Object.keys(shape) as (keyof Shape & string)[];
  const check = (env: NodeJS.ProcessEnv): { values: Partial<ValuesOf<Shape>>; mistakes: readonly Mistake[] } => {
    const mistakes: Mistake[] = [];
    const values: Partial<ValuesOf<Shape>> = {};
    for (const name of names) {
      const given = textOf(env, name);
      if (typeof given === 'object') {
        mistakes.push(given);
        continue;
      }
      const result = (shape[name] as Setting).schema.safeParse(given === '' ? undefined : given);
      if (result.success) values[name] = result.data as ValuesOf<Shape>[typeof name];
      else
        mistakes.push({ name, sentence: `${name}: ${result.error.issues.map((issue) => issue.message).join(', ')}.` });
    }
    return { values, mistakes: [...mistakes, ...rule(values)] };
  };
  return {
    shape,
    names,
    mistakes: (env) => check(env).mistakes,
    read(env) {
      const { values, mistakes } = check(env);
      refuseMistakes(mistakes);
      return values as ValuesOf<Shape>;
    },
  };
}

/** @returns the text of a setting, of the variable or of its file; empty where it is not set */
function textOf(env: NodeJS.ProcessEnv, name: string): string | Mistake {
  const own = env[name]?.trim() ?? '';
  const fileSetting = fileSettingOf(name);
  const file = secrets.has(name) ? (env[fileSetting]?.trim() ?? '') : '';
  if (file === '') return own;
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { name: fileSetting, sentence: `${fileSetting}: the file ${file} cannot be read (${code}).` };
  }
  if (own === '' || text === '' || own === text) return own || text;
  return { name, sentence: `${name}: is set, and the file of ${fileSetting} holds another value. Keep one of them.` };
}

/** @throws SettingsError with each sentence once, when there is a mistake */
export function refuseMistakes(mistakes: readonly Mistake[]): void {
  const sentences = new Set(mistakes.map(({ sentence }) => sentence));
  if (sentences.size > 0) throw new SettingsError(`These settings cannot be used:\n  ${[...sentences].join('\n  ')}`);
}

const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};
/** A single slash may end it. */
const isOriginOnly = (text: string): boolean =>
  !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`;
const url = (protocols: readonly string[], example: string) =>
  z
    .string({ error: `is needed, such as ${example}` })
    .refine((text) => protocols.some((p) => text.startsWith(`${p}://`)), `must be an address such as ${example}`);

const masterKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64 (openssl rand -base64 32)')
  .transform((text) => Buffer.from(text, 'base64'));

/** The variables that more than one service reads. */
export const common = {
  PORT: setting(z.coerce.number('must be a port number').int().min(0).max(65535), 'Port that this service listens on'),
  HOST: setting(z.string().default('127.0.0.1'), 'Address that this service listens on'),
  LOG_LEVEL: setting(
    z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be one of fatal, error, warn, info, debug, trace, silent',
      )
      .default('info'),
    'How much is logged',
  ),
  DATABASE_URL: setting(
    url(['postgres', 'postgresql'], 'postgres://user:password@host:5432/name'),
    'Postgres for read models, accounts and jobs',
  ),
  EVENTSTORE_URL: setting(
    url(['esdb', 'esdb+discover'], 'esdb://user:password@host:2113'),
    'EventStoreDB, or the embedded event log',
  ),
  REDIS_URL: setting(
    url(['redis', 'rediss'], 'redis://host:6379').optional(),
    'Redis for BullMQ; unset: BullMQ runs on Postgres',
  ),
  MASTER_KEY: setting(
    z.string({ error: 'is needed: 32 random bytes in base64' }).pipe(masterKey),
    "Wraps the patients' keys: keep it apart from the backups of the log",
  ),
  MASTER_KEY_PREVIOUS: setting(masterKey.optional(), 'While the master key is changed: the one of before'),
  TIME_ZONE: setting(
    z.string().default('Africa/Cairo').refine(isTimeZone, 'must be an IANA time zone such as Africa/Cairo'),
    "Whose 'today' counts",
  ),
  ADMIN_EMAIL: setting(
    z.string().trim().toLowerCase().pipe(z.email('must be an e-mail address')).optional(),
    'The account that may change error types and tags and use the admin tools',
  ),
  PUBLIC_URL: setting(
    z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://pharmacy.hospital.example' })
      .refine(isOriginOnly, 'must end after the host and the port: the product has no path in front of it')
      .transform((text) => new URL(text).origin)
      .optional(),
    'Where browsers find the product: mailed links lead there, ' +
      'and live connections from pages of any other origin are refused',
  ),
  CAPTCHA: setting(
    z.enum(['altcha', 'off'], 'must be altcha or off').default('altcha'),
    'How sign-up checks that a visitor is a person: a proof of work, without a third party; off is for automated tests',
  ),
  OIDC_ISSUER: setting(
    z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://login.hospital.example/realms/staff' })
      .optional(),
    'The OpenID Connect provider of single sign-on; unset: there is none',
  ),
  OIDC_NAME: setting(
    z
      .string()
      .trim()
      .max(60, 'has at most 60 characters')
      .regex(/^\P{Cc}*$/u, 'must be one line')
      .default('Log in with your hospital account'),
    'The words of the button that leads to the provider',
  ),
  LOCAL_ACCOUNTS: setting(
    z.enum(['on', 'off'], 'must be on or off').default('on'),
    'off: people sign in at the provider only; the account of ADMIN_EMAIL keeps its password',
  ),
  SIGN_UP: setting(
    z.enum(['open', 'invited', 'closed'], 'must be open, invited or closed').default('open'),
    'Who makes an account with the sign-up form: anyone, those with a mailed invitation to a team, or no one. ' +
      'Single sign-on makes accounts in each case',
  ),
  SECOND_FACTOR: setting(
    z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
    'required: without a second factor a person can set one up, and read and change nothing of a team. ' +
      'Single sign-on is exempt',
  ),
  SEED_SECRET: setting(
    z.string().min(32, 'needs at least 32 characters').optional(),
    "Known to the command API and to the demo's seed alone: with it the seed writes the demo's past. " +
      'A launcher makes it',
  ),
  GATEWAY_SECRET: setting(
    z.string().min(32, 'needs at least 32 characters').optional(),
    'Known to the gateway and the command API alone: with it the command API believes the addresses of clients that ' +
      'the gateway tells, and no one else; unset: it believes each request. A launcher makes it',
  ),
  BROWSER_SESSION: setting(
    z.enum(['token', 'cookie'], 'must be token or cookie').default('token'),
    "How pages keep their session: token is in the browser's local storage; cookie is closed to scripts. " +
      'Programs sign in and send their token in both cases',
  ),
  SESSION_IDLE_MINUTES: setting(
    z.coerce.number('must be a number of minutes').int().min(1).max(1440).default(60),
    'A session ends after this many minutes without use',
  ),
  SESSION_MAX_HOURS: setting(
    z.coerce.number('must be a number of hours').int().min(1).max(168).default(12),
    'A session ends after this many hours, in use or not',
  ),
} as const;

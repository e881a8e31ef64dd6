/** The variables of this service. */
import * as z from 'zod';
import { feedMistakes, feedShape } from './feeds/feed-settings.ts';
import { isCommon, isNameOf } from './accounts/password-policy.ts';
import { limits } from 'language/domain/values/codes';
import { disabledAtPublicAddress } from './protections.ts';
import { isStatementAddress } from './processes/anchor-statements/statement-address.ts';
import { pushMistakes, pushServices } from './processes/reminders/push-services.ts';
import { singleSignOnMistakes, singleSignOnShape } from './single-sign-on-settings.ts';
import { common, defineSettings, type Rule, setting } from 'service-kit/process/settings';
import { telemetrySettings } from 'service-kit/telemetry/settings';

const shape = {
  PORT: common.PORT,
  HOST: common.HOST,
  LOG_LEVEL: common.LOG_LEVEL,
  DATABASE_URL: common.DATABASE_URL,
  EVENTSTORE_URL: common.EVENTSTORE_URL,
  MASTER_KEY: common.MASTER_KEY,
  MASTER_KEY_PREVIOUS: common.MASTER_KEY_PREVIOUS,
  TIME_ZONE: common.TIME_ZONE,
  ADMIN_EMAIL: common.ADMIN_EMAIL,
  ADMIN_PASSWORD: setting(
    z.string().max(limits.password).optional(),
    'Makes the account of ADMIN_EMAIL at start, with this password',
  ),
  PUBLIC_URL: common.PUBLIC_URL,
  LOCAL_URL: setting(
    z
      .url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:8080' })
      .transform((url) => new URL(url).origin)
      .default('http://localhost:8080'),
    'Where mailed links lead without PUBLIC_URL: a launcher says it',
  ),
  DATA_DIR: setting(z.string().default('.data'), 'Mails are written below it, in `mail`, where no SMTP_URL is set'),
  SMTP_URL: setting(
    z
      .string()
      .regex(/^smtps?:\/\//, 'must be an address such as smtp://user:password@mail.hospital.example:587')
      .optional(),
    'The mail server; unset: each mail is a file in DATA_DIR/mail',
  ),
  MAIL_FROM: setting(
    z.string().max(320).optional(),
    'Sender of mails, such as Clinical Pharmacy <pharmacy@hospital.example>',
  ),
  ANCHOR_STATEMENTS_TO: setting(
    z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter((address) => address !== ''))
      .refine((addresses) => addresses.every(isStatementAddress), {
        error: 'must be addresses such as mailto:auditor@hospital.example and https://notary.example/anchors',
      })
      .default([]),
    'Where a signed statement of the newest anchors goes, separated by commas: a mailbox, or a server that takes a POST',
  ),
  ANCHOR_STATEMENT_HOURS: setting(
    z.coerce
      .number('must be a number of hours')
      .positive('must be more than 0')
      .max(24 * 31)
      .default(24),
    'The time between two anchor statements',
  ),
  ANSWER_MAIL: setting(
    z.enum(['on', 'off'], 'must be on or off').default('off'),
    'on: a person who is reminded of a recommendation gets a mail, without clinical text',
  ),
  WEB_PUSH: setting(
    z.enum(['on', 'off'], 'must be on or off').default('off'),
    'on: people may switch on notifications of their browser for reminders, without clinical text; needs a PUBLIC_URL ' +
      'with https, and that this server reaches the push services of browsers',
  ),
  WEB_PUSH_SERVICES: setting(
    pushServices,
    'The hosts that a push may be sent to, separated by commas, *.example for all below it: the push services of the ' +
      'browsers that people use',
  ),
  REQUIRE_VERIFIED_EMAIL: setting(
    z.enum(['true', 'false'], 'must be true or false').optional(),
    'Whether only people whose e-mail is confirmed become members of teams; unset: where SMTP_URL is set',
  ),
  CAPTCHA: common.CAPTCHA,
  RATE_LIMIT: setting(
    z.enum(['on', 'off'], 'must be on or off').default('on'),
    'Limits how often signing in, signing up, new passwords and finding people by their e-mails are tried; ' +
      'off is for automated checks',
  ),
  NODE_ENV: setting(z.string().default(''), 'production refuses to switch protections off at a public address'),
  MIN_PASSWORD_LENGTH: setting(
    z.coerce
      .number('must be a number of characters')
      .int()
      .min(6, 'cannot be less than 6')
      .max(limits.password)
      .default(6),
    'Shortest password that is accepted',
  ),
  COMMON_PASSWORDS: setting(
    z.enum(['accept', 'refuse'], 'must be accept or refuse').default('accept'),
    'refuse: neither one of the 10,000 most common passwords nor the own name or e-mail address is accepted',
  ),
  IMAGE_SERVICE_URL: setting(
    z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://api.cloudinary.com' })
      .default('https://api.cloudinary.com'),
    'The upload API of the image service that teams may have an account with',
  ),
  IMAGES_PER_TEAM_GB: setting(
    z.coerce.number('must be a number of gigabytes').positive('must be more than 0').max(1_000_000).default(20),
    "How much room a team's images may take in the built-in store",
  ),
  DISK_RESERVE_MB: setting(
    z.coerce
      .number('must be a number of megabytes')
      .int('must be a whole number of megabytes')
      .min(0, 'cannot be less than 0')
      .max(1_000_000_000, 'cannot be more than 1000000000')
      .default(512),
    'Commands are refused while less is free on the disk of DATA_DIR, or of a Postgres on this machine; 0: never',
  ),
  RELEASE_VERSION: setting(
    z.string().max(200).optional(),
    'The release that runs, for the security log: an installed release sets it',
  ),
  SECURITY_LOG_DAYS: setting(
    z.coerce
      .number('must be a number of days')
      .int()
      .min(30, 'cannot be less than 30')
      .max(36_500, 'cannot be more than 36500')
      .default(730),
    'For how many days the lines of the security log are kept',
  ),
  ...singleSignOnShape,
  ...feedShape,
  SEED_SECRET: common.SEED_SECRET,
  GATEWAY_SECRET: common.GATEWAY_SECRET,
  BROWSER_SESSION: common.BROWSER_SESSION,
  SECOND_FACTOR: common.SECOND_FACTOR,
  SIGN_UP: common.SIGN_UP,
  SESSION_IDLE_MINUTES: common.SESSION_IDLE_MINUTES,
  SESSION_MAX_HOURS: common.SESSION_MAX_HOURS,
  ...telemetrySettings,
} as const;

/** The account is made at each start until it is proven, so a short password is refused at each start. */
const adminPasswordTooShort: Rule<typeof shape> = ({ ADMIN_EMAIL, ADMIN_PASSWORD, MIN_PASSWORD_LENGTH = 0 }) =>
  ADMIN_EMAIL === undefined || ADMIN_PASSWORD === undefined || ADMIN_PASSWORD.length >= MIN_PASSWORD_LENGTH
    ? []
    : [{ name: 'ADMIN_PASSWORD', sentence: `ADMIN_PASSWORD: needs at least ${MIN_PASSWORD_LENGTH} characters.` }];

const adminPasswordTooCommon: Rule<typeof shape> = ({ ADMIN_EMAIL, ADMIN_PASSWORD, COMMON_PASSWORDS }) =>
  COMMON_PASSWORDS === 'refuse' && ADMIN_EMAIL !== undefined && ADMIN_PASSWORD !== undefined && isCommon(ADMIN_PASSWORD)
    ? [{ name: 'ADMIN_PASSWORD', sentence: 'ADMIN_PASSWORD: is one of the most common passwords.' }]
    : [];

const adminPasswordIsAddress: Rule<typeof shape> = ({ ADMIN_EMAIL, ADMIN_PASSWORD, COMMON_PASSWORDS }) =>
  COMMON_PASSWORDS === 'refuse' &&
  ADMIN_EMAIL !== undefined &&
  ADMIN_PASSWORD !== undefined &&
  isNameOf(ADMIN_PASSWORD, { email: ADMIN_EMAIL })
    ? [{ name: 'ADMIN_PASSWORD', sentence: 'ADMIN_PASSWORD: is the address of ADMIN_EMAIL.' }]
    : [];

export const settings = defineSettings(shape, (values) => [
  ...adminPasswordIsAddress(values),
  ...adminPasswordTooCommon(values),
  ...adminPasswordTooShort(values),
  ...disabledAtPublicAddress(values),
  ...feedMistakes(values),
  ...pushMistakes(values),
  ...singleSignOnMistakes(values),
]);
/** All but those of its telemetry, which the process reads. */
export type CommandSettings = Omit<ReturnType<typeof settings.read>, keyof typeof telemetrySettings>;

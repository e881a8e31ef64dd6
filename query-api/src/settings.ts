/** The variables of this service. */
import { common, defineSettings, setting } from 'service-kit/process/settings';
import { telemetrySettings } from 'service-kit/telemetry/settings';
import * as z from 'zod';
import { coursesMistakes } from './courses.ts';
import { clientsMistakes } from './http/fhir/clients.ts';
import { referenceRangeMistakes } from './reference-ranges.ts';

export const settings = defineSettings(
  {
    PORT: common.PORT,
    HOST: common.HOST,
    LOG_LEVEL: common.LOG_LEVEL,
    DATABASE_URL: common.DATABASE_URL,
    EVENTSTORE_URL: common.EVENTSTORE_URL,
    REDIS_URL: common.REDIS_URL,
    DATA_DIR: setting(
      z.string().optional(),
      "The data folder, where it is on this machine: the operator's page shows its disk",
    ),
    MASTER_KEY: common.MASTER_KEY,
    MASTER_KEY_PREVIOUS: common.MASTER_KEY_PREVIOUS,
    TIME_ZONE: common.TIME_ZONE,
    ADMIN_EMAIL: common.ADMIN_EMAIL,
    BROWSER_SESSION: common.BROWSER_SESSION,
    SESSION_IDLE_MINUTES: common.SESSION_IDLE_MINUTES,
    SESSION_MAX_HOURS: common.SESSION_MAX_HOURS,
    LOCK_AFTER_MINUTES: setting(
      z.coerce.number('must be a number of minutes').int().min(0).max(1440).default(0),
      'A page locks itself after this many minutes without input, and asks for the PIN or the password of its person; ' +
        '0: never by itself',
    ),
    OFFLINE: setting(
      z.enum(['on', 'off'], 'must be on or off').default('off'),
      'on: devices keep what their person opened, encrypted, and work without a network; needs TLS',
    ),
    OFFLINE_HOURS: setting(
      z.coerce.number('must be a number of hours').int().min(1).max(168).default(24),
      'How long a device keeps what was read; drafts and unsent commands stay',
    ),
    OFFLINE_CHARTS: setting(
      z.coerce.number('must be a number of charts').int().min(5).max(200).default(30),
      'How many charts a device keeps; the oldest goes first',
    ),
    COURSES_FILE: setting(
      z.string().optional(),
      'The free courses and the sponsors of the public pages; unset: query-api/data/courses.json',
    ),
    REFERENCE_RANGES: setting(
      z.string().optional(),
      "The reference ranges of the hospital's laboratory, a JSON file; unset: samples from public sources",
    ),
    FHIR: setting(
      z.enum(['on', 'off'], 'must be on or off').default('off'),
      'Other systems of the hospital read by FHIR R4 at /fhir: on or off. Needs PUBLIC_URL and FHIR_CLIENTS',
    ),
    FHIR_CLIENTS: setting(
      z.string().optional(),
      'The systems that may read by FHIR and what each may read, a JSON file (docs/interfaces.md)',
    ),
    PROPOSALS: setting(
      z.enum(['on', 'off'], 'must be on or off').default('on'),
      "Proposals from the hospital's own catalogue in charts: on or off",
    ),
    ...telemetrySettings,
    PUBLIC_URL: common.PUBLIC_URL,
    CAPTCHA: common.CAPTCHA,
    CAPTCHA_SITE_KEY: setting(
      z.string().max(200).optional(),
      "Another provider's site key, handed on by GET /api/config/",
    ),
    OIDC_ISSUER: common.OIDC_ISSUER,
    OIDC_NAME: common.OIDC_NAME,
    LOCAL_ACCOUNTS: common.LOCAL_ACCOUNTS,
    SECOND_FACTOR: common.SECOND_FACTOR,
    SIGN_UP: common.SIGN_UP,
    CHAT_URL: setting(
      z
        .url({ protocol: /^https$/, error: 'must be an https address such as https://chat.example/?q={prompt}' })
        .optional(),
      'The external chat assistant that Ask leads to, {prompt} in the place of the text ' +
        '(without it the text is `q`); unset: there is no Ask',
    ),
    BLOCKED_HOSTNAMES: setting(
      z
        .string()
        .default('')
        .transform((text) =>
          text
            .toLowerCase()
            .split(/[\s,]+/)
            .filter((name) => name !== ''),
        ),
      'Names, separated by commas, under which the pages refuse to work, such as that of a site that copies them: ' +
        'the browser is led to an address that does not exist',
    ),
  },
  ({
    COURSES_FILE,
    REFERENCE_RANGES,
    FHIR,
    FHIR_CLIENTS,
    PUBLIC_URL,
    LOCK_AFTER_MINUTES = 0,
    SESSION_IDLE_MINUTES = Infinity,
    OFFLINE,
  }) => [
    ...(FHIR !== 'on' || FHIR_CLIENTS !== undefined
      ? []
      : [{ name: 'FHIR_CLIENTS', sentence: 'FHIR_CLIENTS: is needed with FHIR: without it no system may read.' }]),
    ...(FHIR !== 'on' || PUBLIC_URL !== undefined
      ? []
      : [{ name: 'PUBLIC_URL', sentence: 'PUBLIC_URL: is needed with FHIR: resources have addresses.' }]),
    ...(FHIR === 'on' && FHIR_CLIENTS !== undefined ? clientsMistakes(FHIR_CLIENTS) : []).map((sentence) => ({
      name: 'FHIR_CLIENTS',
      sentence,
    })),
    ...coursesMistakes(COURSES_FILE).map((sentence) => ({ name: 'COURSES_FILE', sentence })),
    ...referenceRangeMistakes(REFERENCE_RANGES).map((sentence) => ({ name: 'REFERENCE_RANGES', sentence })),
    ...(LOCK_AFTER_MINUTES < SESSION_IDLE_MINUTES
      ? []
      : [
          {
            name: 'LOCK_AFTER_MINUTES',
            sentence: 'LOCK_AFTER_MINUTES: must be less than SESSION_IDLE_MINUTES, or sessions end before they lock.',
          },
        ]),
    ...(OFFLINE === 'on' && PUBLIC_URL !== undefined && !/^(https:|http:\/\/localhost(:|$))/.test(PUBLIC_URL)
      ? [{ name: 'OFFLINE', sentence: 'OFFLINE: needs TLS, and PUBLIC_URL begins with http:.' }]
      : []),
  ],
);
/** All but those of its telemetry, which the process reads. */
export type QuerySettings = Omit<ReturnType<typeof settings.read>, keyof typeof telemetrySettings>;

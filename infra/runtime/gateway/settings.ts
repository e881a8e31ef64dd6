import { common, defineSettings, setting } from 'service-kit/process/settings';
import { metricsToken, telemetrySettings } from 'service-kit/telemetry/settings';
import * as z from 'zod';
import { tlsMistakes, tlsSettings } from './tls-files.ts';

const service = (about: string) =>
  setting(
    z.url({ protocol: /^https?$/, error: 'is needed, such as http://host:3000' }).transform((text) => new URL(text)),
    about,
  );

/** An address that cannot end the directive and names one place only. */
const place = /^https?:\/\/[a-z0-9.-]+(:\d+)?(\/[\w.~%-]+)*\/?$/i;
const imageSource = z
  .string()
  .regex(place, 'must be addresses such as https://res.cloudinary.com/my-account/, or none');
const mediaSource = z
  .string()
  .refine(
    (text) => text === 'https:' || place.test(text),
    'must be addresses such as https://videos.hospital.example/, https: or none',
  );

/** Several places, separated by spaces, or none. */
const sources = (source: typeof imageSource, unset: string) =>
  z
    .string()
    .default(unset)
    .transform((text) => (text === 'none' ? [] : text.split(/\s+/)))
    .pipe(z.array(source));

export const settings = defineSettings(
  {
    PORT: setting(
      z.coerce.number('must be a port number').int().min(0).max(65535).default(8080),
      "The product's one port",
    ),
    HOST: common.HOST,
    LOG_LEVEL: common.LOG_LEVEL,
    COMMAND_API_URL: setting(
      z
        .string({ error: 'is needed, such as http://host:3000' })
        .transform((text) => text.trim().split(/\s+/))
        .pipe(z.array(z.url({ protocol: /^https?$/, error: 'must be addresses such as http://host:3000' })).min(1))
        .transform((texts) => texts.map((text) => new URL(text))),
      'Answers every method under /api that changes something; several addresses, or a name with several, share the ' +
        'streams among them',
    ),
    QUERY_API_URL: service('Answers GET under /api, and /socket.io'),
    PROJECTIONS_URL: service('Requested for /api/ready only'),
    TRUSTED_PROXIES: setting(
      z.coerce.number('must be a number of proxies').int().min(0).max(5).default(0),
      'How many proxies of your own stand in front and append to X-Forwarded-For',
    ),
    IMAGE_SOURCES: setting(
      sources(imageSource, 'https://res.cloudinary.com'),
      'Where browsers may load images from besides this server, separated by spaces: ' +
        "the image service of teams that have an account, best its accounts' folders only " +
        '(https://res.cloudinary.com/my-account/); none where no team has one',
    ),
    MEDIA_SOURCES: setting(
      sources(mediaSource, 'https:'),
      'Where browsers may load video files of courses from besides this server, separated by spaces: https: for any ' +
        'address with TLS; none',
    ),
    GATEWAY_SECRET: common.GATEWAY_SECRET,
    PUBLIC_URL: common.PUBLIC_URL,
    LOCAL_ACCOUNTS: common.LOCAL_ACCOUNTS,
    SIGN_UP: common.SIGN_UP,
    ...tlsSettings,
    ...telemetrySettings,
    METRICS_TOKEN: metricsToken,
    STATIC_DIR: setting(z.string({ error: 'is needed: the folder of the built frontend' }), 'The built frontend'),
  },
  tlsMistakes,
);

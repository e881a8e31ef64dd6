import { common, defineSettings, setting } from 'service-kit/process/settings';
import * as z from 'zod';

/** As a service of the product: the launcher sets all variables. */
export const settings = defineSettings({
  PORT: common.PORT,
  HOST: common.HOST,
  DATABASE_URL: common.DATABASE_URL,
  DATA_DIR: setting(z.string({ error: 'is needed: it keeps the credentials' }), 'Keeps its certificate and password'),
  LOG_LEVEL: common.LOG_LEVEL,
});

/** As `npm run event-log`: it starts its own Postgres without DATABASE_URL. */
export const standaloneSettings = defineSettings({
  PORT: setting(
    common.PORT.schema.default(2113),
    "The port that it listens on; EventStoreDB's own by default, 0 for any that is free",
  ),
  HOST: common.HOST,
  DATABASE_URL: setting(
    common.DATABASE_URL.schema.optional(),
    'A Postgres of your own; unset: it brings one, whose data lies in DATA_DIR',
  ),
  DATA_DIR: setting(
    z.string().default('.data/event-log'),
    'Keeps its certificate and password, and the data of the Postgres that it brings',
  ),
  LOG_LEVEL: common.LOG_LEVEL,
});

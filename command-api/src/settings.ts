/** The variables of this service. */
import * as z from 'zod';
import { limits } from './domain/codes.ts';
import { common, defineSettings, setting } from './service/settings.ts';

export const settings = defineSettings({
  PORT: common.PORT,
  HOST: common.HOST,
  LOG_LEVEL: common.LOG_LEVEL,
  DATABASE_URL: common.DATABASE_URL,
  EVENTSTORE_URL: common.EVENTSTORE_URL,
  MASTER_KEY: common.MASTER_KEY,
  TIME_ZONE: common.TIME_ZONE,
  ADMIN_EMAIL: common.ADMIN_EMAIL,
  MIN_PASSWORD_LENGTH: setting(z.coerce.number('must be a number of characters').int().min(6, 'cannot be less than 6').max(limits.password).default(6), 'Shortest password that is accepted'),
  SESSION_IDLE_MINUTES: common.SESSION_IDLE_MINUTES,
  SESSION_MAX_HOURS: common.SESSION_MAX_HOURS,
});
export type CommandSettings = ReturnType<typeof settings.read>;

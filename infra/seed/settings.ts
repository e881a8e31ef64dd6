import { common, defineSettings, setting } from 'command-api/service/settings';
import * as z from 'zod';

export const settings = defineSettings({
  BASE_URL: setting(z.url('must be the address of the running product, such as http://localhost:8080'), 'Where the product answers'),
  SEED: setting(z.enum(['demo', 'catalogue', 'none'], 'must be demo, catalogue or none').default('demo'), 'What a new installation starts with'),
  ADMIN_EMAIL: common.ADMIN_EMAIL,
  ADMIN_PASSWORD: setting(z.string().optional(), 'Password of the admin account, which the command API makes with it; unset with SEED=demo: the demo accounts’'),
  SEED_SECRET: common.SEED_SECRET,
  COMMAND_API_URL: setting(z.url('must be the address of the command API, such as http://command-api:3000').optional(), 'Where commands of the past are sent with SEED_SECRET; the gateway does not pass them on'),
  TIME_ZONE: common.TIME_ZONE,
  LOG_LEVEL: common.LOG_LEVEL,
}, (values) => {
  const isUnset = (name: 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'): boolean => name in values && values[name] === undefined;
  const { SEED } = values;
  return [
    ...(SEED !== undefined && SEED !== 'none' && isUnset('ADMIN_EMAIL') ? [{ name: 'ADMIN_EMAIL', sentence: 'ADMIN_EMAIL: is needed: the catalogue is written by the admin account.' }] : []),
    ...(SEED === 'catalogue' && isUnset('ADMIN_PASSWORD') ? [{ name: 'ADMIN_PASSWORD', sentence: 'ADMIN_PASSWORD: is needed for SEED=catalogue: the admin account has it.' }] : []),
  ];
});

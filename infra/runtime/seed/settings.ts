import { common, defineSettings, type Mistake, setting } from 'service-kit/process/settings';
import * as z from 'zod';
import { DEMO_PASSWORD } from './demo-people.ts';

export const settings = defineSettings({
  BASE_URL: setting(
    z.url('must be the address of the running product, such as http://localhost:8080'),
    'Where the product answers',
  ),
  SEED: setting(
    z.enum(['demo', 'catalogue', 'none'], 'must be demo, catalogue or none').default('demo'),
    'What a new installation starts with',
  ),
  ADMIN_EMAIL: common.ADMIN_EMAIL,
  ADMIN_PASSWORD: setting(
    z.string().optional(),
    'Password of the admin account, which the command API makes with it; unset with SEED=demo: the demo accounts’',
  ),
  SEED_SECRET: common.SEED_SECRET,
  COMMAND_API_URL: setting(
    z.url('must be the address of the command API, such as http://command-api:3000').optional(),
    'Where commands of the past are sent with SEED_SECRET; the gateway does not pass them on',
  ),
  TIME_ZONE: common.TIME_ZONE,
  LOG_LEVEL: common.LOG_LEVEL,
});

type Account = { readonly email: string; readonly password: string };

/**
 * The account that writes the catalogue. Only the seed needs it: services of a compose file start without one.
 * @returns the mistakes if the settings do not name it
 */
export function seedingAccount({
  SEED,
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
}: ReturnType<typeof settings.read>): { readonly account: Account } | { readonly mistakes: readonly Mistake[] } {
  const password = ADMIN_PASSWORD ?? (SEED === 'demo' ? DEMO_PASSWORD : undefined);
  if (ADMIN_EMAIL !== undefined && password !== undefined) return { account: { email: ADMIN_EMAIL, password } };
  return {
    mistakes: [
      ...(ADMIN_EMAIL === undefined
        ? [{ name: 'ADMIN_EMAIL', sentence: 'ADMIN_EMAIL: is needed: the catalogue is written by the admin account.' }]
        : []),
      ...(password === undefined
        ? [
            {
              name: 'ADMIN_PASSWORD',
              sentence: `ADMIN_PASSWORD: is needed for SEED=${SEED}: the admin account has it.`,
            },
          ]
        : []),
    ],
  };
}

import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { masterKeysOf } from 'service-kit/security/key-ring';
import { productSettings, serviceEnvironment, type ServiceName } from './service-environments.ts';
import { settings } from './settings.ts';

test('each start makes a secret of the gateway, for it and the command API alone', () => {
  const secretsOf = (product: ReturnType<typeof productSettings>) => (name: ServiceName) => {
    const masterKeys = masterKeysOf({ MASTER_KEY: randomBytes(32), MASTER_KEY_PREVIOUS: undefined });
    const connections = {
      databaseUrl: '',
      eventstoreUrl: '',
      masterKeys,
      commandApiUrl: 'http://127.0.0.1:3000',
      queryApiUrl: '',
      projectionsUrl: '',
    };
    // The values that the launcher itself was started with are not passed on.
    return serviceEnvironment(name, { GATEWAY_SECRET: 'of the shell' }, product, connections)['GATEWAY_SECRET'];
  };
  const [one, other] = [productSettings(settings.read({})), productSettings(settings.read({}))];
  expect(one.gatewaySecret.length).toBeGreaterThanOrEqual(32);
  expect(one.gatewaySecret).not.toBe(other.gatewaySecret);
  const secrets = secretsOf(one);
  for (const name of ['gateway', 'command-api', 'product'] as const) expect(secrets(name)).toBe(one.gatewaySecret);
  for (const name of ['event-log', 'projections', 'query-api', 'seed'] as const) expect(secrets(name)).toBe('');
});

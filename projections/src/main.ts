/** The projections service. */
import { runService } from 'service-kit/process/lifecycle';
import { masterKeysOf } from 'service-kit/security/key-ring';
import { withTelemetry } from 'service-kit/telemetry/telemetry';
import { startProjections } from './service.ts';
import { settings } from './settings.ts';

await runService('projections', (logger) => {
  const values = settings.read(process.env);
  return withTelemetry('projections', values, logger, () =>
    startProjections(
      {
        databaseUrl: values.DATABASE_URL,
        eventstoreUrl: values.EVENTSTORE_URL,
        redisUrl: values.REDIS_URL,
        masterKeys: masterKeysOf(values),
        settings: values,
        host: values.HOST,
        port: values.PORT,
      },
      logger,
    ),
  );
});

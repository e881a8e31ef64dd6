/** The projections service. */
import { runService } from 'service-kit/process/lifecycle';
import { startProjections } from './service.ts';
import { settings } from './settings.ts';

await runService('projections', (logger) => {
  const { PORT, HOST, DATABASE_URL, EVENTSTORE_URL, REDIS_URL, MASTER_KEY } = settings.read(process.env);
  return startProjections(
    {
      databaseUrl: DATABASE_URL,
      eventstoreUrl: EVENTSTORE_URL,
      redisUrl: REDIS_URL,
      masterKey: MASTER_KEY,
      host: HOST,
      port: PORT,
    },
    logger,
  );
});

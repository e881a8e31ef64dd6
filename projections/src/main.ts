/** The projections service. */
import { runService } from 'service-kit/process/lifecycle';
import { masterKeysOf } from 'service-kit/security/key-ring';
import { startProjections } from './service.ts';
import { settings } from './settings.ts';

await runService('projections', (logger) => {
  const { PORT, HOST, DATABASE_URL, EVENTSTORE_URL, REDIS_URL, ...keys } = settings.read(process.env);
  return startProjections(
    {
      databaseUrl: DATABASE_URL,
      eventstoreUrl: EVENTSTORE_URL,
      redisUrl: REDIS_URL,
      masterKeys: masterKeysOf(keys),
      host: HOST,
      port: PORT,
    },
    logger,
  );
});

/** The query API as a process. */
import { catalogueStream } from 'command-api/domain/catalogue/events';
import { connectEventLog } from 'command-api/event-log/eventstoredb';
import { runService } from 'command-api/service/lifecycle';
import { startQueryApi } from './query-api.ts';
import { settings } from './settings.ts';

await runService('query-api', async (log) => {
  const values = settings.read(process.env);
  // This service reads rows, never events: it has no patient's key, and asks the log only whether it is there.
  const keys = { keyFor: () => Promise.reject(new Error('The query API holds no keys')), findKey: () => Promise.resolve(undefined) };
  const eventLog = connectEventLog({ url: values.EVENTSTORE_URL, keys, log });
  const api = await startQueryApi(values, log, async () => void (await eventLog.readLast(catalogueStream)));
  return {
    async stop() {
      await api.stop();
      await eventLog.close();
    },
  };
});

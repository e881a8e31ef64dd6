/** The embedded event log as a process: `node infra/dist/runtime/event-log/main.js`. */
import { runService } from 'service-kit/process/lifecycle';
import { growHeapFaster } from './node-options.ts';
import { startEventLog } from './server.ts';
import { settings } from './settings.ts';

growHeapFaster();
await runService('event-log', async (logger) => {
  const { DATABASE_URL, DATA_DIR, HOST, PORT } = settings.read(process.env);
  const server = await startEventLog({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, host: HOST, port: PORT, logger });
  logger.info({ port: server.port }, 'listening');
  return server;
});

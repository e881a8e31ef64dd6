/** The query API as a process. */
import { runService } from 'service-kit/process/lifecycle';
import { withTelemetry } from 'service-kit/telemetry/telemetry';
import { startQueryApi } from './query-api.ts';
import { settings } from './settings.ts';

await runService('query-api', (logger, handover) => {
  const values = settings.read(process.env);
  return withTelemetry('query-api', values, logger, () => startQueryApi(values, logger, undefined, {}, handover));
});

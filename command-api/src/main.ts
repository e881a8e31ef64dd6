import { startCommandApi } from './command-api.ts';
import { runService } from 'service-kit/process/lifecycle';
import { withTelemetry } from 'service-kit/telemetry/telemetry';
import { settings } from './settings.ts';

await runService('command-api', (logger, handover) => {
  const values = settings.read(process.env);
  return withTelemetry('command-api', values, logger, () => startCommandApi(values, logger, { handover }));
});

/** The query API as a process. */
import { runService } from 'service-kit/process/lifecycle';
import { startQueryApi } from './query-api.ts';
import { settings } from './settings.ts';

await runService('query-api', (logger) => startQueryApi(settings.read(process.env), logger));

import { startCommandApi } from './command-api.ts';
import { runService } from 'service-kit/process/lifecycle';
import { settings } from './settings.ts';

await runService('command-api', (logger) => startCommandApi(settings.read(process.env), logger));

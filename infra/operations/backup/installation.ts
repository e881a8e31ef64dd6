/** The installation that is copied: its addresses are in the settings, or those of the product that runs on DATA_DIR. */
import { resolve } from 'node:path';
import { common, defineSettings, setting, SettingsError } from 'service-kit/process/settings';
import * as z from 'zod';
import { readConnections } from '../../runtime/start/program/connections-file.ts';

export const engineSettings = {
  DATABASE_URL: setting(common.DATABASE_URL.schema.optional(), 'Postgres; unset: of the product that runs on DATA_DIR'),
  EVENTSTORE_URL: setting(common.EVENTSTORE_URL.schema.optional(), 'unset: of the product that runs on DATA_DIR'),
  DATA_DIR: setting(z.string().default('.data'), 'The data folder of npm start'),
};
const settings = defineSettings(engineSettings);

export interface Engines {
  readonly databaseUrl: string;
  readonly eventstoreUrl: string;
}

/** @throws SettingsError */
export async function runningEngines(env: NodeJS.ProcessEnv): Promise<Engines> {
  const { DATABASE_URL, EVENTSTORE_URL, DATA_DIR } = settings.read(env);
  const dataDir = resolve(DATA_DIR);
  const running = await readConnections(dataDir);
  const databaseUrl = DATABASE_URL ?? running.DATABASE_URL;
  const eventstoreUrl = EVENTSTORE_URL ?? running.EVENTSTORE_URL;
  if (databaseUrl === undefined || eventstoreUrl === undefined)
    throw new SettingsError(`No product was started on ${dataDir}. Start it, or set DATABASE_URL and EVENTSTORE_URL.`);
  return { databaseUrl, eventstoreUrl };
}

/** The command API as one thing that starts and stops: `main.ts` runs it as a process, specs run it beside them. */
import { Pool } from 'pg';
import { createCredentials } from './accounts/credentials.ts';
import { migrateAccounts } from './accounts/migrate.ts';
import { createPasswords } from './accounts/passwords.ts';
import { checkMasterKey, createPatientKeys } from './accounts/patient-keys.ts';
import { createSessions } from './accounts/sessions.ts';
import { completeAdmissions } from './complete-admissions.ts';
import { completeDeletions } from './complete-deletions.ts';
import { catalogueStream } from './domain/catalogue/events.ts';
import { connectEventLog } from './event-log/eventstoredb.ts';
import { createFolds } from './folds.ts';
import { createHandle } from './handle.ts';
import { createApp } from './http/app.ts';
import type { House } from './http/house.ts';
import { PATIENCE } from './service/database-away.ts';
import type { Logger } from './service/log.ts';
import { listen } from './service/listen.ts';
import type { CommandSettings } from './settings.ts';
import { createStopMedications } from './stop-medications.ts';

const CONNECTIONS = 10;
const FORGET_SESSIONS_MS = 10 * 60_000;

export interface CommandApi {
  readonly port: number;
  stop(): Promise<void>;
}

/** @throws SettingsError when MASTER_KEY is not this database's */
export async function startCommandApi(settings: CommandSettings, logger: Logger): Promise<CommandApi> {
  const pool = new Pool({ connectionString: settings.DATABASE_URL, max: CONNECTIONS, ...PATIENCE });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => logger.warn({ error }, 'lost a database connection'));
  const opened: (() => Promise<void>)[] = [() => pool.end()];
  const stop = async (): Promise<void> => {
    for (const close of opened.reverse()) await close();
  };
  try {
    await migrateAccounts(pool);
    await checkMasterKey(pool, settings.MASTER_KEY);
    const log = connectEventLog({ url: settings.EVENTSTORE_URL, keys: createPatientKeys(pool, settings.MASTER_KEY), log: logger });
    opened.push(() => log.close());

    const folds = createFolds(log);
    const handle = createHandle(log, settings.TIME_ZONE);
    const sessions = createSessions(pool, { idleMinutes: settings.SESSION_IDLE_MINUTES, absoluteHours: settings.SESSION_MAX_HOURS });
    const house: House = {
      folds,
      handle,
      sessions,
      stopMedications: createStopMedications({ log, folds, handle, pool }),
      credentials: createCredentials(pool),
      passwords: await createPasswords(),
      adminEmail: settings.ADMIN_EMAIL,
      minPasswordLength: settings.MIN_PASSWORD_LENGTH,
    };
    const checks = { postgres: () => pool.query('select 1'), eventLog: () => log.readLast(catalogueStream) };

    const stopping = new AbortController();
    const completing = Promise.all([completeAdmissions, completeDeletions].map((complete) => complete({ log, folds, handle, pool, logger }, stopping.signal)));
    const forgetting = setInterval(() => {
      sessions.removeExpired().catch((error: unknown) => logger.warn({ error }, 'expired sessions could not be removed'));
    }, FORGET_SESSIONS_MS);
    opened.push(async () => {
      clearInterval(forgetting);
      stopping.abort();
      await completing;
    });

    const http = await listen(createApp({ house, checks, log: logger }).callback(), settings.HOST, settings.PORT);
    opened.push(() => http.close());
    logger.info({ port: http.port }, 'listening');
    return { port: http.port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

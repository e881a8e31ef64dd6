/**
 * `npm run rebuild [-- --projection NAME] [--keep HOURS] [--accept-differences] | [--rollback]`: makes the read models
 * again from the log and switches to them (docs/operations.md, "Rebuild the read models"). Needs DATABASE_URL,
 * EVENTSTORE_URL and MASTER_KEY.
 */
import { parseArgs } from 'node:util';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { databaseSentence } from 'service-kit/postgres/availability';
import { checkStoredDataAt } from 'service-kit/private-schema/check-data';
import { createLogger } from 'service-kit/process/logger';
import { grouped, Progress } from 'service-kit/process/progress';
import { common, defineSettings, SettingsError } from 'service-kit/process/settings';
import { masterKeysOf } from 'service-kit/security/key-ring';
import { recordOperatorAction } from 'service-kit/security-log/operator-actions';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import { createReadModelPool } from './pools.ts';
import { CannotRebuild } from './rebuild/errors.ts';
import { loadSentence } from './rebuild/load-sentence.ts';
import { KEEP_HOURS } from './rebuild/rebuild-changed.ts';
import { type LoadReport, rebuild, rollBack } from './rebuild/rebuild.ts';
import { projectionNames } from './schema/projections.ts';

const USAGE = `Usage: rebuild [--projection ${projectionNames.join(' | ')}] [--keep HOURS] [--accept-differences]
       rebuild --rollback`;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        projection: { type: 'string' },
        keep: { type: 'string', default: String(KEEP_HOURS) },
        rollback: { type: 'boolean', default: false },
        'accept-differences': { type: 'boolean', default: false },
      },
    });
    const only = projectionNames.find((known) => known === values.projection);
    const keepHours = Number(values.keep);
    const isKnown = values.projection === undefined || only !== undefined;
    if (!isKnown || !Number.isInteger(keepHours) || keepHours < 0) return undefined;
    return {
      projections: only ? [only] : projectionNames,
      keepHours,
      isRollback: values.rollback,
      acceptsDifferences: values['accept-differences'],
    };
  } catch {
    return undefined;
  }
}

function readSettings() {
  const { DATABASE_URL, EVENTSTORE_URL, MASTER_KEY, MASTER_KEY_PREVIOUS } = common;
  try {
    return defineSettings({ DATABASE_URL, EVENTSTORE_URL, MASTER_KEY, MASTER_KEY_PREVIOUS }).read(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    say(error.message);
    process.exit(78);
  }
}

/** Ends the process when this version, with these keys, cannot work on the database. */
async function checkData(): Promise<void> {
  try {
    await checkStoredDataAt(DATABASE_URL, masterKeys);
  } catch (error) {
    const sentence = error instanceof SettingsError ? error.message : databaseSentence(error);
    if (sentence === undefined) throw error;
    say(sentence);
    process.exit(error instanceof SettingsError ? 78 : 1);
  }
}

const asked = readArguments();
if (!asked) {
  say(USAGE);
  process.exit(64);
}
const { DATABASE_URL, EVENTSTORE_URL, ...keys } = readSettings();
const masterKeys = masterKeysOf(keys);
await checkData();
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopping.abort(new CannotRebuild('Stopped. The same command goes on from here.')));

const logger = createLogger('rebuild', 'warn');
const pool = createReadModelPool(DATABASE_URL, logger);
const log = connectEventLog({ url: EVENTSTORE_URL, keys: createPatientKeys(pool, masterKeys), logger });
const startedAt = performance.now();
const progress = new Progress(say);
const options = {
  ...asked,
  databaseUrl: DATABASE_URL,
  log,
  logger,
  signal: stopping.signal,
  say,
  report(report: LoadReport) {
    progress.report(
      () => `${grouped(report.events)} events, ${loadSentence(report, (performance.now() - startedAt) / 1_000)}`,
    );
  },
};
try {
  await (asked.isRollback ? rollBack(options) : rebuild(options));
  const kind = asked.isRollback ? 'RebuildRolledBack' : 'ReadModelsRebuilt';
  await recordOperatorAction({ kind, data: {} }, { databaseUrl: DATABASE_URL, dataDir: undefined });
  say(
    `${Math.round((performance.now() - startedAt) / 100) / 10} s, ` +
      `memory at its peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  );
} catch (error) {
  const sentence = error instanceof CannotRebuild ? error.message : databaseSentence(error);
  if (sentence === undefined) throw error;
  say(sentence);
  process.exitCode = 1;
} finally {
  await log.close();
  await pool.end();
}

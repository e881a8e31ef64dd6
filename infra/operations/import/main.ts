/** `npm run import`: brings the data of the old system into this installation (docs/operations.md, "Bring the old system over"). */
import { resolve } from 'node:path';
import { createCredentials } from 'command-api/accounts/credentials';
import { createPasswords } from 'command-api/accounts/passwords';
import { createImageStore } from 'command-api/images/store';
import { publicAgent } from 'command-api/processes/reminders/push-services';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import { pino } from 'pino';
import { createFoldCaches } from 'service-kit/aggregates/fold-cache';
import { markTeamWrites } from 'service-kit/aggregates/team-writes';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { KeyDestroyed, LogUnavailable, UnknownOutcome } from 'service-kit/event-log/port';
import { recordEventVersions } from 'service-kit/event-log/recorded-versions';
import { HttpProblem } from 'service-kit/http/http-problem';
import { createDiskReserve, localPostgresFolder } from 'service-kit/operations/disk-reserve';
import { grouped, Progress } from 'service-kit/process/progress';
import { common, defineSettings } from 'service-kit/process/settings';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import {
  argumentsOf,
  reporterOf,
  runCommand,
  say,
  secondsSince,
  stoppedBySignals,
} from '../../runtime/start/program/operator-command.ts';
import { runningEngines } from '../backup/installation.ts';
import { withInstallation } from '../keys/installation.ts';
import { Dump } from './dump/dump.ts';
import { importEverything } from './import-everything.ts';
import { createImages } from './images.ts';
import { ImportReport } from './import-report.ts';
import { createStreamWriter } from './stream-writer.ts';

const USAGE = `Usage: npm run import -- --from DIR [--images DIR] [--image-hosts A,B] [--report FILE] [--dry-run]

  --from DIR         a dump of the old system: a file for each collection, of mongoexport (.json) or mongodump (.bson)
  --images DIR       the files of the galleries, found by their names
  --image-hosts A,B  hosts that images may be fetched from, by https
  --report FILE      what was refused or changed, a line of JSON each; else import-report.ndjson
  --dry-run          reads and decides everything, and writes nothing

People may work meanwhile. Killed, the same command goes on; a second run adds only what the dump has more. Database, log
and keys are those of DATA_DIR, or of DATABASE_URL, EVENTSTORE_URL and MASTER_KEY.
Exit code: 0 done, 1 not done, or something was refused, 64 not understood, 78 a setting is wrong.
`;
const [DONE, REFUSED] = [0, 1];
const settings = defineSettings({ TIME_ZONE: common.TIME_ZONE });

interface Asked {
  readonly from: string;
  readonly images: string | undefined;
  readonly hosts: readonly string[];
  readonly reportFile: string;
  readonly isDryRun: boolean;
}

async function run(asked: Asked): Promise<number> {
  const startedAt = performance.now();
  const { TIME_ZONE } = settings.read(process.env);
  const { eventstoreUrl, databaseUrl } = await runningEngines(process.env);
  const signal = stoppedBySignals();
  const report = new ImportReport(asked.reportFile);
  const logger = pino({ level: 'silent' });
  try {
    await withInstallation('import', async (pool, { keys }) => {
      const log = markTeamWrites(
        recordEventVersions(connectEventLog({ url: eventstoreUrl, keys: createPatientKeys(pool, keys), logger }), pool),
        pool,
      );
      const dump = await Dump.open(asked.from, report);
      const passwords = await createPasswords();
      try {
        const folder = await localPostgresFolder(pool, databaseUrl);
        const disk = createDiskReserve({
          folders: folder === undefined ? [] : [folder],
          reserveMb: DISK_RESERVE_MB,
          logger,
        });
        const now = new Date();
        const today = calendarDateIn(TIME_ZONE, now);
        const { isDryRun } = asked;
        const sources = { folder: asked.images, hosts: asked.hosts, agent: publicAgent() };
        const progress = new Progress(say);
        await importEverything(
          {
            dump,
            report,
            folds: createFoldCaches(log),
            write: createStreamWriter({ log, today, isDryRun, requireRoom: disk.requireRoom, signal }),
            today,
            now: now.toISOString(),
            isDryRun,
          },
          {
            credentials: createCredentials(pool),
            hash: passwords.hash,
            images: createImages(createImageStore(pool), sources, isDryRun),
            say: () =>
              progress.report(() => `${grouped(report.of('reviews').added + report.of('reviews').same)} reviews`),
          },
        );
      } finally {
        await passwords.stop();
        dump.close();
        await log.close();
      }
    });
  } finally {
    await report.close();
  }
  for (const line of report.summary()) process.stdout.write(`${line}\n`);
  const { added, refused } = report;
  if (!asked.isDryRun)
    await reporterOf('import')(
      'records imported',
      { added, refused },
      { kind: 'RecordsImported', data: { added, refused } },
    );
  say(
    `${asked.isDryRun ? 'Would add' : 'Added'} ${grouped(added)}, refused ${grouped(refused)}, in ${secondsSince(startedAt)}. Each refused one is in ${asked.reportFile}.`,
  );
  return refused > 0 ? REFUSED : DONE;
}

/** As the product's default: what is written in bulk must not stop Postgres. */
const DISK_RESERVE_MB = 512;

function askedOf(args: readonly string[]): Asked | undefined {
  const text = { type: 'string' } as const;
  const values = argumentsOf({
    args: [...args],
    options: { from: text, images: text, 'image-hosts': text, report: text, 'dry-run': { type: 'boolean' } },
  })?.values;
  if (!values?.from) return undefined;
  const hosts = (values['image-hosts'] ?? '')
    .toLowerCase()
    .split(',')
    .map((host) => host.trim());
  return {
    from: resolve(values.from),
    images: values.images ? resolve(values.images) : undefined,
    hosts: hosts.filter((host) => host !== ''),
    reportFile: resolve(values.report ?? 'import-report.ndjson'),
    isDryRun: values['dry-run'] ?? false,
  };
}

const asked = askedOf(process.argv.slice(2));
await runCommand(USAGE, asked && (() => run(asked)), {
  sentenceOf: (error) => {
    if (error instanceof LogUnavailable || error instanceof UnknownOutcome || error instanceof KeyDestroyed)
      return 'The event log does not answer. Run the same command again: it goes on from here.';
    return error instanceof HttpProblem ? error.message : undefined;
  },
});

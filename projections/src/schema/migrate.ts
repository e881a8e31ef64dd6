/** Migrates Postgres to the schema that this program expects: the read models, and BullMQ's tables beside them. */
import { runMigrations as migrateBullMQ } from 'bullmq';
import knex, { type Knex } from 'knex';
import { Client, type Pool } from 'pg';
import { noticeLossInStatements } from 'service-kit/postgres/lost-connections';
import { NO_ERROR } from 'language/domain/values/codes';
import { accessTables, proofAccesses } from '../read-models/accesses/tables.ts';
import { auditTables, byMarks, perhapsLate, recordedChanges } from '../read-models/audit/tables.ts';
import {
  catalogueChanges,
  catalogueNames,
  catalogueTables,
  classifiedDrugs,
  mappedTypes,
  statementTable,
} from '../read-models/catalogue/tables.ts';
import {
  admissionDischarges,
  askedEntries,
  careDetails,
  clinicalTables,
  findingTables,
  followUpDates,
  galleryAndMedicationTables,
  measurementTables,
  medicationCourses,
  movedRecords,
  reconciliationTables,
  removedImageTables,
  reportColumns,
  reportIndexes,
  pcneOfErrors,
  responsiblePeople,
  severityAnswers,
  stateEndsInKeys,
  transferTables,
  wardMarks,
  wholeVersions,
} from '../read-models/clinical/schema-steps.ts';
import { erasedFigureTables, whatErasuresLeave } from '../read-models/clinical/erased-tables.ts';
import {
  auditors,
  codesOfTemplates,
  teamAnswerRules,
  teamAvoidedHarm,
  teamClassification,
  directoryTables,
  teamAdminOffers,
  teamChat,
  teamDoseIntervals,
  teamPriority,
  teamExportLanguage,
  teamHeaderValues,
  teamReceivesTransfers,
  teamSecondFactor,
  userTables,
} from '../read-models/directory/tables.ts';
import {
  absorbedPatients,
  allergyTables,
  erasureRequestTables,
  lastNameIndex,
  patientTables,
  wholeNameAndRecordKeys,
} from '../read-models/patients/tables.ts';
import { chartSeenTables } from './chart-seen.ts';
import { findingShownTables } from './finding-shown.ts';
import { pastTables } from './past.ts';
import { dispatcherEvent, namedEvents, progressTables, projectionVersions } from './progress.ts';
import { READ_SCHEMA } from './version.ts';

/** BullMQ's own schema, used if no Redis is set. */
export const QUEUE_SCHEMA = 'bullmq';
const MIGRATION_TABLE = 'migration';
/**
 * BullMQ writes five rows and sends five notices for each job to tell `QueueEvents` of it. Nothing here listens to them,
 * and BullMQ has no option against it on Postgres. Workers are told of jobs in another way.
 */
const noQueueEvents = /* sql */ `
  create or replace function ${QUEUE_SCHEMA}.publish_event(p_queue text, p_event text, p_data jsonb) returns bigint
  language sql immutable as 'select 0::bigint'`;

interface Step {
  readonly name: string;
  readonly up: (db: Knex) => Promise<unknown>;
}

/**
 * In this order for ever. A step that has run in any installation is never edited; a later step changes what it made.
 */
const steps: readonly Step[] = [
  { name: '001-progress', up: (db) => db.raw(progressTables) },
  { name: '002-directory', up: (db) => db.raw(directoryTables) },
  { name: '003-patients', up: (db) => db.raw(patientTables) },
  { name: '004-clinical', up: (db) => db.raw(clinicalTables) },
  { name: '005-catalogue', up: (db) => db.raw(catalogueTables) },
  // "No error" has no event: it is always there, before every type that people add (docs/product.md, "No error").
  {
    name: '006-no-error',
    up: (db) => db('error_type').insert({ err_type_id: NO_ERROR._id, label: NO_ERROR.label, position: 0 }),
  },
  { name: '007-catalogue-changes', up: (db) => db.raw(catalogueChanges) },
  { name: '008-users', up: (db) => db.raw(userTables) },
  { name: '010-gallery-and-medications', up: (db) => db.raw(galleryAndMedicationTables) },
  { name: '011-report-indexes', up: (db) => db.raw(reportIndexes) },
  { name: '012-dispatcher-event', up: (db) => db.raw(dispatcherEvent) },
  { name: '013-named-events', up: (db) => db.raw(namedEvents) },
  { name: '014-removed-images', up: (db) => db.raw(removedImageTables) },
  { name: '015-whole-versions', up: (db) => db.raw(wholeVersions) },
  { name: '016-follow-up-dates', up: (db) => db.raw(followUpDates) },
  { name: '017-chart-seen', up: (db) => db.raw(chartSeenTables) },
  { name: '018-accesses', up: (db) => db.raw(accessTables + teamChat) },
  { name: '019-audit', up: (db) => db.raw(auditTables + auditors + proofAccesses) },
  { name: '020-past', up: (db) => db.raw(pastTables) },
  { name: '021-perhaps-late', up: (db) => db.raw(perhapsLate) },
  { name: '022-error-marks', up: (db) => db.raw(byMarks) },
  { name: '023-recorded-changes', up: (db) => db.raw(recordedChanges) },
  { name: '024-report-columns', up: (db) => db.raw(reportColumns) },
  { name: '025-last-name', up: (db) => db.raw(lastNameIndex) },
  { name: '026-projection-versions', up: (db) => db.raw(projectionVersions) },
  { name: '027-state-ends-in-keys', up: (db) => db.raw(stateEndsInKeys) },
  { name: '028-team-second-factor', up: (db) => db.raw(teamSecondFactor) },
  { name: '029-team-export-language', up: (db) => db.raw(teamExportLanguage) },
  { name: '030-care-details', up: (db) => db.raw(careDetails) },
  { name: '031-admission-discharges', up: (db) => db.raw(admissionDischarges) },
  { name: '032-transfers', up: (db) => db.raw(transferTables + teamReceivesTransfers) },
  { name: '033-absorbed-patients', up: (db) => db.raw(absorbedPatients) },
  { name: '034-moved-records', up: (db) => db.raw(movedRecords) },
  { name: '035-erasure', up: (db) => db.raw(erasureRequestTables + erasedFigureTables) },
  { name: '036-team-admin-offers', up: (db) => db.raw(teamAdminOffers) },
  { name: '037-responsible-people', up: (db) => db.raw(responsiblePeople) },
  { name: '038-whole-name-and-record-keys', up: (db) => db.raw(wholeNameAndRecordKeys) },
  { name: '039-past-tags', up: (db) => db.raw(catalogueNames) },
  { name: '040-what-erasures-leave', up: (db) => db.raw(whatErasuresLeave) },
  { name: '041-sex-and-allergies', up: (db) => db.raw(allergyTables) },
  { name: '042-measurements', up: (db) => db.raw(measurementTables + teamHeaderValues) },
  { name: '043-medication-courses', up: (db) => db.raw(medicationCourses) },
  { name: '044-proposals', up: (db) => db.raw(statementTable + findingTables + findingShownTables) },
  { name: '045-reconciliation', up: (db) => db.raw(reconciliationTables) },
  { name: '046-dose-intervals', up: (db) => db.raw(teamDoseIntervals) },
  { name: '047-priority', up: (db) => db.raw(wardMarks + teamPriority) },
  { name: '050-physicians-answers', up: (db) => db.raw(askedEntries + teamAnswerRules) },
  { name: '055-severity-answers', up: (db) => db.raw(severityAnswers) },
  { name: '056-pcne', up: (db) => db.raw(pcneOfErrors + mappedTypes + teamClassification) },
  { name: '057-atc', up: (db) => db.raw(classifiedDrugs) },
  { name: '058-avoided-harm', up: (db) => db.raw(teamAvoidedHarm) },
  { name: '059-codes-of-templates', up: (db) => db.raw(codesOfTemplates) },
];

const source: Knex.MigrationSource<Step> = {
  getMigrations: async () => [...steps],
  getMigrationName: (step) => step.name,
  getMigration: async (step) => ({
    up: step.up,
    down: () => Promise.reject(new Error('Read models are rebuilt, not rolled back')),
  }),
};

/**
 * Idempotent, and safe when several processes start at once. The advisory lock belongs to the session, so a killed
 * process leaves nothing locked. knex's own lock is a row that a killed process would leave behind for ever; while the
 * advisory lock is held, it can be freed.
 */
export async function migrateReadModels(databaseUrl: string): Promise<void> {
  const session = noticeLossInStatements(new Client({ connectionString: databaseUrl }));
  await session.connect();
  try {
    await session.query(`select pg_advisory_lock(hashtext('projections'), hashtext('migrate'))`);
    await migrateTables(session, databaseUrl, READ_SCHEMA);
    await migrateBullMQ(session, QUEUE_SCHEMA);
    await session.query(noQueueEvents);
  } finally {
    await session.end();
  }
}

/** Makes the tables of the read models in an empty schema, for a rebuild. */
export async function makeReadModels(databaseUrl: string, schema: string): Promise<void> {
  const session = noticeLossInStatements(new Client({ connectionString: databaseUrl }));
  await session.connect();
  try {
    await migrateTables(session, databaseUrl, schema);
  } finally {
    await session.end();
  }
}

async function migrateTables(session: Client, databaseUrl: string, schema: string): Promise<void> {
  await session.query(`create schema if not exists ${schema}`);
  const db = knex({
    client: 'pg',
    connection: { connectionString: databaseUrl },
    searchPath: [schema],
    pool: { min: 0, max: 1 },
    migrations: {
      migrationSource: source,
      schemaName: schema,
      tableName: MIGRATION_TABLE,
      // A newer program beside this one may have run steps that this one does not know: they only add.
      disableMigrationsListValidation: true,
    },
  });
  try {
    await db.migrate.forceFreeMigrationsLock();
    await db.migrate.latest();
  } finally {
    await db.destroy();
  }
}

/** True if the same steps have made the tables of the screens and those of the other schema. */
export async function areOfSameSteps(pool: Pool, schema: string): Promise<boolean> {
  const names = (of: string): string => `select name from ${of}.${MIGRATION_TABLE}`;
  const [live, other] = [names(READ_SCHEMA), names(schema)];
  const { rows } = await pool.query<{ same: boolean }>(
    `select not exists ((${live} except ${other}) union all (${other} except ${live})) as same`,
  );
  return rows[0]?.same === true;
}

/** How many steps have made the tables of the screens, and how many this program knows. @throws the database's error */
export async function readModelSteps(pool: Pool): Promise<{ readonly done: number; readonly known: number }> {
  const { rows } = await pool.query<{ done: number }>(
    `select count(*)::int as done from ${READ_SCHEMA}.${MIGRATION_TABLE}`,
  );
  return { done: rows[0]?.done ?? 0, known: steps.length };
}

/** True if every step of this version has run. A reader that starts beside projections waits for it. */
export async function readModelsAreMigrated(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    `${READ_SCHEMA}.${MIGRATION_TABLE}`,
  ]);
  if (!rows[0]?.exists) return false;
  const done = await pool.query<{ name: string }>(`select name from ${READ_SCHEMA}.${MIGRATION_TABLE}`);
  const names = new Set(done.rows.map((row) => row.name));
  return steps.every((step) => names.has(step.name));
}

/**
 * A projection that makes other rows of known events has another version (docs/change-a-read-model.md). The events are
 * the golden files of the log. `golden/<projection>.v<version>.json` holds a hash of each column.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { StoredEvent } from 'service-kit/event-log/port';
import { schemaVersionOf } from 'service-kit/event-log/upcast';
import { readModels } from './all.ts';
import { type Projection, versionOf } from './projection.ts';
import { StreamRows } from './stream-rows.ts';
import { projectionNames, projectionsOf } from '../schema/projections.ts';

const RULE = 'raise the version of this projection: docs/change-a-read-model.md';
const events = new URL('../../../infra/service-kit/src/event-log/golden/', import.meta.url);
const fileOf = new Map(
  readdirSync(events, { recursive: true, encoding: 'utf8' }).map((file) => [path.basename(file), file]),
);
const Payload = z.record(z.string(), z.unknown());
const payloadOf = (type: string): Record<string, unknown> =>
  Payload.parse(
    JSON.parse(readFileSync(new URL(fileOf.get(`${type}.v${schemaVersionOf(type)}.json`) ?? '', events), 'utf8')),
  );

/** Members of payloads that make an event fit those before it. */
const fitting: Readonly<Record<string, Record<string, unknown>>> = {
  ReviewDuplicated: {
    entries: [{ ...Payload.parse([payloadOf('ReviewAdded')['entries']].flat()[0]), entryId: 'copy' }],
  },
  AdmissionEdited: { room: '2', bed: '4', consultant: 'Dr. Hany', workingDiagnosis: 'Septic shock' },
  PhysicianNoteAdded: { noteId: 'a1.n1' },
  PhysicianNoteEdited: { noteId: 'a1.n1' },
  PhysicianNoteDeleted: { noteId: 'a1.n1' },
  MovedToAnotherChart: { what: { kind: 'note', id: 'a1.n1', reviewId: null, images: [] } },
  MoveReturned: { moved: { ...Payload.parse(payloadOf('MoveReturned')['moved']), noteId: 'a1.n1', was: 'a1.n1' } },
  PatientDeleted: { personId: 'p0' },
  AdmissionMedicationsSorted: {
    medicationIds: [Payload.parse(payloadOf('AdmissionMedicationAdded')['medication'])['medicationId']],
  },
};
/** Each stream has every type of its events, in an order in which they are possible. */
const types: Readonly<Record<string, string>> = {
  'admission-a1': `
    PatientAdmitted AdmissionEdited
    ReviewAdded ErrorRated FollowUpDateSet EntryTakenOver ResponseRecorded EntryAddressed AnswerReminded EntryAnswered ReviewMedicationUpdated ReviewHeadEdited ReviewDuplicated ReviewDeleted
    ReviewMedicationRemoved ReviewMedicationAdded
    PhysicianNoteAdded PhysicianNoteEdited MovedToAnotherChart MoveCompleted MoveReturned PhysicianNoteDeleted
    MovedFromAnotherChart GalleryGroupAdded GalleryGroupRemoved
    AdmissionMedicationAdded AdmissionMedicationUpdated MedicationHeld MedicationHoldEnded
    AdmissionMedicationStopped AdmissionMedicationsSorted
    HomeMedicationRecorded MedicationReconciled AdmissionMedicationDeleted HomeMedicationRemoved
    MeasurementsRecorded MeasurementCorrected MeasurementRemoved FindingDecided PatientTaken PatientReleased PatientDeferred DeferralEnded ReviewLevelMarked ReviewLevelCleared PatientDischarged DischargeCancelled
    TransferOffered TransferWithdrawn TransferDeclined TransferAccepted AdmissionDeleted AdmissionErased`,
  'patient-p1': `
    PatientRegistered AdmissionRegistered PatientCorrected PatientTransferred AdmissionUnregistered
    AllergyRecorded AllergyCorrected AllergiesConfirmed AllergyRemoved PatientAbsorbed PatientSeparated PatientMergeDeclined PatientMerged PatientMergeUndone
    PatientErasureRequested PatientErasureRefused PatientErasureWithdrawn PatientErasedFromTeam PatientErasureAgreed
    PatientDeleted`,
  'team-t1': `
    TeamCreated TeamDescribed TeamMemberAdded TeamMemberRoleChanged TeamMemberDisabled TeamMemberEnabled
    TeamAuditorAppointed TeamAuditorWithdrawn UploadAccountSet TeamChatSwitchedOn TeamChatSwitchedOff
    TeamSecondFactorRequired TeamSecondFactorWaived TeamExportLanguageSet TeamTransfersOpened TeamTransfersClosed
    TeamHeaderValuesSet TeamDoseIntervalsSet TeamAvoidedHarmSet TeamPriorityTableSet TeamViewSaved TeamViewRemoved TeamAnswerRulesSet TeamClassificationSet
    TeamMemberRemoved TeamMemberJoined
    TeamAdminOffered TeamAdminOfferWithdrawn TeamAdminOfferDeclined TeamAdminHandedOver TeamAdminAppointed`,
  'user-u1': `
    UserRegistered UserEmailVerified UserProfileChanged RecommendationWritten RecommendationPublished
    RecommendationHidden UserErrorTemplateSaved UserErrorTemplateDeleted`,
  catalogue: `ErrorTypeAdded ErrorTypeRenamed ErrorTypeMapped TagAdded TagRenamed TradeListUpdated
    StatementWritten StatementApproved StatementWithdrawn`,
  'drug-d1': 'DrugAdded DrugChanged DrugRestored DrugClassified',
  'access-t1-2026-03': `
    ChartOpened ChatAsked DischargeListPrinted DrugUseListed DrugUsePrinted ErrorsExported ErrorsSearched FhirRead HistoryExported HistoryRead
    HistoryVerified PatientOpened PatientsListed PatientsSearched ReportExported ReportPrinted ReportRead ReviewPrinted ReviewsExported RoundListPrinted`,
};

const eventsOf = (stream: string): StoredEvent[] =>
  (types[stream] ?? '')
    .trim()
    .split(/\s+/)
    .map((type, nth) => {
      const at = `2026-03-01T10:${String(nth).padStart(2, '0')}:00.000Z`;
      return {
        id: `event-${nth}`,
        type,
        data: { ...payloadOf(type), ...fitting[type] },
        stream,
        revision: BigInt(nth),
        metadata: {
          commandId: 'c1',
          command: 'Golden',
          schemaVersion: schemaVersionOf(type),
          occurredAt: at,
          recordedAt: at,
          actorId: 'u1',
          teamId: 't1',
          patientId: 'p1',
        },
        position: undefined,
        created: new Date(at),
        unreadable: false,
      };
    });

const streamsOf = ({ name }: Projection): string[] =>
  Object.keys(types).filter((stream) => projectionsOf(stream).includes(name));

interface Golden {
  /** The hash of the events: other events may make other rows. */
  readonly events: string;
  readonly columns: Readonly<Record<string, string>>;
}
const GoldenFile = z.object({ events: z.string(), columns: z.record(z.string(), z.string()) });

const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part)))
    .digest('hex')
    .slice(0, 12);

/**
 * Every state of every row, after each event.
 * @param before a column that this one does not have, and that no event fills, is left out: older rows have its default
 */
function goldenOf(projection: Projection, before?: Golden): Golden {
  const values = new Map<string, (readonly unknown[])[]>();
  const add = (column: string, value: readonly unknown[]): void =>
    void values.set(column, [...(values.get(column) ?? []), value]);
  for (const stream of streamsOf(projection)) {
    const rows = new StreamRows();
    for (const event of eventsOf(stream)) {
      rows.apply(projection.project(rows, event));
      const writes = rows.takeWrites();
      for (const { kind, table, rows: written } of writes.rows)
        for (const row of written.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)))
          for (const column of kind === 'delete' ? table.key : Object.keys(table.columns))
            add(`${table.name}.${column}`, [event.revision, kind, row[column] ?? null]);
      for (const change of writes.shared) add('shared', [event.revision, change]);
    }
  }
  const isUnfilled = ([, , value]: readonly unknown[]): boolean =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0);
  const columns = [...values]
    .filter(([column, all]) => !before || Object.hasOwn(before.columns, column) || !all.every(isUnfilled))
    .map(([column, all]) => [column, hashOf(all)] as const)
    .toSorted();
  return { events: hashOf(streamsOf(projection).map(eventsOf)), columns: Object.fromEntries(columns) };
}

const fileName = (name: string, version: number): URL => new URL(`golden/${name}.v${version}.json`, import.meta.url);
const keptOf = (name: string, version: number): Golden | undefined => {
  const file = fileName(name, version);
  return existsSync(file) ? GoldenFile.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
};

test.each(projectionNames)('%s makes the rows of its version', async (name) => {
  const projection = readModels[name];
  const now = goldenOf(projection);
  const kept = keptOf(name, versionOf(projection));
  if (kept?.events === now.events) expect(goldenOf(projection, kept).columns, RULE).toEqual(kept.columns);
  // Written with `-u`: for a new version, and when the golden events have become more.
  await expect(`${JSON.stringify(now, null, 1)}\n`).toMatchFileSnapshot(
    path.join(import.meta.dirname, 'golden', `${name}.v${versionOf(projection)}.json`),
  );
});

test.each(projectionNames)('%s names the columns that differ from the version before', (name) => {
  const projection = readModels[name];
  const before = keptOf(name, versionOf(projection) - 1);
  const now = goldenOf(projection, before);
  if (before?.events !== now.events) return;
  const differs = new Set(projection.changes?.at(-1)?.differs);
  const changed = [...new Set([...Object.keys(now.columns), ...Object.keys(before.columns)])]
    .filter((column) => now.columns[column] !== before.columns[column] && column !== 'shared')
    .map((column) => column.replace(/^past_/, ''));
  expect(changed.filter((column) => !differs.has(column) && !differs.has(column.split('.')[0] ?? ''))).toEqual([]);
});

test.each(Object.keys(types))('the golden events of %s have every type of its projections', (stream) => {
  const given = eventsOf(stream).map(({ type }) => type);
  for (const name of projectionsOf(stream))
    expect(given.toSorted()).toEqual(Object.keys(readModels[name].eventsOf(stream)).toSorted());
});

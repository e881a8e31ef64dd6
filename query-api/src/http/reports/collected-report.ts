/**
 * The collected report: every review of a team in a period, as JSON for the screen and as CSV and XLSX for the team's
 * admin. JSON and CSV are written while they are read and have no limit (`long-answers.ts`); `searchProgress` tells the
 * size before.
 */
import * as reportCalls from 'language/contract/calls/reports';
import type { CollectedEntry, CollectedReview } from 'language/contract/reports';
import { because } from 'language/domain/reasons/because';
import { forbidden } from 'service-kit/http/http-problem';
import type { Pool } from 'pg';
import * as z from 'zod';
import { drugTagIds } from '../catalogue/names.ts';
import { type ReportStatement, statementAsOf } from './as-known.ts';
import { fileWordsOf } from '../files/file-words.ts';
import { csvInput, type CsvInput, type TableFormat, tableFile, tableTypes } from '../files/table-file.ts';
import type { Snapshot } from '../long-answers.ts';
import { type ReadRequest, read, WrittenAnswer } from '../read-route.ts';
import { COLLECTED, reportRead, reportStreams, reportedTeam, TeamPeriod } from './report.ts';
import {
  authorAndEntries,
  entryJson,
  inOrderOfCare,
  entryOf,
  type EntryRow,
  headOf,
  type HeadRow,
  reviewColumns,
} from '../admissions/review-rows.ts';
import { linesInJson, reviewColumns as fileColumns, reviewLines } from './review-columns.ts';
import { knownPatient } from '../patients/left-patients.ts';
import { survivors } from '../patients/merged-patients.ts';
import { fullName } from '../patients/patient-rows.ts';
import { day } from '../rows.ts';

/**
 * $1 team · $2 first day · $3 last day. The order is that of an index, so the first reviews come before the last are
 * read.
 */
const collectedReviews: ReportStatement = (tables) => /* sql */ `
select ${reviewColumns('coalesce(p.patient_id, s.survivor_id, r.patient_id)')}, ${day('a.admission_date')} as "admissionDate",
       coalesce(p.medical_record_number, '') as "medicalRecordNumber", ${fullName('p')} as "patientName"
from ${tables.review} r
join ${tables.admission} a on a.admission_id = r.admission_id
left join ${survivors(tables.absorbed_patient)} s on s.patient_id = r.patient_id
left join ${tables.patient} known on known.patient_id = coalesce(s.survivor_id, r.patient_id)
left join ${tables.left_patient} gone on gone.id = r.patient_id
${knownPatient('p', { now: 'known', gone: 'gone' })}
${authorAndEntries(entryJson(tables, `, 'drugTagIds', ${drugTagIds('e', tables)}`), tables)}
where r.team_id = $1 and r.review_date between $2 and $3
${inOrderOfCare}`;

const adminOfTeam = /* sql */ `select 1 from team where team_id = $1 and admin_id = $2`;

type OfPatient = Pick<CollectedReview, 'patientName' | 'medicalRecordNumber' | 'admissionDate'>;
type CollectedRow = HeadRow & OfPatient & { entries: (EntryRow & Pick<CollectedEntry, 'drugTagIds'>)[] };

const collected = ({
  entries,
  patientName,
  medicalRecordNumber,
  admissionDate,
  ...head
}: CollectedRow): CollectedReview => ({
  ...headOf(head),
  drugErrs: entries.map(({ drugTagIds, ...entry }) => ({ ...entryOf(entry), drugTagIds })),
  patientName,
  medicalRecordNumber,
  admissionDate,
});

async function isAdmin(db: Pool, team: string, userId: string): Promise<boolean> {
  return (await db.query(adminOfTeam, [team, userId])).rowCount === 1;
}

interface Query {
  readonly statement: Awaited<ReturnType<typeof statementAsOf>>;
  readonly asOf: string | undefined;
}

/** `{result, csv?}`, as text. */
async function* asJson(snapshot: Snapshot, { statement, asOf }: Query, hasCsv: boolean): AsyncGenerator<string> {
  const reviews = await snapshot.text<CollectedRow>(...statement, (row) => JSON.stringify(collected(row)), ',');
  yield '{"result":[';
  yield* reviews;
  if (hasCsv) {
    yield '],"csv":[';
    yield* await snapshot.text<CollectedRow>(
      ...statement,
      (row) =>
        linesInJson(collected(row), asOf)
          .map((line) => JSON.stringify(line))
          .join(','),
      ',',
    );
  }
  yield ']}';
}

export const fileSuffix = (asOf: string | undefined): string =>
  asOf === undefined ? '' : `-as-known-${asOf.slice(0, 16).replace(':', '')}Z`;

/** @throws HttpProblem 403 for members other than the admin */
const fileRead = <Schema extends typeof TeamPeriod>(
  format: TableFormat,
  input: Schema,
  csvOf: (input: z.output<Schema>) => CsvInput | undefined,
) => ({
  input,
  from: (input: z.output<Schema>) => [...reportStreams(input), 'patient-'],
  needsProof: true as const,
  async answer(request: ReadRequest<z.output<Schema>>): Promise<WrittenAnswer> {
    const { db, dependencies, caller, input } = request;
    const { startDate, endDate, asOf } = input;
    const { team, body } = await dependencies.longAnswers.forPerson(caller.userId, async (place) => {
      const team = await reportedTeam(request);
      if (!(await isAdmin(db, team, caller.userId))) throw forbidden();
      const statement = await statementAsOf(request, asOf, collectedReviews, [team, startDate, endDate]);
      const context = { words: await fileWordsOf(db, team), timeZone: dependencies.timeZone };
      const table = {
        statement,
        columns: fileColumns(asOf),
        linesOf: (row: CollectedRow) => reviewLines(collected(row), context.words),
        sheet: 'sheet.reviews',
      };
      return {
        team,
        body: await place.begin(team, (snapshot) => tableFile(snapshot, table, context, csvOf(input))),
      };
    });
    request.accessed({ type: 'ReviewsExported', teamId: team, data: { startDate, endDate } });
    return new WrittenAnswer(
      body,
      tableTypes[format],
      `reviews-${startDate}-to-${endDate}${fileSuffix(asOf)}.${format}`,
    );
  },
});

export const collectedReportRoutes = [
  read(reportCalls.getCollectedReport, {
    // Our screen asks without the CSV lines, which take three quarters of the answer's time.
    input: TeamPeriod.safeExtend({ csv: z.enum(['0', '1'], because('unknown-csv')).default('1') }),
    from: (input) => [...reportStreams(input), 'patient-'],
    needsProof: ({ csv }) => csv === '1',
    async answer(request): Promise<WrittenAnswer> {
      const { startDate, endDate, asOf, csv } = request.input;
      const { team, hasCsv, text } = await request.dependencies.longAnswers.forPerson(
        request.caller.userId,
        async (place) => {
          const team = await reportedTeam(request);
          const hasCsv = csv === '1' && (await isAdmin(request.db, team, request.caller.userId));
          const statement = await statementAsOf(request, asOf, collectedReviews, [team, startDate, endDate]);
          return {
            team,
            hasCsv,
            text: await place.begin(team, (snapshot) => asJson(snapshot, { statement, asOf }, hasCsv)),
          };
        },
      );
      request.accessed(reportRead(team, { report: COLLECTED, startDate, endDate }));
      // The lines of the file, for the team's admin.
      if (hasCsv) request.accessed({ type: 'ReviewsExported', teamId: team, data: { startDate, endDate } });
      return new WrittenAnswer(text, 'application/json; charset=utf-8');
    },
  }),
  read(
    reportCalls.exportReviewsAsCsv,
    fileRead('csv', TeamPeriod.safeExtend(csvInput), (input) => input),
  ),
  read(
    reportCalls.exportReviewsAsXlsx,
    fileRead('xlsx', TeamPeriod, () => undefined),
  ),
];

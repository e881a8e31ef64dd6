/**
 * The auditor's search over every change of a team's medication errors, as pages, CSV, XLSX and signed lines. For the
 * team admin and the auditors. Searches and exports are in the access log.
 */
import * as historyCalls from 'language/contract/calls/history';
import type { ErrorChangePage } from 'language/contract/history';
import { ResponseCode, SeverityCode } from 'language/domain/admission/events';
import { CalendarDate } from 'language/domain/values/calendar-date';
import { type ErrorExportFormat, errorExportFormats, limits } from 'language/domain/values/codes';
import { Id } from 'language/domain/values/fields';
import { because } from 'language/domain/reasons/because';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { errorColumns } from '../../history/error-columns.ts';
import { signedChanges } from '../../history/error-export.ts';
import {
  allChanges,
  type ChangeRow,
  changeOf,
  changesAt,
  type ErrorSearch,
  MAX_COUNTED,
  type ChangeKey,
  placesOfChanges,
} from '../../history/error-search.ts';
import { fileWordsOf } from '../files/file-words.ts';
import { csvInput, tableFile, tableTypes } from '../files/table-file.ts';
import { formerMembers } from '../teams/former-members.ts';
import type { LongAnswerPlace, Snapshot } from '../long-answers.ts';
import { PageNumber, pageOf, rowsBefore } from '../pages.ts';
import { type ReadRequest, read, WrittenAnswer } from '../read-route.ts';
import { auditedTeam } from '../readable-team.ts';

const YesOrNo = z
  .enum(['0', '1'], because('zero-or-one'))
  .transform((value) => value === '1')
  .optional();

/** The value of `next`: the last change of a page, after which the next page begins. */
const cursorOf = ({ at, entryId, revision }: ChangeKey): string => `${at}_${revision}_${entryId}`;
const CursorText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_\d{1,18}_[A-Za-z0-9._:-]{1,80}$/, because('unknown-cursor'))
  .refine((text) => !Number.isNaN(Date.parse(text.slice(0, 24))), because('unknown-cursor'))
  .transform((text): ChangeKey => {
    const [at = '', revision = '', ...entryId] = text.split('_');
    return { at, revision, entryId: entryId.join('_') };
  });

const ErrorsInput = z
  .object({
    id: Id,
    from: CalendarDate.optional(),
    to: CalendarDate.optional(),
    drug: Id.optional(),
    type: Id.optional(),
    severity: SeverityCode.optional(),
    response: z
      .union([
        z.literal('pending'),
        z
          .string()
          .regex(/^[1-4]$/, because('unknown-response'))
          .transform(Number)
          .pipe(ResponseCode),
      ])
      .optional(),
    actor: Id.optional(),
    late: YesOrNo,
    deleted: YesOrNo,
    pageNumber: PageNumber,
    cursor: CursorText.optional(),
    format: z.enum(errorExportFormats, because('unknown-format')).optional(),
    ...csvInput,
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: because('last-day-before-first'),
  })
  .refine(({ cursor, pageNumber }) => cursor === undefined || pageNumber === 1, {
    path: ['cursor'],
    message: because('page-and-cursor'),
  });
type ErrorsInput = z.output<typeof ErrorsInput>;

async function exported(
  { db, dependencies, caller, input, accessed }: ReadRequest<ErrorsInput>,
  { search, format, place }: { search: ErrorSearch; format: ErrorExportFormat; place: LongAnswerPlace },
): Promise<WrittenAnswer> {
  const { history, timeZone } = dependencies;
  const context = { words: await fileWordsOf(db, search.team), timeZone };
  const signing = await history.signing();
  const { text, values } = allChanges(search, timeZone);
  const table = {
    statement: [text, values] as const,
    columns: errorColumns,
    linesOf: (row: ChangeRow) => [changeOf(row)],
    sheet: 'sheet.errors',
  };
  const write = (snapshot: Snapshot): AsyncGenerator<string | Uint8Array> =>
    format === 'ndjson'
      ? signedChanges(snapshot, { search, timeZone, by: caller.userId, at: new Date(), signing })
      : tableFile(snapshot, table, context, format === 'csv' ? input : undefined);
  const body = await place.begin(search.team, write);
  accessed({ type: 'ErrorsExported', teamId: search.team, data: { format, ...periodOf(search) } });
  return new WrittenAnswer(
    body,
    format === 'ndjson' ? 'application/x-ndjson' : tableTypes[format],
    `errors-${search.team}.${format}`,
  );
}

const periodOf = ({ from, to }: ErrorSearch) => ({
  ...(from === undefined ? {} : { startDate: from }),
  ...(to === undefined ? {} : { endDate: to }),
});

export const errorChangeRoutes = [
  /** @throws HttpProblem 403 for members other than the admin and the auditors */
  read(historyCalls.searchErrorChanges, {
    input: ErrorsInput,
    from: ({ id }) => ['admission-', 'patient-', 'user-', `team-${id}`],
    isAudit: true,
    needsProof: ({ format }) => format !== undefined,
    async answer(request): Promise<ErrorChangePage | WrittenAnswer> {
      const {
        db,
        dependencies: { timeZone },
        input,
      } = request;
      const { id, pageNumber, cursor, format, bom: _bom, sep: _sep, ...filters } = input;
      const searched = async (): Promise<ErrorSearch> => ({ ...filters, team: (await auditedTeam(request, id)).team });
      if (format !== undefined)
        return request.dependencies.longAnswers.forPerson(request.caller.userId, async (place) =>
          exported(request, { search: await searched(), format, place }),
        );
      const search = await searched();
      const { team } = search;
      const skip = rowsBefore(pageNumber);
      if (skip > MAX_COUNTED) throw new HttpProblem(refusal('page-beyond-count'), { field: 'pageNumber' });
      // One change more, to know whether there are further ones.
      const [counted, further] = await Promise.all([
        placesOfChanges(db, search, timeZone, { most: MAX_COUNTED + limits.pageSize + 1 }),
        cursor && placesOfChanges(db, search, timeZone, { most: limits.pageSize + 1, after: cursor }),
      ]);
      const found = further ?? counted.slice(skip);
      const shown = found.slice(0, limits.pageSize);
      const total = Math.min(counted.length, MAX_COUNTED);
      const last = shown.at(-1);
      request.accessed({
        type: 'ErrorsSearched',
        teamId: team,
        data: { found: total, ...periodOf(search) },
        deduplicationKey: JSON.stringify(filters),
      });
      return {
        changes: await changesAt(db, team, shown, timeZone),
        ...pageOf(pageNumber, total),
        ...(counted.length > MAX_COUNTED ? { more: true } : {}),
        ...(found.length > shown.length && last ? { next: cursorOf(last) } : {}),
        ...(pageNumber === 1 && cursor === undefined ? await formerMembers(db, team) : {}),
      };
    },
  }),
];

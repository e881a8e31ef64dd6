/**
 * The security log, for the admin account: its search as pages, as a CSV and as an XLSX. Reading and exporting it are lines of it
 * (docs/decisions/installation/security-log.md).
 */
import * as installationCalls from 'language/contract/calls/installation';
import {
  NEWER_COUNTED_MAX,
  type NamedInLine,
  type NewerSecurityLines,
  type SecurityLogPage,
} from 'language/contract/security-log';
import { SecurityKindName, securityGroups } from 'language/domain/security-log/kinds';
import { because } from 'language/domain/reasons/because';
import { CalendarDate } from 'language/domain/values/calendar-date';
import { withoutUnseen } from 'language/domain/values/folding';
import { Id, LanguageCode } from 'language/domain/values/fields';
import { accessIdOf } from 'service-kit/accesses/access-outbox';
import * as z from 'zod';
import { DEDUPLICATION_MS } from '../accesses/access-log.ts';
import { requireAdminAccount } from '../accounts/accounts.ts';
import { peopleNamed } from '../accounts/people-named.ts';
import { fileWords } from '../files/file-words.ts';
import { csvInput, type CsvInput, type TableFormat, tableFile, tableTypes } from '../files/table-file.ts';
import type { LongAnswerPlace } from '../long-answers.ts';
import { read, type ReadRequest, WrittenAnswer } from '../read-route.ts';
import { securityColumns } from './columns.ts';
import { allLines, kindsWhere, lineOf, type LineRow, newerLines, pageOfLines, type SecuritySearch } from './search.ts';

const PAGE = 50;

const LineNumber = z
  .string()
  .regex(/^\d{1,15}$/, because('unknown-cursor'))
  .transform(Number);

const filters = {
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  group: z.enum(securityGroups).optional(),
  kind: SecurityKindName.optional(),
  outcome: z.enum(['done', 'refused']).optional(),
  /** An id, an e-mail, or a part of a name. */
  person: z.string().max(254, because('too-many-characters')).optional(),
  team: Id.optional(),
  address: z.string().max(45, because('too-many-characters')).optional(),
};
type Filters = z.output<z.ZodObject<typeof filters>>;
const daysInOrder = ({ from, to }: Pick<Filters, 'from' | 'to'>): boolean =>
  from === undefined || to === undefined || from <= to;
const inOrder = { path: ['to'], message: because('last-day-before-first') };

const LinesInput = z
  .object({ ...filters, cursor: LineNumber.optional(), newerThan: LineNumber.optional() })
  .refine(daysInOrder, inOrder);
const XlsxInput = z.object({ ...filters, language: LanguageCode.default('en') }).refine(daysInOrder, inOrder);
const CsvFileInput = XlsxInput.safeExtend(csvInput);

/** By an id, an e-mail or a part of a name. */
const peopleOf = async (db: ReadRequest<unknown>['db'], person: string): Promise<string[]> => [
  withoutUnseen(person).trim(),
  ...(await peopleNamed(db, person, (email, text) => email === text)),
];

async function searchOf({ db, dependencies, input }: ReadRequest<Filters>): Promise<SecuritySearch> {
  const { from, to, group, kind, outcome, person, team, address } = input;
  const isAnyKind = group === undefined && kind === undefined && outcome === undefined;
  return {
    from,
    to,
    kinds: isAnyKind
      ? undefined
      : kindsWhere(
          (name, of) =>
            (kind === undefined || name === kind) &&
            (group === undefined || of.group === group) &&
            (outcome === undefined || (of.isRefused === true) === (outcome === 'refused')),
        ),
    people: person === undefined ? undefined : await peopleOf(db, person),
    emailMark: person?.includes('@') ? await dependencies.securityLog.markOf(withoutUnseen(person).trim()) : undefined,
    team,
    address,
  };
}

/** Within a quarter of an hour a person's reads are one line. */
async function recordRead({ dependencies, caller: { userId, sessionId } }: ReadRequest<unknown>): Promise<void> {
  await dependencies.securityLog.record({
    kind: 'SecurityLogRead',
    by: 'person',
    actorId: userId,
    data: {},
    origin: { sessionId },
    sourceId: accessIdOf(userId, 'SecurityLogRead', Math.floor(Date.now() / DEDUPLICATION_MS)),
  });
}

async function page(request: ReadRequest<z.output<typeof LinesInput>>): Promise<SecurityLogPage | NewerSecurityLines> {
  await requireAdminAccount(request);
  const { db, dependencies, input } = request;
  const search = await searchOf(request);
  if (input.newerThan !== undefined) {
    const { text, values } = newerLines(search, dependencies.timeZone, input.newerThan, NEWER_COUNTED_MAX);
    const { rows } = await db.query<{ newer: number }>(text, [...values]);
    return { newer: rows[0]?.newer ?? 0 };
  }
  await recordRead(request);
  // One line more, to know whether there are further ones.
  const { text, values } = pageOfLines(search, dependencies.timeZone, PAGE + 1, input.cursor);
  const [{ rows }, { rows: teams }] = await Promise.all([
    db.query<LineRow>(text, [...values]),
    db.query<NamedInLine>('select team_id as "_id", name from team order by name, team_id'),
  ]);
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    lines: shown.map(lineOf).filter((line) => line !== undefined),
    ...(rows.length > PAGE && last ? { next: last.number } : {}),
    teams,
  };
}

async function file(
  request: ReadRequest<z.output<typeof XlsxInput>>,
  place: LongAnswerPlace,
  format: TableFormat,
  csv: CsvInput | undefined,
): Promise<WrittenAnswer> {
  await requireAdminAccount(request);
  const { dependencies, caller, input } = request;
  const { text, values } = allLines(await searchOf(request), dependencies.timeZone);
  const context = { words: fileWords(input.language), timeZone: dependencies.timeZone };
  await dependencies.securityLog.record({
    kind: 'SecurityLogExported',
    by: 'person',
    actorId: caller.userId,
    data: {},
    origin: { sessionId: caller.sessionId },
  });
  const table = {
    statement: [text, values] as const,
    columns: securityColumns,
    linesOf: (row: LineRow) => [row],
    sheet: 'sheet.securityLog',
  };
  const body = await place.begin('security-log', (snapshot) => tableFile(snapshot, table, context, csv));
  return new WrittenAnswer(body, tableTypes[format], `security-log.${format}`);
}

const fileRead = <Schema extends typeof XlsxInput>(
  format: TableFormat,
  input: Schema,
  csvOf: (input: z.output<Schema>) => CsvInput | undefined,
) => ({
  input,
  from: () => ['user-', 'team-'],
  needsProof: true as const,
  answer: async (request: ReadRequest<z.output<Schema>>): Promise<WrittenAnswer> =>
    request.dependencies.longAnswers.forPerson(request.caller.userId, (place) =>
      file(request, place, format, csvOf(request.input)),
    ),
});

export const securityLogRoutes = [
  read(installationCalls.searchSecurityLog, { input: LinesInput, from: () => ['user-', 'team-'], answer: page }),
  read(
    installationCalls.exportSecurityLogAsCsv,
    fileRead('csv', CsvFileInput, (input) => input),
  ),
  read(
    installationCalls.exportSecurityLogAsXlsx,
    fileRead('xlsx', XlsxInput, () => undefined),
  ),
];

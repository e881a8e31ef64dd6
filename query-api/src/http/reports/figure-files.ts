/**
 * The figures of reports as files, CSV and Excel (docs/product.md, "Exported files"): from the same answers as the screen. They
 * have no names of patients.
 */
import * as reportCalls from 'language/contract/calls/reports';
import type { PcneCount, ReviewsOfDay, SeverityCount, TypeCount } from 'language/contract/reports';
import { because } from 'language/domain/reasons/because';
import type { ReportType, Response } from 'language/domain/values/codes';
import * as z from 'zod';
import type { Column, FileContext } from '../files/columns.ts';
import { csvHeader, csvLine } from '../files/csv.ts';
import { fileWordsOf } from '../files/file-words.ts';
import { type CsvInput, csvInput, type TableFormat, tableTypes } from '../files/table-file.ts';
import { asXlsx, xlsxLine } from '../files/xlsx.ts';
import { type ReadRequest, read, WrittenAnswer } from '../read-route.ts';
import { Readable } from 'node:stream';
import { fileSuffix } from './collected-report.ts';
import { medicineUseOf } from './medicine-use.ts';
import { reportedTeam, reportStreams, TeamPeriod } from './report.ts';
import {
  counted,
  errorsByPcne,
  errorsBySeverity,
  errorsByType,
  errorsPerTag,
  overTime,
  reviewsPerDay,
} from './reports.ts';

const MEDICINES = 7;
const codes = ['2', '3', '5', '6', '7', '8', '9'] as const;
type Code = Extract<ReportType, 2 | 3 | 5 | 6 | 7 | 8 | 9>;
const Figures = TeamPeriod.safeExtend({
  report: z.enum(codes, because('report-missing')).transform((code) => Number(code) as Code),
}).refine(({ report, asOf }) => report !== MEDICINES || asOf === undefined, {
  path: ['asOf'],
  message: because('not-a-past-instant'),
});
type Request = ReadRequest<z.output<typeof Figures>>;

/** A file of one report: its columns, and its lines. */
interface FigureFile<Line> {
  readonly columns: readonly Column<Line>[];
  lines(request: Request): Promise<readonly Line[]>;
}
const file = <Line>(columns: readonly Column<Line>[], lines: FigureFile<Line>['lines']): FigureFile<unknown> =>
  ({ columns, lines }) as FigureFile<unknown>;

interface TagRow {
  readonly _id: string | null;
  readonly tag: string;
  readonly response: readonly { readonly type: Response | null; readonly count: number }[];
}

const files: Readonly<Record<Code, FigureFile<unknown>>> = {
  2: file<TypeCount>(
    [
      ['figures.errorType', 'name', ({ label }) => label],
      ['figures.id', 'id', ({ type }) => type],
      ['figures.errors', 'number', ({ count }) => count],
    ],
    (request) => counted<TypeCount>(request, errorsByType),
  ),
  3: file<{ day: string } & ReviewsOfDay['user'][number]>(
    [
      ['figures.day', 'day', ({ day }) => day],
      ['figures.person', 'name', ({ userName }) => userName],
      ['figures.id', 'id', ({ user }) => user],
      ['figures.reviews', 'number', ({ relatedReviews }) => relatedReviews],
      ['figures.errorFree', 'number', ({ errFreeReviews }) => errFreeReviews],
    ],
    async (request) =>
      (await counted<ReviewsOfDay>(request, reviewsPerDay)).flatMap(({ day, user }) =>
        user.map((one) => ({ day, ...one })),
      ),
  ),
  5: file<Pick<TagRow, '_id' | 'tag'> & TagRow['response'][number]>(
    [
      ['figures.tag', 'name', ({ tag }) => tag],
      ['figures.id', 'id', ({ _id }) => _id],
      ['figures.response', 'code', ({ type }, { words }) => words.response(type)],
      ['figures.errors', 'number', ({ count }) => count],
    ],
    async (request) =>
      (await counted<TagRow>(request, errorsPerTag)).flatMap(({ _id, tag, response }) =>
        response.map((one) => ({ _id, tag, ...one })),
      ),
  ),
  6: file<PcneCount>(
    [
      ['figures.pcne', 'code', ({ code }) => code],
      ['figures.errors', 'number', ({ count }) => count],
      ['figures.chosen', 'number', ({ chosen }) => chosen],
    ],
    (request) => counted<PcneCount>(request, errorsByPcne),
  ),
  7: file<Awaited<ReturnType<typeof medicineUseOf>>['medicines'][number] & { bedDays: number }>(
    [
      ['figures.atc', 'code', ({ atc }) => atc],
      ['figures.substances', 'name', ({ labels }) => labels.join('; ')],
      ['figures.errors', 'number', ({ errors }) => errors],
      ['figures.orders', 'number', ({ orders }) => orders],
      ['figures.ddd', 'number', ({ ddd }) => ddd],
      ['figures.dot', 'number', ({ daysOfTherapy }) => daysOfTherapy],
      ['figures.bedDays', 'number', ({ bedDays }) => bedDays],
    ],
    async (request) => {
      const { bedDays, medicines } = await medicineUseOf(request);
      return medicines.map((one) => ({ ...one, bedDays }));
    },
  ),
  8: file<SeverityCount>(
    [
      ['reviews.severity', 'code', ({ severity }) => severity],
      ['figures.errors', 'number', ({ count }) => count],
      ['figures.accepted', 'number', ({ accepted }) => accepted],
    ],
    (request) => counted<SeverityCount>(request, errorsBySeverity),
  ),
  9: file<Awaited<ReturnType<typeof overTime>>['months'][number]>(
    [
      ['figures.month', 'code', ({ month }) => month],
      ['figures.bedDays', 'number', ({ bedDays }) => bedDays],
      ['figures.errors', 'number', ({ errors }) => errors],
      ['figures.answered', 'number', ({ answered }) => answered],
      ['figures.accepted', 'number', ({ accepted }) => accepted],
    ],
    async (request) => (await overTime(request)).months,
  ),
};

/** Few lines: they are in memory, as the answer of the screen is. */
async function* pieces(
  { columns }: FigureFile<unknown>,
  lines: readonly unknown[],
  context: FileContext,
  csv: CsvInput | undefined,
): AsyncGenerator<string | Uint8Array> {
  if (csv) {
    const format = { ...context, separator: csv.sep };
    yield (csv.bom === '1' ? '\uFEFF' : '') + csvHeader(columns, format);
    for (const line of lines) yield csvLine(columns, line, format);
    return;
  }
  async function* rows(): AsyncGenerator<string> {
    for (const line of lines) yield xlsxLine(columns, line, context);
  }
  yield* asXlsx(columns, rows(), context, 'sheet.figures');
}

async function answer(request: Request, format: TableFormat, csv: CsvInput | undefined): Promise<WrittenAnswer> {
  const { db, dependencies, input } = request;
  const { report, startDate, endDate, asOf } = input;
  const team = await reportedTeam(request);
  const of = files[report];
  const context = { words: await fileWordsOf(db, team), timeZone: dependencies.timeZone };
  const body = pieces(of, await of.lines(request), context, csv);
  // A refusal comes before the first piece.
  const first = await body.next();
  request.accessed({ type: 'ReportExported', teamId: team, data: { report, startDate, endDate } });
  async function* whole(): AsyncGenerator<string | Uint8Array> {
    if (!first.done) yield first.value;
    yield* body;
  }
  const name = `report-${report}-${startDate}-to-${endDate}${fileSuffix(asOf)}.${format}`;
  return new WrittenAnswer(Readable.from(whole(), { objectMode: false }), tableTypes[format], name);
}

export const figureFileRoutes = [
  read(reportCalls.exportFiguresAsCsv, {
    input: Figures.safeExtend(csvInput),
    from: reportStreams,
    needsProof: true,
    answer: (request) => answer(request, 'csv', request.input),
  }),
  read(reportCalls.exportFiguresAsXlsx, {
    input: Figures,
    from: reportStreams,
    needsProof: true,
    answer: (request) => answer(request, 'xlsx', undefined),
  }),
];

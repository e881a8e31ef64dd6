/**
 * The figures of a report: the reviews, entries or admissions that one counts, and how the figures and fields of two
 * reports of one type differ.
 */
import type {
  CollectedEntry,
  CollectedReview,
  ReportChanges,
  ReportedEntry,
  ReportedReview,
  ReportedStay,
} from 'language/contract/reports';
import { ratedEntryFields, reviewFields } from 'language/domain/admission/fields';
import { isNoError, limits, type Response, type Severity } from 'language/domain/values/codes';
import type { Described } from 'language/domain/values/record-fields';
import {
  dischargeStatusLabel,
  errorTypeLabel,
  pcneText,
  responseLabel,
  severityLabel,
} from '../../clinical/code-labels.ts';
import { answersText, entryFormats, labelOf } from '../../clinical/field-formats.ts';
import { type AnswerFigure, hasAnswer } from './answers.ts';
import type { Report } from './api.ts';
import { translate } from '../../platform/language/language.ts';
import { formatList } from '../../platform/language/format.ts';

/** A figure that counts reviews or entries. */
export type ReviewFigure =
  /** The whole report. */
  | { kind: 'all'; of: 'reviews' | 'entries' | 'errors' }
  | { kind: 'type'; type: string }
  /** `user` undefined: all authors. */
  | { kind: 'day'; day: string; user?: string; errorFreeOnly?: boolean }
  /** `tag` is from `tagIdentity`; `response` null: pending; undefined: any response. */
  | { kind: 'tag'; tag: string; response?: Response | null }
  /** Chosen, or by the types; `code` null: no code was chosen. */
  | { kind: 'pcne'; code: string | null; types: readonly string[] }
  /** `severity` null: without one. */
  | { kind: 'severity'; severity: Severity | null; acceptedOnly: boolean }
  /** A month (`YYYY-MM`) or a day. */
  | { kind: 'time'; begins: string; of: 'errors' | 'accepted' | 'harms' }
  | AnswerFigure;

/** The id of a tag, which keeps its figures together under all names; of a tag that has none, its folded name. */
export const tagIdentity = (id: string | null | undefined, name: string): string => id ?? name.trim().toLowerCase();

export type Figure = ReviewFigure | { kind: 'stays'; patient: string };

export interface DrillDownRow {
  review: CollectedReview;
  /** Undefined where the figure counts reviews. */
  entry: CollectedEntry | undefined;
}

/** @returns entries where the figure counts entries, else reviews; in the order of the reviews */
export function drillDown(reviews: readonly CollectedReview[], figure: ReviewFigure): DrillDownRow[] {
  if (figure.kind === 'all' && figure.of === 'reviews') return reviews.map((review) => ({ review, entry: undefined }));
  if (figure.kind === 'day') {
    const { day, user, errorFreeOnly = false } = figure;
    return reviews
      .filter(
        (review) =>
          review.reviewDate === day &&
          (user === undefined || review.userId === user) &&
          (!errorFreeOnly || review.drugErrs.every((entry) => isNoError(entry.errType))),
      )
      .map((review) => ({ review, entry: undefined }));
  }
  const isInTime = ({ reviewDate }: CollectedReview): boolean =>
    figure.kind !== 'time' || reviewDate.startsWith(figure.begins);
  return reviews
    .filter(isInTime)
    .flatMap((review) =>
      review.drugErrs.filter((entry) => isCounted(entry, figure)).map((entry) => ({ review, entry })),
    );
}

export const ACCEPTED = 1 satisfies Response;
/** NCC MERP, E to I. */
const isHarm = ({ errSeverity }: CollectedEntry): boolean => errSeverity !== null && errSeverity >= 'E';

function isCounted(entry: CollectedEntry, figure: Exclude<ReviewFigure, { kind: 'day' }>): boolean {
  if (figure.kind === 'all' && figure.of === 'entries') return true;
  if (isNoError(entry.errType)) return false;
  if (figure.kind === 'all') return true;
  if (figure.kind === 'time')
    return figure.of === 'errors' || (figure.of === 'accepted' ? entry.errRes === ACCEPTED : isHarm(entry));
  if (figure.kind === 'answer') return hasAnswer(entry, figure);
  if (figure.kind === 'type') return entry.errType === figure.type;
  if (figure.kind === 'severity')
    return entry.errSeverity === figure.severity && (!figure.acceptedOnly || entry.errRes === ACCEPTED);
  if (figure.kind === 'pcne')
    return entry.pcne.length === 0
      ? figure.types.includes(entry.errType)
      : figure.code !== null && entry.pcne.includes(figure.code);
  return (
    entry.drugTags.some(({ name }, nth) => tagIdentity(entry.drugTagIds[nth], name) === figure.tag) &&
    (figure.response === undefined || entry.errRes === figure.response)
  );
}

interface Count {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly figure: Figure;
}
interface FigureDifference {
  readonly key: string;
  readonly label: string;
  readonly before: number;
  readonly after: number;
  readonly figure: Figure;
}

/** Every figure of a report. Its key is the same in another report of that type. */
function countsOf(report: Report): Count[] {
  switch (report.type) {
    case 1: {
      const entries = report.found.flatMap(({ drugErrs }) => drugErrs);
      return [
        {
          key: 'reviews',
          label: translate('reports.total'),
          count: report.found.length,
          figure: { kind: 'all', of: 'reviews' },
        },
        {
          key: 'entries',
          label: translate('reports.medications'),
          count: entries.length,
          figure: { kind: 'all', of: 'entries' },
        },
        {
          key: 'errors',
          label: translate('reports.fields.errors'),
          count: entries.filter(({ errType }) => !isNoError(errType)).length,
          figure: { kind: 'all', of: 'errors' },
        },
      ];
    }
    case 2:
      return report.found.map(({ type, label, count }) => ({
        key: type,
        label: errorTypeLabel(type, label),
        count,
        figure: { kind: 'type', type },
      }));
    case 3:
      return report.found.flatMap(({ day, totalReviews, user }) => [
        { key: day, label: day, count: totalReviews, figure: { kind: 'day', day } },
        {
          key: `${day} free`,
          label: translate('reports.part', { whole: day, part: translate('reports.errorFree') }),
          count: user.reduce((sum, { errFreeReviews }) => sum + errFreeReviews, 0),
          figure: { kind: 'day', day, errorFreeOnly: true },
        },
      ]);
    case 4:
      return report.found.map(({ _id, names, admissionCount }) => ({
        key: _id,
        label: names || translate('reports.noName'),
        count: admissionCount,
        figure: { kind: 'stays', patient: _id },
      }));
    case 5:
      return report.found.flatMap(({ _id, tag: name, count, response }) => {
        const tag = tagIdentity(_id, name);
        return [
          { key: tag, label: name, count, figure: { kind: 'tag', tag } },
          ...response.map(({ type, count: ofType }) => ({
            key: `${tag} ${type ?? ''}`,
            label: translate('reports.part', {
              whole: name,
              part: type === null ? translate('reports.pending') : responseLabel(type),
            }),
            count: ofType,
            figure: { kind: 'tag' as const, tag, response: type },
          })),
        ];
      });
    case 9:
      return report.found.flatMap(({ months, harms }) => [
        ...months.flatMap(({ month, errors, accepted }) =>
          (
            [
              ['errors', errors],
              ['accepted', accepted],
            ] as const
          ).map(([of, count]) => ({
            key: `${month} ${of}`,
            label: translate('reports.part', { whole: translate(`controlCharts.${of}`), part: month }),
            count,
            figure: { kind: 'time' as const, begins: month, of },
          })),
        ),
        ...harms.map(({ day, errors }) => ({
          key: `${day} harms`,
          label: translate('reports.part', { whole: translate('controlCharts.harms'), part: day }),
          count: errors,
          figure: { kind: 'time' as const, begins: day, of: 'harms' as const },
        })),
      ]);
    // It is of now: two instants are not compared.
    case 7:
      return [];
    case 8:
      return report.found.flatMap(({ severity, count, accepted }) => {
        const whole = severityText(severity);
        return [
          { key: whole, label: whole, count, figure: { kind: 'severity', severity, acceptedOnly: false } },
          {
            key: `${whole} accepted`,
            label: translate('reports.part', { whole, part: responseLabel(ACCEPTED) }),
            count: accepted,
            figure: { kind: 'severity', severity, acceptedOnly: true },
          },
        ];
      });
    case 6:
      return report.found.map(({ code, count, types }) => ({
        key: code ?? '',
        label: pcneLabel(code),
        count,
        figure: { kind: 'pcne', code, types },
      }));
  }
}
export const severityText = (severity: Severity | null): string =>
  severity === null ? translate('avoidedHarm.noSeverity') : `${severity}: ${severityLabel(severity)}`;
export const pcneLabel = (code: string | null): string =>
  code === null ? translate('reports.pcneNone') : pcneText(code);

/** In the order of the later report, then the figures of the earlier report only. */
export function compareFigures(earlier: Report, later: Report): FigureDifference[] {
  const [was, is] = [earlier, later].map((report) => new Map(countsOf(report).map((one) => [one.key, one]))) as [
    Map<string, Count>,
    Map<string, Count>,
  ];
  return [...new Map([...is, ...was]).values()]
    .map(({ key, label, figure }) => ({
      key,
      label: is.get(key)?.label ?? label,
      before: was.get(key)?.count ?? 0,
      after: is.get(key)?.count ?? 0,
      figure,
    }))
    .filter(({ before, after }) => before !== after);
}

export type ReportChange = ReportChanges['changes'][number];
/** A field in words before and after a change. `html`: both are rich text. */
export interface ChangedField {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly html: boolean;
}

type Shown = Partial<ReportedEntry & ReportedReview & ReportedStay>;
type EntryField = keyof typeof entryFormats;
const first: EntryField[] = [
  'errDrugLabel',
  'errTypeLabel',
  'errSeverity',
  'errRes',
  'followUpDate',
  'rating',
  'drugTags',
];
/** In the order in which they are shown: the other fields of an entry come after its tags. */
const fieldNames = [
  'reviewDate',
  ...new Set([...first, ...(Object.keys(entryFormats) as EntryField[])]),
  'clinicalNote',
  'entries',
  'errors',
  'admissionDate',
  'dischargeDate',
  'dischargeStatus',
] as const;
type FieldName = (typeof fieldNames)[number];
const described: Described = { ...ratedEntryFields, ...reviewFields };
const isRichText = (name: FieldName): boolean => described[name]?.kind === 'markup';
/** A report calls the note of an error a recommendation. */
const isNamedAsInForm = (name: FieldName): name is Exclude<EntryField, 'errNote'> =>
  name !== 'errNote' && Object.hasOwn(entryFormats, name);

/** The fields whose stored value is not shown. */
const wordsOf: Partial<Record<FieldName, (thing: Shown) => string>> = {
  errTypeLabel: ({ errType = '', errTypeLabel = '' }) => errorTypeLabel(errType, errTypeLabel),
  errSeverity: ({ errSeverity }) => (errSeverity ? severityText(errSeverity) : ''),
  errRes: ({ errRes, errType }) =>
    errRes === undefined || (errType !== undefined && isNoError(errType))
      ? ''
      : errRes === null
        ? translate('reports.pending')
        : responseLabel(errRes),
  severityAnswers: ({ severityAnswers }) => answersText(severityAnswers),
  pcne: ({ pcne = [] }) => formatList(pcne),
  drugTags: ({ drugTags = [] }) => formatList(drugTags.map(({ name }) => name)),
  rating: ({ rating }) =>
    rating === null || rating === undefined ? '' : translate('reports.outOf5', { rating, max: limits.rating }),
  dischargeStatus: ({ dischargeStatus }) =>
    dischargeStatus === null || dischargeStatus === undefined ? '' : dischargeStatusLabel(dischargeStatus),
};
function formatField(thing: Shown, field: FieldName): string {
  const value = thing[field];
  return wordsOf[field]?.(thing) ?? (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
}

/** The differing fields in words; all fields with a value if the thing was added or removed. */
export function changedFields({ before, after }: ReportChange): ChangedField[] {
  const [was, is]: [Shown | null, Shown | null] = [before, after];
  return fieldNames
    .filter((name) => (was && is ? true : !isRichText(name)))
    .map((name) => ({
      name: isNamedAsInForm(name) ? labelOf(name) : translate(`reports.fields.${name}`),
      before: was ? formatField(was, name) : '',
      after: is ? formatField(is, name) : '',
      html: isRichText(name),
    }))
    .filter((field) => field.before !== field.after);
}

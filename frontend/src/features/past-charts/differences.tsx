/** The differences between two charts of an admission, thing by thing. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { DrugErr } from 'language/contract/entities';
import type { ChartAsOf, HistoryThing } from 'language/contract/history';
import { decisionKey } from 'language/domain/admission/reconciliation';
import { useState } from 'react';
import { BeforeAfter, changeStyle } from '../../clinical/change-line.tsx';
import { changedFields } from '../../clinical/change-fields.ts';
import { reconciliationStageLabel } from '../../clinical/code-labels.ts';
import { kindLabel } from '../../clinical/measurement-kinds.ts';
import { idsOfLabels } from '../../clinical/field-formats.ts';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { EntryHistoryLinks } from '../../clinical/history-links.tsx';
import { linkStyle } from '../../components/theme/system.ts';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Difference {
  readonly of: HistoryThing;
  /** The review of an entry. */
  readonly in?: HistoryThing;
  readonly name: string;
  /** The differing fields; the whole thing where it was added or removed. */
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}
/** The differences of one part of the chart. */
interface ChartPart {
  readonly part:
    | 'patient'
    | 'stay'
    | 'reviews'
    | 'notes'
    | 'medications'
    | 'reconciliation'
    | 'measurements'
    | 'gallery';
  readonly differences: readonly Difference[];
}

/** Fields that follow from revisions or other things, have their own difference, or are about today. */
const hiddenFields: ReadonlySet<string> = new Set([
  'version',
  'headVersion',
  'reviewsCount',
  'notesCount',
  'drugErrs',
  'gallery',
  'order',
  'canonical',
  'createdAt',
  'userName',
  'userEmail',
  'userPhone',
]);
/** True for a name that the catalogue has changed, not the chart: each chart has the names of its instant. */
function isNewName(field: string, was: Fields, is: Fields): boolean {
  const id = idsOfLabels[field] ?? (field === 'drugTags' ? 'version' : undefined);
  return id !== undefined && was[id] === is[id];
}
const shownFields = (thing: object): [string, unknown][] =>
  Object.entries(thing).filter(([field]) => !hiddenFields.has(field));

function compareThings(
  was: object | undefined,
  is: object | undefined,
): Pick<Difference, 'before' | 'after'> | undefined {
  if (!was || !is)
    return was || is
      ? {
          before: was ? Object.fromEntries(shownFields(was)) : null,
          after: is ? Object.fromEntries(shownFields(is)) : null,
        }
      : undefined;
  const [earlier, later]: [Fields, Fields] = [
    Object.fromEntries(shownFields(was)),
    Object.fromEntries(shownFields(is)),
  ];
  const other = [...new Set([...Object.keys(earlier), ...Object.keys(later)])].filter(
    (field) =>
      JSON.stringify(earlier[field]) !== JSON.stringify(later[field]) && !isNewName(field, { ...was }, { ...is }),
  );
  const only = (fields: Fields): Record<string, unknown> =>
    Object.fromEntries(other.map((field) => [field, fields[field] ?? null]));
  return other.length === 0 ? undefined : { before: only(earlier), after: only(later) };
}

interface Listed {
  readonly _id: string;
}
/** The items of the later list in their order, then the removed ones. */
function compareLists<Item extends Listed>(
  was: readonly Item[],
  is: readonly Item[],
  describe: (item: Item) => Pick<Difference, 'of' | 'name' | 'in'>,
): Difference[] {
  const before = new Map(was.map((item) => [item._id, item]));
  const after = new Set(is.map(({ _id }) => _id));
  return [...is, ...was.filter(({ _id }) => !after.has(_id))].flatMap((item) => {
    const other = compareThings(before.get(item._id), after.has(item._id) ? item : undefined);
    return other ? [{ ...describe(item), ...other }] : [];
  });
}

export function differences(then: ChartAsOf, now: ChartAsOf): ChartPart[] {
  const parts: ChartPart[] = [
    {
      part: 'patient',
      differences: compareLists([then.patient], [now.patient], ({ _id }) => ({ of: `patient:${_id}`, name: '' })),
    },
    {
      part: 'stay',
      differences: compareLists([then.admission], [now.admission], ({ _id }) => ({ of: `admission:${_id}`, name: '' })),
    },
    { part: 'reviews', differences: compareReviews(then, now) },
    {
      part: 'notes',
      differences: compareLists(then.notes, now.notes, ({ _id, noteDate }) => ({
        of: `note:${_id}`,
        name: noteDate.slice(0, 10),
      })),
    },
    { part: 'medications', differences: compareMedications(then, now) },
    { part: 'reconciliation', differences: compareReconciliations(then, now) },
    {
      part: 'measurements',
      differences: compareLists(then.measurements, now.measurements, ({ _id, kind }) => ({
        of: `measurement:${_id}`,
        name: kindLabel(kind),
      })),
    },
    {
      part: 'gallery',
      differences: compareLists(then.admission.gallery, now.admission.gallery, ({ _id, title }) => ({
        of: `gallery:${_id}`,
        name: title,
      })),
    },
  ];
  return parts.filter((part) => part.differences.length > 0);
}

/** The medicines from home, then the decisions. */
function compareReconciliations({ reconciliation: then }: ChartAsOf, { reconciliation: now }: ChartAsOf): Difference[] {
  const decisionsIn = ({ decisions }: ChartAsOf['reconciliation']) =>
    decisions.map(({ line, decidedAt: _at, ...decision }) => ({
      ...decision,
      _id: decisionKey({ stage: decision.stage, line }),
    }));
  return [
    ...compareLists(then.homeMedications, now.homeMedications, ({ _id, drugLabel }) => ({
      of: `homeMedication:${_id}`,
      name: drugLabel,
    })),
    ...compareLists(decisionsIn(then), decisionsIn(now), ({ _id, stage }) => ({
      of: `reconciled:${_id}`,
      name: reconciliationStageLabel(stage),
    })),
  ];
}

/** Each review, then its entries. An added or removed review is one difference that has its entries. */
function compareReviews(then: ChartAsOf, now: ChartAsOf): Difference[] {
  const [was, is] = [then, now].map((chart) => new Map(chart.reviews.map((review) => [review._id, review]))) as [
    Map<string, ChartAsOf['reviews'][number]>,
    Map<string, ChartAsOf['reviews'][number]>,
  ];
  const all = [...now.reviews, ...then.reviews.filter(({ _id }) => !is.has(_id))];
  return all.flatMap((review) => {
    const [earlier, later] = [was.get(review._id), is.get(review._id)];
    const of: HistoryThing = `review:${review._id}`;
    const name = review.reviewDate.slice(0, 10);
    if (!earlier || !later) {
      const whole = Object.fromEntries([...shownFields(review), ['drugErrs', review.drugErrs]]);
      return [{ of, name, before: earlier ? whole : null, after: later ? whole : null }];
    }
    const head = compareThings(earlier, later);
    const entries = compareLists<DrugErr>(earlier.drugErrs, later.drugErrs, ({ _id, errDrugLabel }) => ({
      of: `entry:${_id}`,
      in: of,
      name: errDrugLabel,
    }));
    return [...(head ? [{ of, name, ...head }] : []), ...entries];
  });
}

/** The differing medications, and one difference where the medications of both lists have another order. */
function compareMedications(then: ChartAsOf, now: ChartAsOf): Difference[] {
  const inOrder = (chart: ChartAsOf, other: ChartAsOf) =>
    chart.medications.filter(({ _id }) => other.medications.some((one) => one._id === _id));
  const [was, is] = [inOrder(then, now), inOrder(now, then)];
  const names = (medications: ChartAsOf['medications']): string =>
    medications.map(({ drugLabel }) => drugLabel).join(', ');
  return [
    ...compareLists(then.medications, now.medications, ({ _id, drugLabel }) => ({
      of: `medication:${_id}`,
      name: drugLabel,
    })),
    ...(was.every(({ _id }, nth) => _id === is[nth]?._id)
      ? []
      : [
          {
            of: `medications:${now.admission._id}` as const,
            name: '',
            before: { inOrder: names(was) },
            after: { inOrder: names(is) },
          },
        ]),
  ];
}

const styles = {
  '& h3': { fontSize: 'sm', fontWeight: 'bold', marginBlockStart: '4', marginBlockEnd: '1' },
  '& ul': { listStyle: 'none' },
  '& li': { borderTopWidth: '1px', borderColor: 'border.muted', paddingBlock: '2' },
  '& li[data-within]': { paddingInlineStart: '4' },
  '& .what, & .lives': { fontSize: 'xs', color: 'fg.muted' },
  '& .change a': linkStyle,
  ...changeStyle,
};
/** Each row compares texts. */
const PAGE_SIZE = 50;

const nameOf = ({ of, name }: Difference): string => {
  if (of.startsWith('review:')) return translate('timeTravel.differences.reviewOf', { date: name });
  if (of.startsWith('note:')) return translate('timeTravel.differences.noteOf', { date: name });
  return of.startsWith('medications:') ? translate('timeTravel.differences.order') : name;
};
const whatOf = ({ before, after }: Difference): string =>
  before === null
    ? translate('timeTravel.differences.came')
    : after === null
      ? translate('timeTravel.differences.went')
      : translate('timeTravel.differences.other');

/** The differences by the parts of the chart. @param changes the number of changes since */
export function DifferenceList({ parts, changes }: { parts: readonly ChartPart[]; changes: number }) {
  const t = useTranslation();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const before = (part: number): number =>
    parts.slice(0, part).reduce((sum, { differences }) => sum + differences.length, 0);
  const all = before(parts.length);
  return (
    <Box css={styles}>
      <Box role="status" color="fg.muted">
        {all === 0 && changes === 0
          ? t('timeTravel.differences.none')
          : t('timeTravel.differences.count', { changes, things: all })}
      </Box>
      {parts.map(({ part, differences }, index) => {
        const shown = differences.slice(0, Math.max(0, limit - before(index)));
        return shown.length === 0 ? null : (
          <section key={part} aria-label={t(`timeTravel.differences.parts.${part}`)}>
            <h3>{t(`timeTravel.differences.parts.${part}`)}</h3>
            <ul>
              {shown.map((difference) => (
                <li key={difference.of} data-within={difference.in}>
                  <div className="change">
                    <strong>
                      <ClinicalName>{nameOf(difference)}</ClinicalName>
                    </strong>
                    <span className="what">{whatOf(difference)}</span>
                    <EntryHistoryLinks change={difference} />
                  </div>
                  <BeforeAfter
                    fields={changedFields(difference)}
                    both={difference.before !== null && difference.after !== null}
                    labels={{ was: t('timeTravel.differences.labels.was'), is: t('timeTravel.differences.labels.is') }}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {all > limit ? (
        <Button size="sm" variant="outline" marginBlockStart="2" onClick={() => setLimit(limit + PAGE_SIZE)}>
          {t('timeTravel.differences.more', { left: all - limit })}
        </Button>
      ) : null}
    </Box>
  );
}

/** What is otherwise in one chart than in an earlier one, thing by thing. */
import type { DrugErr } from 'command-api/contract/entities';
import type { ChartAsOf, HistoryThing } from 'command-api/contract/history';

type Fields = Readonly<Record<string, unknown>>;
export interface Difference {
  readonly of: HistoryThing;
  /** The review of an entry. */
  readonly in?: HistoryThing;
  readonly name: string;
  /** Of what is other, the fields that are; of what came or went, the whole of it on one side. */
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}
/** In the order of the chart. Nothing where a part has not changed. */
export interface Part {
  readonly part: 'patient' | 'stay' | 'reviews' | 'notes' | 'medications' | 'gallery';
  readonly differences: readonly Difference[];
}

/** What follows from revisions or from other things, is told by itself, or is about today. */
const silent: ReadonlySet<string> = new Set([
  'version',
  'headVersion',
  'reviewsCount',
  'notesCount',
  'drugErrs',
  'gallery',
  'order',
  'userName',
  'userEmail',
  'userPhone',
]);
const told = (thing: object): [string, unknown][] => Object.entries(thing).filter(([field]) => !silent.has(field));

function between(was: object | undefined, is: object | undefined): Pick<Difference, 'before' | 'after'> | undefined {
  if (!was || !is)
    return was || is
      ? { before: was ? Object.fromEntries(told(was)) : null, after: is ? Object.fromEntries(told(is)) : null }
      : undefined;
  const [earlier, later]: [Fields, Fields] = [Object.fromEntries(told(was)), Object.fromEntries(told(is))];
  const other = [...new Set([...Object.keys(earlier), ...Object.keys(later)])].filter(
    (field) => JSON.stringify(earlier[field]) !== JSON.stringify(later[field]),
  );
  const only = (fields: Fields): Record<string, unknown> =>
    Object.fromEntries(other.map((field) => [field, fields[field] ?? null]));
  return other.length === 0 ? undefined : { before: only(earlier), after: only(later) };
}

interface Listed {
  readonly _id: string;
}
/** What stands now in its order, then what is gone. */
function listed<Item extends Listed>(
  was: readonly Item[],
  is: readonly Item[],
  describe: (item: Item) => Pick<Difference, 'of' | 'name' | 'in'>,
): Difference[] {
  const before = new Map(was.map((item) => [item._id, item]));
  const after = new Set(is.map(({ _id }) => _id));
  return [...is, ...was.filter(({ _id }) => !after.has(_id))].flatMap((item) => {
    const other = between(before.get(item._id), after.has(item._id) ? item : undefined);
    return other ? [{ ...describe(item), ...other }] : [];
  });
}

export function differences(then: ChartAsOf, now: ChartAsOf): Part[] {
  const parts: Part[] = [
    {
      part: 'patient',
      differences: listed([then.patient], [now.patient], ({ _id }) => ({ of: `patient:${_id}`, name: '' })),
    },
    {
      part: 'stay',
      differences: listed([then.admission], [now.admission], ({ _id }) => ({ of: `admission:${_id}`, name: '' })),
    },
    { part: 'reviews', differences: reviews(then, now) },
    {
      part: 'notes',
      differences: listed(then.notes, now.notes, ({ _id, noteDate }) => ({
        of: `note:${_id}`,
        name: noteDate.slice(0, 10),
      })),
    },
    { part: 'medications', differences: medications(then, now) },
    {
      part: 'gallery',
      differences: listed(then.admission.gallery, now.admission.gallery, ({ _id, title }) => ({
        of: `gallery:${_id}`,
        name: title,
      })),
    },
  ];
  return parts.filter((part) => part.differences.length > 0);
}

/** Each review with its entries behind it; of one that came or went it is enough that it did, and with what. */
function reviews(then: ChartAsOf, now: ChartAsOf): Difference[] {
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
      const whole = Object.fromEntries([...told(review), ['drugErrs', review.drugErrs]]);
      return [{ of, name, before: earlier ? whole : null, after: later ? whole : null }];
    }
    const head = between(earlier, later);
    const entries = listed<DrugErr>(earlier.drugErrs, later.drugErrs, ({ _id, errDrugLabel }) => ({
      of: `entry:${_id}`,
      in: of,
      name: errDrugLabel,
    }));
    return [...(head ? [{ of, name, ...head }] : []), ...entries];
  });
}

/** Put in another order: what is in both lists stands otherwise in them. */
function medications(then: ChartAsOf, now: ChartAsOf): Difference[] {
  const order = (chart: ChartAsOf, other: ChartAsOf): string =>
    chart.medications
      .filter(({ _id }) => other.medications.some((one) => one._id === _id))
      .map(({ drugLabel }) => drugLabel)
      .join(', ');
  const [was, is] = [order(then, now), order(now, then)];
  return [
    ...listed(then.medications, now.medications, ({ _id, drugLabel }) => ({
      of: `medication:${_id}`,
      name: drugLabel,
    })),
    ...(was === is
      ? []
      : [
          {
            of: `medications:${now.admission._id}` as const,
            name: '',
            before: { inOrder: was },
            after: { inOrder: is },
          },
        ]),
  ];
}

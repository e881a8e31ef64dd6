/** The views of the ward board: which inpatients it shows. The address holds the view, so that it can be sent on. */
import type { SavedView, WardPatient } from 'language/contract/handover';
import { priorityReasons } from 'language/domain/priority/reasons';
import { deferredFilters, reviewedFilters, takenFilters, type ViewFilter } from 'language/domain/priority/views';
import { translate, type MessageId } from '../../platform/language/language.ts';

export const filterOfEveryone: ViewFilter = {
  reasons: [],
  taken: 'any',
  deferred: 'shown',
  antimicrobials: false,
  reviewed: 'any',
};

/** The views that each team has, by their names in the address. */
export const commonViews: Readonly<Record<string, { name: MessageId; filter: ViewFilter }>> = {
  all: { name: 'ward.views.all', filter: filterOfEveryone },
  mine: { name: 'ward.views.mine', filter: { ...filterOfEveryone, taken: 'mine' } },
  notReviewed: { name: 'ward.views.notReviewed', filter: { ...filterOfEveryone, reviewed: 'no' } },
};

/** A view by its id, and the filter where the person has changed it: the address has both. */
export interface ChosenView {
  view: string;
  changed: ViewFilter | undefined;
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value =>
  values.find((value) => value === text) ?? (values[0] as Value);

export function readView(params: URLSearchParams): ChosenView {
  const reasons = params.get('reasons');
  return {
    view: params.get('view') ?? 'all',
    changed:
      reasons === null
        ? undefined
        : {
            reasons: priorityReasons.filter((reason) => reasons.split(',').includes(reason)),
            taken: oneOf(takenFilters, params.get('taken')),
            deferred: oneOf(deferredFilters, params.get('deferred')),
            antimicrobials: params.get('antimicrobials') === '1',
            reviewed: oneOf(reviewedFilters, params.get('reviewed')),
          },
  };
}

export function writeView({ view, changed }: ChosenView): URLSearchParams {
  const params = new URLSearchParams(view === 'all' ? {} : { view });
  if (changed === undefined) return params;
  // Also where it is empty: it says that the filter was changed.
  params.set('reasons', changed.reasons.join(','));
  for (const name of ['taken', 'deferred', 'reviewed'] as const) params.set(name, changed[name]);
  if (changed.antimicrobials) params.set('antimicrobials', '1');
  return params;
}

/** @returns undefined for a view that the team does not have any more */
export const filterOfView = (view: string, saved: readonly SavedView[]): ViewFilter | undefined =>
  commonViews[view]?.filter ?? saved.find(({ _id }) => _id === view)?.filter;

export const nameOfView = (view: string, saved: readonly SavedView[]): string => {
  const common = commonViews[view];
  return common ? translate(common.name) : (saved.find(({ _id }) => _id === view)?.name ?? '');
};

export const isSameFilter = (a: ViewFilter, b: ViewFilter): boolean =>
  a.taken === b.taken &&
  a.deferred === b.deferred &&
  a.antimicrobials === b.antimicrobials &&
  a.reviewed === b.reviewed &&
  a.reasons.length === b.reasons.length &&
  a.reasons.every((reason) => b.reasons.includes(reason));

type Filtered = Pick<WardPatient, 'priority' | 'takenBy' | 'deferred' | 'antimicrobials' | 'reviewedToday'>;

/** @param user the person who looks */
export function isInView(patient: Filtered, filter: ViewFilter, user: string): boolean {
  const { priority, takenBy, deferred, antimicrobials, reviewedToday } = patient;
  return (
    (filter.reasons.length === 0 || priority.reasons.some(({ reason }) => filter.reasons.includes(reason))) &&
    (filter.taken !== 'mine' || takenBy.some(({ userId }) => userId === user)) &&
    (filter.taken !== 'nobody' || takenBy.length === 0) &&
    (filter.deferred !== 'hidden' || deferred === null) &&
    (!filter.antimicrobials || antimicrobials.length > 0) &&
    (filter.reviewed !== 'no' || !reviewedToday)
  );
}

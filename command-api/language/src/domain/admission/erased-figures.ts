/**
 * The figures that an erased admission leaves: the days, authors, codes and tags of its reviews and
 * errors, for the reports that count (docs/decisions/write-side/erasure-by-two.md). Each state has
 * its time, so that a report as known at an instant counts as it did before. The states are
 * compared after each event, so every event that changes a review counts.
 */
import { isNoError } from '../values/codes.ts';
import { latestOf, type Recorded, recordedAtOf } from '../command.ts';
import type { AdmissionEvent, ErasedError, ErasedReview } from './events.ts';
import type { Review } from './records.ts';
import { repeatedErrors } from './repeated-errors.ts';
import { type Admission, evolve, initial } from './state.ts';

export interface ErasedFigures {
  readonly reviews: ErasedReview[];
  readonly errors: ErasedError[];
}
/** Figures with the version of the reviews that they were made of. */
export interface MadeFigures extends ErasedFigures {
  readonly madeOf: string;
  /** The teams that the admission was in. */
  readonly teamIds: readonly string[];
}

/** Characters of JSON. An event log takes 1 MiB of UTF-8; labels and tags may be Arabic, the rest is ASCII. */
const MAX_JSON_LENGTH = 500_000;

interface Span {
  readonly since: string;
  readonly until?: string;
}

/** The states of things over time. States without a duration are left out: no instant shows them. */
function statesOverTime<Facts extends object>() {
  const ended: (Facts & Span)[] = [];
  const current = new Map<string, { readonly facts: Facts; readonly since: string }>();
  return {
    /** @param facts undefined where the thing is gone */
    set(id: string, facts: Facts | undefined, at: string): void {
      const was = current.get(id);
      if (was && facts && JSON.stringify(was.facts) === JSON.stringify(facts)) return;
      const since = was ? latestOf(was.since, at) : latestOf(at);
      if (was && was.since !== since) ended.push({ ...was.facts, since: was.since, until: since });
      if (facts) current.set(id, { facts, since });
      else current.delete(id);
    },
    all: (): (Facts & Span)[] => [...ended, ...[...current.values()].map(({ facts, since }) => ({ ...facts, since }))],
  };
}

type ReviewFacts = Omit<ErasedReview, keyof Span>;
type ErrorFacts = Omit<ErasedError, keyof Span>;

const reviewsOf = (admission: Admission): readonly Review[] =>
  admission.status === 'none' || admission.status === 'deleted' ? [] : admission.reviews;

/** The version of all reviews with their entries: what figures are made of. */
export const versionOfReviews = (admission: Admission): string =>
  reviewsOf(admission)
    .map(({ reviewId, whole }) => `${reviewId}@${whole.version}`)
    .join(' ');

/** @param events all readable events of the admission's stream */
export function erasedFiguresOf(events: readonly Recorded<AdmissionEvent>[]): MadeFigures {
  const reviews = statesOverTime<ReviewFacts>();
  const errors = statesOverTime<ErrorFacts>();
  const heads = new Map<string, Pick<ReviewFacts, 'number' | 'teamId'>>();
  let admission: Admission = initial;
  let known = new Map<string, Review>();
  let repeated: ReadonlySet<string> = new Set();
  const teamIds = new Set<string>();
  for (const event of events) {
    const reviewsBefore = reviewsOf(admission);
    admission = evolve(admission, event);
    if (event.metadata.teamId !== undefined) teamIds.add(event.metadata.teamId);
    if (reviewsOf(admission) === reviewsBefore) continue;
    const at = recordedAtOf(event.metadata);
    const wasRepeated = repeated;
    repeated = repeatedErrors(reviewsOf(admission));
    const now = new Map(reviewsOf(admission).map((review) => [review.reviewId, review]));
    const isGone = ({ entryId }: { entryId: string }, review: Review | undefined): boolean =>
      !review?.entries.some((entry) => entry.entryId === entryId);
    for (const [id, was] of known) {
      const review = now.get(id);
      if (review === was) continue;
      for (const entry of was.entries) if (isGone(entry, review)) errors.set(entry.entryId, undefined, at);
      if (!review) reviews.set(id, undefined, at);
    }
    for (const [id, review] of now) {
      const isSame = ({ entryId }: { entryId: string }): boolean => repeated.has(entryId) === wasRepeated.has(entryId);
      if (known.get(id) === review && review.entries.every(isSame)) continue;
      const head = heads.get(id) ?? { number: heads.size, teamId: review.teamId };
      heads.set(id, head);
      const counted = { ...head, reviewDate: review.reviewDate };
      reviews.set(id, { ...counted, authorId: review.authorId }, at);
      for (const { entryId, errType, errTypeLabel, errRes, errSeverity, drugTags, pcne = [] } of review.entries) {
        const mark = repeated.has(entryId) ? { isRepeated: true as const } : {};
        const codes = pcne.length === 0 ? {} : { pcne };
        const facts = { ...counted, errType, errTypeLabel, errRes, errSeverity, drugTags, ...codes, ...mark };
        errors.set(entryId, isNoError(errType) ? undefined : facts, at);
      }
    }
    known = now;
  }
  return {
    ...bounded({ reviews: reviews.all(), errors: errors.all() }),
    madeOf: versionOfReviews(admission),
    teamIds: [...teamIds],
  };
}

/** An erasure never fails for its size: the past states go first, then the errors, then the reviews. */
function bounded(figures: ErasedFigures): ErasedFigures {
  const isLast = ({ until }: Span): boolean => until === undefined;
  const reviews = figures.reviews.filter(isLast);
  const smaller = [figures, { reviews, errors: figures.errors.filter(isLast) }, { reviews, errors: [] }];
  return smaller.find((fits) => JSON.stringify(fits).length <= MAX_JSON_LENGTH) ?? { reviews: [], errors: [] };
}

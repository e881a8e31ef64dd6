/** Random edits of reviews, their entries and ratings. */
import type { DrugErr, Review } from 'command-api/contract/entities';
import { isNoError, severities, type Response } from 'command-api/domain/values/codes';
import { nonEmpty } from '../../../seed/random.ts';
import type { Groups } from '../merge.ts';
import {
  type EditContext,
  type Draw,
  MOST_OF_A_KIND,
  html,
  oneOf,
  showIn,
  removeFrom,
  someDate,
  changing,
  removing,
} from './edit.ts';

/** At this number one is deleted instead of added. */
const MOST_REVIEWS = 10;

const showReview = showIn('reviews');
const removeReview = removeFrom('reviews');

type EntryFields = Pick<DrugErr, 'errType' | 'errDrug' | 'errNote' | 'errRes' | 'errSeverity' | 'drugTags'>;
const entryFields = ({ errType, errDrug, errNote, errRes, errSeverity, drugTags }: DrugErr): EntryFields => ({
  errType,
  errDrug,
  errNote,
  errRes,
  errSeverity,
  drugTags,
});
const entryGroups: Groups<EntryFields> = [['errDrug', 'drugTags'], ['errType', 'errSeverity', 'errRes'], ['errNote']];

function typed({ team, random }: EditContext): Pick<EntryFields, 'errType' | 'errSeverity' | 'errRes'> {
  const errType = random.pick(nonEmpty(team.errorTypes, 'error type'));
  const [severity, response] = [random.pick(severities).code, random.between(1, 4) as Response];
  return isNoError(errType)
    ? { errType, errSeverity: null, errRes: null }
    : { errType, errSeverity: severity, errRes: random.chance(30) ? null : response };
}
const newEntry = (context: EditContext, text: string): EntryFields => ({
  ...typed(context),
  errDrug: context.random.pick(nonEmpty(context.team.drugs, 'drug')),
  errNote: html(text),
  drugTags: [],
});

const ownReview = (
  { chart, member, random }: EditContext,
  fits: (review: Review) => boolean = () => true,
): Review | undefined =>
  oneOf(
    random,
    chart.view.reviews?.filter((review) => review.userId === member.userId && fits(review)),
  );

export const addReview: Draw = (context) => {
  const { chart, team, random, mark } = context;
  if ((chart.view.reviews?.length ?? 0) >= MOST_REVIEWS) return deleteReview(context);
  const drugErrs = Array.from({ length: random.between(0, 2) }, (_, index) =>
    newEntry(context, `entry ${index} of ${mark}`),
  );
  const body = { admissionId: chart.admission, reviewDate: team.today, clinicalNote: html(mark), drugErrs };
  return {
    what: 'AddReview',
    mark,
    mayChangeNothing: false,
    show: showReview,
    command: { method: 'POST', path: '/api/reviews/addReview', body },
  };
};

export const duplicateReview: Draw = ({ chart, random }) => {
  const review = oneOf(random, chart.view.reviews);
  if (!review || (chart.view.reviews?.length ?? 0) >= MOST_REVIEWS) return undefined;
  return {
    what: 'DuplicateReview',
    mayChangeNothing: false,
    show: showReview,
    command: { method: 'POST', path: `/api/reviews/${review._id}/duplicate`, body: {} },
  };
};

export const deleteReview: Draw = (context) => {
  const review = ownReview(context);
  return (
    review &&
    removing({
      what: 'DeleteReview',
      show: removeReview,
      version: review.version,
      command: { method: 'DELETE', path: `/api/reviews/${review._id}` },
    })
  );
};

interface HeadFields {
  reviewDate: string;
  clinicalNote: string;
}
export const editHead: Draw = (context) => {
  const review = ownReview(context);
  if (!review) return undefined;
  const fields = ({ reviewDate, clinicalNote }: Review): HeadFields => ({ reviewDate, clinicalNote });
  const patch = context.random.chance(40)
    ? { reviewDate: someDate(context.random) }
    : { clinicalNote: html(context.mark) };
  return changing<HeadFields>({
    what: 'EditReviewHead',
    show: showReview,
    groups: [['reviewDate'], ['clinicalNote']],
    base: fields(review),
    version: review.headVersion,
    mine: { ...fields(review), ...patch },
    mayChangeNothing: 'reviewDate' in patch,
    read: (current) => ({ version: (current as Review).headVersion, fields: fields(current as Review) }),
    command: (body) => ({ method: 'PUT', path: `/api/reviews/updateRevHead/${review._id}`, body }),
  });
};

export const addEntry: Draw = (context) => {
  const review = ownReview(context, ({ drugErrs }) => drugErrs.length < MOST_OF_A_KIND);
  if (!review) return addReview(context);
  const body = { reviewId: review._id, drugErr: newEntry(context, context.mark) };
  return {
    what: 'AddReviewMedication',
    mark: context.mark,
    mayChangeNothing: false,
    show: showReview,
    command: { method: 'POST', path: `/api/reviews/addRevMed/${review._id}`, body },
  };
};

export const updateEntry: Draw = (context) => {
  const review = ownReview(context, ({ drugErrs }) => drugErrs.length > 0);
  const entry = oneOf(context.random, review?.drugErrs);
  if (!review || !entry) return addEntry(context);
  const base = entryFields(entry);
  const changesNote = context.random.chance(40);
  const patch = changesNote
    ? { errNote: html(context.mark) }
    : context.random.chance(50)
      ? typed(context)
      : { errDrug: context.random.pick(nonEmpty(context.team.drugs, 'drug')) };
  return changing<EntryFields>({
    what: 'UpdateReviewMedication',
    show: showReview,
    groups: entryGroups,
    base,
    version: entry.version,
    mine: { ...base, ...patch },
    mayChangeNothing: !changesNote,
    read: (current) => ({ version: (current as DrugErr).version, fields: entryFields(current as DrugErr) }),
    command: (fields) => ({
      method: 'PUT',
      path: `/api/reviews/updateRevMed/${review._id}`,
      body: { reviewId: review._id, drugErr: { _id: entry._id, ...fields } },
    }),
  });
};

export const removeEntry: Draw = (context) => {
  const review = ownReview(context, ({ drugErrs }) => drugErrs.length > 0);
  const entry = oneOf(context.random, review?.drugErrs);
  if (!review || !entry) return undefined;
  return removing({
    what: 'RemoveReviewMedication',
    show: showReview,
    version: entry.version,
    command: {
      method: 'POST',
      path: `/api/reviews/remRevMed/${review._id}`,
      body: { reviewId: review._id, drugErr: { _id: entry._id } },
    },
  });
};

/** Of any author. Where a teammate has answered it or taken it over, the other change is kept. */
export const takeOver: Draw = ({ chart, random }) => {
  const review = oneOf(random, chart.view.reviews);
  const entry = oneOf(
    random,
    review?.drugErrs.filter(({ errType, errRes }) => errRes === null && !isNoError(errType)),
  );
  if (!review || !entry) return undefined;
  return {
    what: 'TakeOverEntry',
    show: showReview,
    mayChangeNothing: true,
    command: {
      method: 'PUT',
      path: `/api/reviews/${review._id}/takeOver`,
      body: { reviewId: review._id, errId: entry._id },
      ifMatch: entry.version,
    },
  };
};

/** As the author, who is never refused. */
export const respond: Draw = (context) => {
  const { random } = context;
  const review = ownReview(context);
  const entry = oneOf(
    random,
    review?.drugErrs.filter(({ errType }) => !isNoError(errType)),
  );
  if (!review || !entry) return undefined;
  return changing<Pick<DrugErr, 'errRes'>>({
    what: 'RecordResponse',
    show: showReview,
    groups: [['errRes']],
    base: { errRes: entry.errRes },
    version: entry.version,
    mine: { errRes: random.chance(30) ? null : (random.between(1, 4) as Response) },
    mayChangeNothing: true,
    read: (current) => ({ version: (current as DrugErr).version, fields: { errRes: (current as DrugErr).errRes } }),
    command: ({ errRes }) => ({
      method: 'PUT',
      path: `/api/reviews/${review._id}/response`,
      body: { reviewId: review._id, errId: entry._id, errRes },
    }),
  });
};

export const rate: Draw = ({ chart, random }) => {
  const review = oneOf(
    random,
    chart.view.reviews?.filter(({ drugErrs }) => drugErrs.length > 0),
  );
  const entry = oneOf(random, review?.drugErrs);
  if (!review || !entry) return undefined;
  return changing<Pick<DrugErr, 'rating'>>({
    what: 'RateError',
    show: showReview,
    groups: [['rating']],
    base: { rating: entry.rating },
    version: entry.version,
    mine: { rating: random.between(0, 10) / 2 },
    mayChangeNothing: true,
    read: (current) => ({ version: (current as DrugErr).version, fields: { rating: (current as DrugErr).rating } }),
    command: ({ rating }) => ({
      method: 'PUT',
      path: `/api/reviews/${review._id}/editRating`,
      body: { reviewId: review._id, errId: entry._id, rating },
    }),
  });
};

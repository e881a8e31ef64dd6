/** Reviews and their entries. Each command answers with the whole review. */
import type * as z from 'zod';
import * as reviewCalls from 'language/contract/calls/reviews';
import {
  AddReview,
  AddReviewMedication,
  AddressEntry,
  AnswerEntry,
  DuplicateReview,
  EditReviewHead,
  RateError,
  RecordResponse,
  RemoveReviewMedication,
  SetFollowUpDate,
  TakeOverEntry,
  UpdateReviewMedication,
} from 'language/contract/bodies/reviews';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { Answer, Review } from 'language/contract/entities';
import { addressEntry, answerEntry } from 'language/domain/admission/decide-answer';
import { recordResponse, takeOverEntry } from 'language/domain/admission/decide-responsible';
import {
  addReview,
  addReviewMedication,
  deleteReview,
  duplicateReview,
  editReviewHead,
  rateError,
  removeReviewMedication,
  setFollowUpDate,
  updateReviewMedication,
} from 'language/domain/admission/decide-review';
import { admissionOfReview, reviewIdOf } from 'language/domain/admission/events';
import { refusal } from 'language/domain/reasons/refusal';
import { firstAnswerRules } from 'language/domain/team/answer-rules';
import { TooLargeToAppend } from 'service-kit/event-log/port';
import { HttpProblem } from 'service-kit/http/http-problem';
import { derivedId, shortDerivedId } from '../../commands/derived-id.ts';
import { type CommandRequest, command, written } from '../command-route.ts';
import { reviewWithNames } from './current-names.ts';
import { completeEntry } from './entry-labels.ts';
import { beforeDeletion, deleted, onAdmission } from './on-admission.ts';
import { renderReview } from 'language/contract/render/reviews';
import { sanitise } from '../sanitise.ts';

/**
 * Entry ids are unique over all admissions, but each stream knows its own command ids only. The place is part of the
 * id, so that one key on two admissions gives different entries.
 */
const entryIdMadeBy = (commandId: string, place: string): string => derivedId(commandId, `entry:${place}`);

/** The target of a command on an entry: the review and the entry. */
const entryIn = (reviewId: string, entryId: string): string => `${reviewId}/${entryId}`;

async function onReview<Payload extends { readonly reviewId: string }>(
  request: CommandRequest<unknown>,
  intent: Parameters<typeof onAdmission<Payload>>[2],
): Promise<Answer<Review>> {
  const { reviewId } = intent.payload;
  const admissionId = admissionOfReview(reviewId);
  const outcome = await onAdmission(request, admissionId, intent);
  const review = await renderReview(request.dependencies, admissionId, outcome.state, reviewId);
  return { ...(await reviewWithNames(request.dependencies, review)), ...written(outcome) };
}

/** The team that the admission is in; undefined for an admission that does not exist. */
async function teamOfReview({ dependencies }: CommandRequest<unknown>, reviewId: string) {
  const { state } = await dependencies.folds.admission.load(admissionOfReview(reviewId));
  if (state.status === 'none') return undefined;
  const { state: team } = await dependencies.folds.team.load(state.teamId);
  return team.status === 'none' ? undefined : team;
}

const rating = {
  body: RateError,
  answer: async (request: CommandRequest<z.output<typeof RateError>, 'reviewId'>) => {
    const { errId: entryId, rating: given } = request.body;
    const reviewId = request.param('reviewId');
    return onReview(request, {
      name: 'RateError',
      target: entryIn(reviewId, entryId),
      payload: { reviewId, entryId, rating: given },
      decide: rateError,
    });
  },
};

export const reviewRoutes = [
  command(reviewCalls.addReview, {
    makes: true,
    body: AddReview,
    async answer(request) {
      const { dependencies, commandId, body } = request;
      const { admissionId, reviewDate, drugErrs } = body;
      const entries = await Promise.all(
        drugErrs.map((filled, index) =>
          completeEntry(dependencies, entryIdMadeBy(commandId, `${admissionId}#${index}`), filled, `drugErrs.${index}`),
        ),
      );
      const reviewId = reviewIdOf(admissionId, shortDerivedId(commandId, 'review'));
      const payload = { reviewId, reviewDate, clinicalNote: sanitise(body.clinicalNote), entries };
      return onReview(request, { name: 'AddReview', payload, decide: addReview });
    },
  }),
  command(reviewCalls.duplicateReview, {
    makes: true,
    body: DuplicateReview,
    async answer(request) {
      const originId = request.param('reviewId');
      const reviewId = reviewIdOf(admissionOfReview(originId), shortDerivedId(request.commandId, 'review'));
      const entryIdOf = (origin: string): string => entryIdMadeBy(request.commandId, `${reviewId}#${origin}`);
      const payload = { originId, reviewId, reviewDate: request.body.reviewDate, entryIdOf };
      try {
        return await onReview(request, { name: 'DuplicateReview', target: originId, payload, decide: duplicateReview });
      } catch (error) {
        // A review grows entry by entry, but its copy is one event. Nothing has been written.
        throw error instanceof TooLargeToAppend ? new HttpProblem(refusal('review-too-large-to-copy')) : error;
      }
    },
  }),
  command(reviewCalls.deleteReview, {
    body: EmptyBody,
    async answer(request) {
      const reviewId = request.param('reviewId');
      const admissionId = admissionOfReview(reviewId);
      const outcome = await onAdmission(request, admissionId, {
        name: 'DeleteReview',
        target: reviewId,
        payload: { reviewId },
        decide: deleteReview,
      });
      return deleted(
        await reviewWithNames(
          request.dependencies,
          await renderReview(
            request.dependencies,
            admissionId,
            await beforeDeletion(request, admissionId, outcome),
            reviewId,
          ),
        ),
        outcome,
      );
    },
  }),
  command(reviewCalls.editReviewHead, {
    body: EditReviewHead,
    async answer(request) {
      const { reviewDate, clinicalNote } = request.body;
      const reviewId = request.param('reviewId');
      const payload = { reviewId, reviewDate, clinicalNote: sanitise(clinicalNote) };
      return onReview(request, { name: 'EditReviewHead', target: reviewId, payload, decide: editReviewHead });
    },
  }),
  command(reviewCalls.addEntry, {
    makes: true,
    body: AddReviewMedication,
    async answer(request) {
      const reviewId = request.param('reviewId');
      const entry = await completeEntry(
        request.dependencies,
        entryIdMadeBy(request.commandId, reviewId),
        request.body.drugErr,
        'drugErr',
      );
      return onReview(request, {
        name: 'AddReviewMedication',
        target: reviewId,
        payload: { reviewId, entry, finding: request.body.finding },
        decide: addReviewMedication,
      });
    },
  }),
  command(reviewCalls.updateEntry, {
    body: UpdateReviewMedication,
    async answer(request) {
      const entry = await completeEntry(
        request.dependencies,
        request.body.drugErr._id,
        request.body.drugErr,
        'drugErr',
      );
      const reviewId = request.param('reviewId');
      return onReview(request, {
        name: 'UpdateReviewMedication',
        target: entryIn(reviewId, entry.entryId),
        payload: { reviewId, entry },
        decide: updateReviewMedication,
      });
    },
  }),
  command(reviewCalls.removeEntry, {
    body: RemoveReviewMedication,
    async answer(request) {
      const [reviewId, entryId] = [request.param('reviewId'), request.body.drugErr._id];
      return onReview(request, {
        name: 'RemoveReviewMedication',
        target: entryIn(reviewId, entryId),
        payload: { reviewId, entryId },
        decide: removeReviewMedication,
      });
    },
  }),
  command(reviewCalls.planFollowUp, {
    body: SetFollowUpDate,
    async answer(request) {
      const { errId: entryId, followUpDate } = request.body;
      const reviewId = request.param('reviewId');
      return onReview(request, {
        name: 'SetFollowUpDate',
        target: entryIn(reviewId, entryId),
        payload: { reviewId, entryId, followUpDate },
        decide: setFollowUpDate,
      });
    },
  }),
  command(reviewCalls.takeOverEntry, {
    body: TakeOverEntry,
    async answer(request) {
      const [reviewId, entryId] = [request.param('reviewId'), request.body.errId];
      return onReview(request, {
        name: 'TakeOverEntry',
        target: entryIn(reviewId, entryId),
        payload: { reviewId, entryId },
        decide: takeOverEntry,
      });
    },
  }),
  command(reviewCalls.respondToEntry, {
    body: RecordResponse,
    async answer(request) {
      const { errId: entryId, errRes } = request.body;
      const reviewId = request.param('reviewId');
      return onReview(request, {
        name: 'RecordResponse',
        target: entryIn(reviewId, entryId),
        payload: { reviewId, entryId, errRes },
        decide: recordResponse,
      });
    },
  }),
  command(reviewCalls.addressEntry, {
    body: AddressEntry,
    async answer(request) {
      const {
        entryId,
        to: { kind, userId = '' },
      } = request.body;
      const to = kind === 'physician' ? { kind, userId } : { kind };
      const reviewId = request.param('reviewId');
      const { members = [] } = (await teamOfReview(request, reviewId)) ?? {};
      const physicians = members.filter(({ role, disabled }) => role === 'physician' && !disabled);
      return onReview(request, {
        name: 'AddressEntry',
        target: entryIn(reviewId, entryId),
        payload: { reviewId, entryId, to, physicians: physicians.map(({ userId }) => userId) },
        decide: addressEntry,
      });
    },
  }),
  command(reviewCalls.answerEntry, {
    body: AnswerEntry,
    async answer(request) {
      const reviewId = request.param('reviewId');
      const { answerRules = firstAnswerRules } = (await teamOfReview(request, reviewId)) ?? {};
      const { refusalReasons, changeMinutes } = answerRules;
      return onReview(request, {
        name: 'AnswerEntry',
        target: entryIn(reviewId, request.body.entryId),
        payload: { reviewId, ...request.body, refusalReasons, changeMinutes },
        decide: answerEntry,
      });
    },
  }),
  command(reviewCalls.rateEntry, rating),
  // The contract has this form of the call as well.
  command(reviewCalls.rateEntryByOtherPath, rating),
];

/**
 * Records a planned stay as people do it on the screens: the first review is filled entry by entry, the next ones are
 * mostly duplicates of the day before, in which what has changed is changed.
 */
import { answerEntry } from 'language/domain/admission/decide-answer';
import { derivedId, shortDerivedId } from 'command-api/commands/derived-id';
import { type EditAdmission, editAdmission } from 'language/domain/admission/decide';
import { addMedication } from 'language/domain/admission/decide-medication';
import { addPhysicianNote } from 'language/domain/admission/decide-note';
import {
  addReview,
  addReviewMedication,
  duplicateReview,
  editReviewHead,
  rateError,
  removeReviewMedication,
  setFollowUpDate,
  updateReviewMedication,
} from 'language/domain/admission/decide-review';
import { noteIdOf, reviewIdOf } from 'language/domain/admission/events';
import type { Review } from 'language/domain/admission/records';
import type { Admission } from 'language/domain/admission/state';
import type { Actor, Command, DomainEvent } from 'language/domain/command';
import type { Random } from 'language/domain/testing/random';
import { NO_ERROR } from 'language/domain/values/codes';
import type { PlannedAdmission, PlannedEntry, Step } from '../../../runtime/seed/demo-steps.ts';
import type { Times } from '../../../runtime/seed/hospital-clock.ts';
import type { GeneratedTeam, Labels } from './founding.ts';
import type { RecordEvent, RecordedStream } from './recorder.ts';
import type { Draw } from './size.ts';

/** The parts that all patients share. */
export interface Hospital {
  readonly draw: Draw;
  readonly record: RecordEvent;
  readonly labels: Labels;
}

interface RecordedStay {
  readonly team: GeneratedTeam;
  /** Unique: command ids derive from it. */
  readonly key: string;
  readonly admissionId: string;
  /** The admission is recorded already. */
  readonly admission: RecordedStream<Admission>;
  readonly plan: PlannedAdmission;
}

type ReviewStep = Extract<Step, { do: 'review' }>;
type ReviseStep = Extract<Step, { do: 'head' | 'update' | 'remove' | 'followUp' | 'answer' | 'rate' }>;

/** Percents. */
const DUPLICATED = 92;
/** The demo finds an error in 9 % of the entries, the yardstick has 6 %. */
const KEPT_ERRORS = 68;
const WITH_MEDICATIONS = 40;
const MEDICATIONS_MAX = 6;
const SECOND = 1_000;
/** Between two commands of one person at work. */
const TYPING_MS = { min: 12 * SECOND, max: 28 * SECOND } as const;

export function recordStay({ draw, labels }: Hospital, stay: RecordedStay, chance: Random): void {
  const { team, key, admissionId, admission, plan } = stay;
  let commands = 0;
  /** The time of the step's next command. A step waits until the one before is typed. */
  let times: Times = plan.admitted;
  let actor: Actor = team.admin;
  /** The ids of each planned review and of its planned entries. */
  const reviews = new Map<number, { readonly reviewId: string; readonly entryIds: readonly string[] }>();

  const newCommandId = (): string => draw.commandId(`${key}:${(commands += 1)}`);
  const handle = <Payload extends object>(asked: {
    name: string;
    commandId?: string;
    target?: string;
    payload: Payload;
    decide: (state: Admission, command: Command<Payload>) => readonly DomainEvent[];
  }): void => {
    admission.handle({ ...times, actor, ...asked, commandId: asked.commandId ?? newCommandId() });
    times = later(times, chance.between(TYPING_MS.min, TYPING_MS.max));
  };
  const writtenReviews = (): readonly Review[] => ('reviews' in admission.state ? admission.state.reviews : []);

  const filledIn = ({ errType, trade, errNote, errRes, errSeverity }: Omit<PlannedEntry, 'followUpDate'>) => {
    const { tradeId, tags } = labels.drug(trade);
    return {
      errType: labels.errorType(errType),
      errTypeLabel: errType,
      errDrug: tradeId,
      errDrugLabel: trade,
      errNote,
      errRes,
      errSeverity,
      drugTags: [...tags],
    };
  };
  const addEntry = (reviewId: string, planned: PlannedEntry): string => {
    const commandId = newCommandId();
    const entryId = derivedId(commandId, `entry:${reviewId}`);
    const payload = { reviewId, entry: { entryId, ...filledIn(planned), followUpDate: planned.followUpDate } };
    handle({ name: 'AddReviewMedication', commandId, target: reviewId, payload, decide: addReviewMedication });
    return entryId;
  };
  const updateEntry = (reviewId: string, entryId: string, to: Omit<PlannedEntry, 'followUpDate'>): void => {
    const payload = { reviewId, entry: { entryId, ...filledIn(to) } };
    const target = `${reviewId}/${entryId}`;
    handle({ name: 'UpdateReviewMedication', target, payload, decide: updateReviewMedication });
  };
  const removeEntry = (reviewId: string, entryId: string): void => {
    const target = `${reviewId}/${entryId}`;
    handle({ name: 'RemoveReviewMedication', target, payload: { reviewId, entryId }, decide: removeReviewMedication });
  };
  const editHead = (reviewId: string, { reviewDate, clinicalNote }: Pick<ReviewStep, 'reviewDate' | 'clinicalNote'>) =>
    handle({
      name: 'EditReviewHead',
      target: reviewId,
      payload: { reviewId, reviewDate, clinicalNote },
      decide: editReviewHead,
    });

  /** Errors of the plan that are not written. */
  const leftOut = new Set<string>();
  const placeOf = (review: number, entry: number): string => `${review}/${entry}`;
  const thinned = ({ review, entries }: ReviewStep): PlannedEntry[] =>
    entries.map((entry, index) => {
      if (entry.errType === NO_ERROR.label || chance.chance(KEPT_ERRORS)) return entry;
      leftOut.add(placeOf(review, index));
      return { ...entry, errType: NO_ERROR.label, errNote: '', errRes: null, errSeverity: null, followUpDate: null };
    });

  const writeReview = (step: ReviewStep): void => {
    const { reviewDate, clinicalNote } = step;
    const entries = thinned(step);
    const commandId = newCommandId();
    const reviewId = reviewIdOf(admissionId, shortDerivedId(commandId, 'review'));
    const origin = writtenReviews().at(-1);
    if (origin === undefined || !chance.chance(DUPLICATED)) {
      const payload = { reviewId, reviewDate, clinicalNote, entries: [] };
      handle({ name: 'AddReview', commandId, payload, decide: addReview });
    } else {
      const entryIdOf = (copied: string): string => derivedId(commandId, `entry:${reviewId}#${copied}`);
      const payload = { originId: origin.reviewId, reviewId, reviewDate, entryIdOf };
      handle({ name: 'DuplicateReview', commandId, target: origin.reviewId, payload, decide: duplicateReview });
      editHead(reviewId, step);
    }
    const left = [...(writtenReviews().find((review) => review.reviewId === reviewId)?.entries ?? [])];
    const entryIds = entries.map((planned) => {
      const wanted = filledIn(planned);
      const index = left.findIndex(({ errDrug }) => errDrug === wanted.errDrug);
      const [copy] = index < 0 ? [] : left.splice(index, 1);
      if (!copy) return addEntry(reviewId, planned);
      const { entryId, errType, errNote, errRes, errSeverity } = copy;
      const isSame = errType === wanted.errType && errNote === wanted.errNote && errRes === wanted.errRes;
      if (!isSame || errSeverity !== wanted.errSeverity) updateEntry(reviewId, entryId, planned);
      return entryId;
    });
    for (const { entryId } of left) removeEntry(reviewId, entryId);
    reviews.set(step.review, { reviewId, entryIds });
    if (step.review === 0 && chance.chance(WITH_MEDICATIONS)) listMedications(entries);
  };

  const listMedications = (entries: readonly PlannedEntry[]): void => {
    for (const { trade } of entries.slice(0, MEDICATIONS_MAX)) {
      const commandId = newCommandId();
      const medication = {
        medicationId: derivedId(commandId, `medication:${admissionId}`),
        drug: labels.drug(trade).tradeId,
        drugLabel: trade,
        ...chance.pick(regimens),
        startDate: plan.admissionDate,
        stopDate: null,
        note: '',
      };
      handle({ name: 'AddAdmissionMedication', commandId, payload: { medication }, decide: addMedication });
    }
  };

  const revise = (step: ReviseStep): void => {
    const written = reviews.get(step.review);
    if (!written) throw new Error(`${key}: the plan changes review ${step.review} before it is written`);
    const { reviewId, entryIds } = written;
    if (step.do === 'head') return editHead(reviewId, step);
    const entryId = entryIds[step.entry];
    if (entryId === undefined) throw new Error(`${key}: the plan changes an entry that the review does not have`);
    if (step.do === 'remove') return removeEntry(reviewId, entryId);
    if (leftOut.has(placeOf(step.review, step.entry))) return;
    if (step.do === 'update') return updateEntry(reviewId, entryId, step.to);
    const target = `${reviewId}/${entryId}`;
    if (step.do === 'followUp') {
      const payload = { reviewId, entryId, followUpDate: step.date };
      return handle({ name: 'SetFollowUpDate', target, payload, decide: setFollowUpDate });
    }
    if (step.do === 'answer') {
      const said = { answer: step.answer, text: step.text, reason: '' };
      const payload = { reviewId, entryId, ...said, refusalReasons: [], changeMinutes: 0 };
      return handle({ name: 'AnswerEntry', target, payload, decide: answerEntry });
    }
    return handle({
      name: 'RateError',
      target,
      payload: { reviewId, entryId, rating: step.rating },
      decide: rateError,
    });
  };

  const edit = (change: Omit<EditAdmission, 'admissionId'>): void =>
    handle<EditAdmission>({ name: 'EditAdmission', payload: { admissionId, ...change }, decide: editAdmission });

  for (const step of plan.steps) {
    const behind = Math.max(0, times.recordedAt.getTime() - step.recordedAt.getTime());
    times = later(step, behind);
    const people = step.role === 'physician' ? team.physicians : team.pharmacists;
    actor = people[step.by] ?? people[0] ?? team.admin;
    // The generated years have no measured values and no reconciliation, as those of earlier figures. Their medications are a
    // volume of their own.
    if (step.do === 'values' || step.do === 'home' || step.do === 'reconcile' || step.do === 'decide') continue;
    if (step.do === 'medication' || step.do === 'stop') continue;
    if (step.do === 'review') writeReview(step);
    else if (step.do === 'note') {
      const commandId = newCommandId();
      const noteId = noteIdOf(admissionId, shortDerivedId(commandId, 'note'));
      const payload = { noteId, noteDate: step.noteDate, note: step.note };
      handle({ name: 'AddPhysicianNote', commandId, payload, decide: addPhysicianNote });
    } else if (step.do === 'details') edit({ admissionDetails: step.admissionDetails });
    else if (step.do === 'discharge') {
      const { dischargeDate, dischargeStatus, dischargeNote } = step;
      edit({ dischargeDate, dischargeStatus, dischargeNote });
    } else revise(step);
  }
}

const regimens = [
  { dose: '1 g', route: 'IV', frequency: 'every 8 hours' },
  { dose: '40 mg', route: 'IV', frequency: 'once daily' },
  { dose: '500 mg', route: 'oral', frequency: 'twice daily' },
] as const;

export const later = ({ occurredAt, recordedAt }: Times, ms: number): Times => ({
  occurredAt: new Date(occurredAt.getTime() + ms),
  recordedAt: new Date(recordedAt.getTime() + ms),
});

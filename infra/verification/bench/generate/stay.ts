/**
 * Records a planned stay as people do it on the screens: the first review is filled entry by entry, the next ones are
 * mostly duplicates of the day before, in which what has changed is changed.
 */
import { derivedId, shortDerivedId } from 'command-api/commands/derived-id';
import { editAdmission } from 'language/domain/admission/decide';
import { addGalleryGroup } from 'language/domain/admission/decide-gallery';
import { addMedication, stopMedication } from 'language/domain/admission/decide-medication';
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
import { addDays } from 'language/domain/values/calendar-date';
import { NO_ERROR } from 'language/domain/values/codes';
import type { Times } from '../../../runtime/seed/hospital-clock.ts';
import type { PlannedAdmission, PlannedEntry, Step } from '../../../runtime/seed/demo-steps.ts';
import { nonEmpty, type Random } from 'language/domain/testing/random';
import type { GeneratedTeam } from './founding.ts';
import type { Hospital } from './hospital.ts';

interface RecordedStay {
  readonly team: GeneratedTeam;
  /** Unique: command ids derive from it. */
  readonly key: string;
  readonly admissionId: string;
  readonly plan: PlannedAdmission;
  /** Called after the last command. */
  readonly onEnd: () => void;
}

/** Percents. */
const DUPLICATED = 92;
/** The demo finds an error in 8 % of the entries, the yardstick has 6 %. */
const KEPT_ERRORS = 68;
const WITH_MEDICATIONS = 40;
const STOPPED = 30;
const WITH_GALLERY = 4;
const MEDICATIONS_MAX = 6;
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** Between two commands of one person at work. */
const TYPING_MS = { min: 12 * SECOND, max: 28 * SECOND } as const;

/** Adds the commands of the stay to the agenda. The admission is recorded already. */
export function recordStay(hospital: Hospital, stay: RecordedStay, chance: Random): void {
  const { agenda, recorder, draw, labels } = hospital;
  const { team, key, admissionId, plan, onEnd } = stay;
  let pending = 0;
  let commands = 0;
  /** The admission has nothing else until then: a review is being written. */
  let busyUntil = 0;
  /** The ids of each planned review and of its planned entries. */
  const reviews = new Map<number, { readonly reviewId: string; readonly entryIds: readonly (string | undefined)[] }>();

  const at = (times: Times, run: (times: Times) => void): void => {
    pending += 1;
    agenda.add(times.recordedAt, () => {
      run(times);
      pending -= 1;
      if (pending === 0) onEnd();
    });
  };
  /** Postponed while a review is being written. */
  const whenFree = (times: Times, run: (times: Times) => void): void =>
    at(times, () => {
      if (times.recordedAt.getTime() >= busyUntil) run(times);
      else whenFree(later(times, busyUntil - times.recordedAt.getTime() + SECOND), run);
    });
  const newCommandId = (): string => draw.commandId(`${key}:${(commands += 1)}`);
  const handle = <Payload extends object>(
    times: Times,
    actor: Actor,
    intent: {
      name: string;
      commandId?: string;
      target?: string;
      payload: Payload;
      decide: (state: Admission, command: Command<Payload>) => readonly DomainEvent[];
    },
  ): Admission => {
    const commandId = intent.commandId ?? newCommandId();
    return recorder.handle({ kind: recorder.admission, id: admissionId, ...times, actor, ...intent, commandId });
  };
  const actorOf = ({ role, by }: Pick<Step, 'role' | 'by'>): Actor => {
    const people = nonEmpty(role === 'physician' ? team.physicians : team.pharmacists, 'people');
    return people[by] ?? people[0];
  };
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
  const reviewIn = (admission: Admission, reviewId: string): Review => {
    const found =
      admission.status === 'open' || admission.status === 'discharged'
        ? admission.reviews.find((review) => review.reviewId === reviewId)
        : undefined;
    if (!found) throw new Error(`${key}: the review that was just written is missing`);
    return found;
  };

  /** Commands one after the other, in the tempo of a person who types. */
  const typeAll = (from: Times, work: readonly ((times: Times) => void)[]): void => {
    let passed = 0;
    for (const run of work) {
      passed += chance.between(TYPING_MS.min, TYPING_MS.max);
      at(later(from, passed), run);
    }
    busyUntil = from.recordedAt.getTime() + passed + 1;
  };

  const addEntry = (times: Times, actor: Actor, reviewId: string, planned: PlannedEntry): string => {
    const commandId = newCommandId();
    const entryId = derivedId(commandId, `entry:${reviewId}`);
    const entry = { entryId, ...filledIn(planned), followUpDate: planned.followUpDate };
    const payload = { reviewId, entry };
    handle(times, actor, {
      name: 'AddReviewMedication',
      commandId,
      target: reviewId,
      payload,
      decide: addReviewMedication,
    });
    return entryId;
  };

  const writeAnew = (times: Times, step: ReviewStep, entries: readonly PlannedEntry[]): void => {
    const actor = actorOf(step);
    const commandId = newCommandId();
    const reviewId = reviewIdOf(admissionId, shortDerivedId(commandId, 'review'));
    const { reviewDate, clinicalNote } = step;
    const payload = { reviewId, reviewDate, clinicalNote, entries: [] };
    handle(times, actor, { name: 'AddReview', commandId, payload, decide: addReview });
    const entryIds: string[] = [];
    reviews.set(step.review, { reviewId, entryIds });
    typeAll(
      times,
      entries.map((planned) => (then: Times) => void entryIds.push(addEntry(then, actor, reviewId, planned))),
    );
  };

  const writeAsCopy = (times: Times, step: ReviewStep, entries: readonly PlannedEntry[], originId: string): void => {
    const actor = actorOf(step);
    const commandId = newCommandId();
    const reviewId = reviewIdOf(admissionId, shortDerivedId(commandId, 'review'));
    const { reviewDate, clinicalNote } = step;
    const entryIdOf = (origin: string): string => derivedId(commandId, `entry:${reviewId}#${origin}`);
    const payload = { originId, reviewId, reviewDate, entryIdOf };
    const intent = { name: 'DuplicateReview', commandId, target: originId, payload, decide: duplicateReview };
    const left = [...reviewIn(handle(times, actor, intent), reviewId).entries];
    const entryIds: (string | undefined)[] = entries.map(() => undefined);
    reviews.set(step.review, { reviewId, entryIds });
    const work: ((times: Times) => void)[] = [
      (then) => {
        const head = { reviewId, reviewDate, clinicalNote };
        handle(then, actor, { name: 'EditReviewHead', target: reviewId, payload: head, decide: editReviewHead });
      },
    ];
    for (const [index, planned] of entries.entries()) {
      const wanted = filledIn(planned);
      const copy = left.find(({ errDrug }) => errDrug === wanted.errDrug);
      if (!copy) {
        work.push((then) => void (entryIds[index] = addEntry(then, actor, reviewId, planned)));
        continue;
      }
      left.splice(left.indexOf(copy), 1);
      const { entryId } = copy;
      entryIds[index] = entryId;
      const isSame =
        copy.errType === wanted.errType && copy.errNote === wanted.errNote && copy.errRes === wanted.errRes;
      if (isSame && copy.errSeverity === wanted.errSeverity) continue;
      work.push((then) => updateEntry(then, actor, reviewId, entryId, planned));
    }
    for (const { entryId } of left) work.push((then) => removeEntry(then, actor, reviewId, entryId));
    typeAll(times, work);
  };

  const updateEntry = (
    times: Times,
    actor: Actor,
    reviewId: string,
    entryId: string,
    to: Omit<PlannedEntry, 'followUpDate'>,
  ): void => {
    const payload = { reviewId, entry: { entryId, ...filledIn(to) } };
    const target = `${reviewId}/${entryId}`;
    handle(times, actor, { name: 'UpdateReviewMedication', target, payload, decide: updateReviewMedication });
  };
  const removeEntry = (times: Times, actor: Actor, reviewId: string, entryId: string): void => {
    const target = `${reviewId}/${entryId}`;
    const payload = { reviewId, entryId };
    handle(times, actor, { name: 'RemoveReviewMedication', target, payload, decide: removeReviewMedication });
  };

  const dropped = new Set<string>();
  const place = (review: number, entry: number): string => `${review}/${entry}`;
  const thinned = (step: ReviewStep): PlannedEntry[] =>
    step.entries.map((entry, index) => {
      if (entry.errType === NO_ERROR.label || chance.chance(KEPT_ERRORS)) return entry;
      dropped.add(place(step.review, index));
      return { ...entry, errType: NO_ERROR.label, errNote: '', errRes: null, errSeverity: null, followUpDate: null };
    });

  const take = (times: Times, step: Step): void => {
    const actor = actorOf(step);
    switch (step.do) {
      case 'review': {
        const { state } = recorder.admission.folded(admissionId);
        const last = state.status === 'open' || state.status === 'discharged' ? state.reviews.at(-1) : undefined;
        if (last && chance.chance(DUPLICATED)) writeAsCopy(times, step, thinned(step), last.reviewId);
        else writeAnew(times, step, thinned(step));
        return;
      }
      case 'note': {
        const commandId = newCommandId();
        const noteId = noteIdOf(admissionId, shortDerivedId(commandId, 'note'));
        const payload = { noteId, noteDate: step.noteDate, note: step.note };
        handle(times, actor, { name: 'AddPhysicianNote', commandId, payload, decide: addPhysicianNote });
        return;
      }
      // The generated years stay as those of earlier figures, so that both can be compared.
      case 'values':
        return;
      case 'details':
      case 'discharge': {
        const { admissionDetails, dischargeDate, dischargeStatus, dischargeNote } = {
          admissionDetails: undefined,
          dischargeDate: undefined,
          dischargeStatus: undefined,
          dischargeNote: undefined,
          ...step,
        };
        const payload = { admissionId, admissionDetails, dischargeDate, dischargeStatus, dischargeNote };
        handle(times, actor, { name: 'EditAdmission', payload, decide: editAdmission });
        return;
      }
      // The lists of medications have a volume of their own (`listMedications`).
      case 'medication':
      case 'stop':
        return;
      case 'head':
      case 'update':
      case 'remove':
      case 'followUp':
      case 'rate':
        revise(times, actor, step);
        return;
      default:
        step satisfies never;
    }
  };

  const revise = (times: Times, actor: Actor, step: ReviseStep): void => {
    const written = reviews.get(step.review);
    if (!written) throw new Error(`${key}: the plan changes review ${step.review} before it is written`);
    const { reviewId, entryIds } = written;
    if (step.do === 'head') {
      const payload = { reviewId, reviewDate: step.reviewDate, clinicalNote: step.clinicalNote };
      handle(times, actor, { name: 'EditReviewHead', target: reviewId, payload, decide: editReviewHead });
      return;
    }
    const entryId = entryIds[step.entry];
    if (entryId === undefined) throw new Error(`${key}: the plan changes an entry that the review does not have`);
    if (step.do === 'remove') return removeEntry(times, actor, reviewId, entryId);
    if (dropped.has(place(step.review, step.entry))) return;
    const target = `${reviewId}/${entryId}`;
    if (step.do === 'update') return updateEntry(times, actor, reviewId, entryId, step.to);
    if (step.do === 'followUp') {
      const payload = { reviewId, entryId, followUpDate: step.date };
      handle(times, actor, { name: 'SetFollowUpDate', target, payload, decide: setFollowUpDate });
      return;
    }
    const payload = { reviewId, entryId, rating: step.rating };
    handle(times, actor, { name: 'RateError', target, payload, decide: rateError });
  };

  const listMedications = (begins: Times, entries: readonly PlannedEntry[], step: ReviewStep): void => {
    const actor = actorOf(step);
    for (const [index, { trade }] of entries.slice(0, MEDICATIONS_MAX).entries()) {
      const begun = later(begins, index * 15 * SECOND);
      const commandId = newCommandId();
      const medicationId = derivedId(commandId, `medication:${admissionId}`);
      const medication = {
        medicationId,
        drug: labels.drug(trade).tradeId,
        drugLabel: trade,
        ...chance.pick(regimens),
        startDate: plan.admissionDate,
        stopDate: null,
        note: '',
      };
      at(begun, (then) =>
        handle(then, actor, {
          name: 'AddAdmissionMedication',
          commandId,
          payload: { medication },
          decide: addMedication,
        }),
      );
      if (!chance.chance(STOPPED)) continue;
      const payload = { medicationId, stopDate: addDays(plan.admissionDate, 2) };
      at(later(begun, 20 * HOUR), (then) =>
        handle(then, actor, { name: 'StopAdmissionMedication', target: medicationId, payload, decide: stopMedication }),
      );
    }
  };

  for (const step of plan.steps) whenFree(step, (times) => take(times, step));
  const first = plan.steps.find((step) => step.do === 'review');
  if (!first) return void (plan.steps.length === 0 && onEnd());
  if (chance.chance(WITH_MEDICATIONS)) listMedications(later(first, 25 * MINUTE), first.entries, first);
  if (chance.chance(WITH_GALLERY))
    at(later(first, 2 * HOUR), (then) => {
      const commandId = newCommandId();
      const payload = { groupId: derivedId(commandId, `gallery:${admissionId}`), title: 'Chest X-ray', images: [] };
      handle(then, actorOf(first), { name: 'AddGalleryGroup', commandId, payload, decide: addGalleryGroup });
    });
}

type ReviewStep = Extract<Step, { do: 'review' }>;
type ReviseStep = Extract<Step, { do: 'head' | 'update' | 'remove' | 'followUp' | 'rate' }>;

const regimens = [
  { dose: '1 g', route: 'IV', frequency: 'every 8 hours' },
  { dose: '40 mg', route: 'IV', frequency: 'once daily' },
  { dose: '500 mg', route: 'oral', frequency: 'twice daily' },
  { dose: '4000 IU', route: 'SC', frequency: 'once daily' },
  { dose: '5 mg', route: 'oral', frequency: 'once daily' },
] as const;

const later = ({ occurredAt, recordedAt }: Times, ms: number): Times => ({
  occurredAt: new Date(occurredAt.getTime() + ms),
  recordedAt: new Date(recordedAt.getTime() + ms),
});

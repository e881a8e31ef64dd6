/**
 * The common parts of the commands on one admission: rights in its team, and the conflict of each of its entities.
 */
import { patientErased } from 'language/domain/refusals';
import {
  admitted,
  entryOf,
  galleryGroupOf,
  homeMedicationOf,
  measurementOf,
  reviewOf,
} from 'language/domain/admission/lookup';
import type { AdmissionEvent } from 'language/domain/admission/events';
import type { Admission } from 'language/domain/admission/state';
import type { Answer, Versioned } from 'language/contract/entities';
import type { Actor, Command, EntityConflict } from 'language/domain/command';
import { revisionToJson } from 'language/domain/values/revision';
import type { BatchInstant } from 'service-kit/aggregates/fold-cache';
import type { Outcome } from '../../commands/intent.ts';
import { forbidden, notFound } from 'service-kit/http/http-problem';
import { type CommandRequest, written } from '../command-route.ts';
import { withConflictAnswer } from '../conflict.ts';
import {
  entriesWithNames,
  homeMedicationsWithNames,
  listWithNames,
  medicationsWithNames,
  reconciliationWithNames,
  reviewWithNames,
} from './current-names.ts';
import { renderAdmission, renderGroup, renderList, renderMedications } from 'language/contract/render/admissions';
import { renderMeasurement } from 'language/contract/render/measurements';
import { renderNote } from 'language/contract/render/physician-notes';
import { renderHomeMedication, renderReconciliation } from 'language/contract/render/reconciliation';
import { renderEntry, renderReview } from 'language/contract/render/reviews';
import { actorOfTransferable } from '../rights.ts';

interface OnAdmission<Payload> {
  /** The command's name, such as `RateError`. */
  readonly name: string;
  /** The id of an existing thing within the admission that the command changes. */
  readonly target?: string;
  readonly payload: Payload;
  readonly decide: (admission: Admission, command: Command<Payload>) => AdmissionEvent[];
}

/**
 * The caller in the team that the admission belongs to.
 * @throws HttpProblem as `actorOfTransferable`
 */
export const actorOnAdmission = (
  who: Parameters<typeof actorOfTransferable>[0],
  admission: Admission,
  instant?: BatchInstant,
): Promise<Actor> =>
  actorOfTransferable(
    who,
    admission.status === 'none' ? undefined : admission.teamId,
    admission.status === 'open' || admission.status === 'discharged'
      ? admission.earlierStays.map(({ teamId }) => teamId)
      : [],
    'admission-transferred',
    instant,
  );

/** @throws HttpProblem 404 if the admission does not exist for the caller, 409 with the current entity */
export async function onAdmission<Payload extends object>(
  request: CommandRequest<unknown>,
  admissionId: string,
  intent: OnAdmission<Payload>,
): Promise<Outcome<Admission>> {
  const { dependencies, commandId, basedOn } = request;
  const outcome = await withConflictAnswer(
    dependencies,
    () =>
      dependencies.handle({
        ...intent,
        commandId,
        basedOn,
        fold: dependencies.folds.admission,
        id: admissionId,
        actor: (admission: Admission, instant: BatchInstant) => actorOnAdmission(request, admission, instant),
      }),
    (admission: Admission, entity) => currentEntity(request, admissionId, admission, entity),
  );
  // A repeated command: of an erased patient the log cannot be read any more.
  if (outcome.state.status === 'none') throw patientErased();
  return outcome;
}

/**
 * The admission's patient and team, for checks before a command: the team's image service, the patient's birth date. A
 * repeated command skips these checks: it gets its first answer even if the data or the person's rights have changed.
 * @throws HttpProblem 404 if the admission does not exist for the caller, 403 if they may not edit it
 */
export async function editableAdmission(
  request: CommandRequest<unknown>,
  admissionId: string,
): Promise<{ patientId: string; teamId: string; isDischarged: boolean; isRepeat: boolean }> {
  const { state, commands } = await request.dependencies.folds.admission.load(admissionId);
  if (state.status === 'none') throw notFound();
  const isRepeat = commands.get(request.commandId) !== undefined;
  if (!isRepeat && !(await actorOnAdmission(request, state)).canEdit) throw forbidden();
  const { patientId, teamId, status } = state;
  return { patientId, teamId, isDischarged: status === 'discharged', isRepeat };
}

/**
 * The admission before a command that wrote one event, at `revision`: the answer of a deletion. Read from the log, so
 * that a repeated key gets the same.
 */
export const beforeDeletion = (
  { dependencies }: CommandRequest<unknown>,
  admissionId: string,
  { revision }: Outcome<Admission>,
): Promise<Admission> => dependencies.folds.admission.loadAt(admissionId, revision - 1n);

/** The answer of a deletion: the deleted entity, with the deletion's version. */
export const deleted = <Entity extends object>(
  entity: Entity,
  outcome: Outcome<Admission>,
): Answer<Entity> & Versioned => ({
  ...entity,
  version: revisionToJson(outcome.revision),
  ...written(outcome),
});

async function currentEntity(
  { dependencies }: CommandRequest<unknown>,
  admissionId: string,
  admission: Admission,
  { kind, id }: EntityConflict['entity'],
): Promise<object> {
  switch (kind) {
    case 'review':
      return reviewWithNames(dependencies, await renderReview(dependencies, admissionId, admission, id));
    case 'note':
      return renderNote(dependencies, admissionId, admission, id);
    case 'entry':
      return (await entriesWithNames(dependencies, [renderEntry(entryIn(admission, id))]))[0] ?? {};
    case 'admission':
      return renderAdmission(admissionId, admission);
    case 'gallery':
      return renderGroup(galleryGroupOf(admission, id));
    case 'medication':
      return (
        (
          await medicationsWithNames(
            dependencies,
            renderMedications(admissionId, admission).filter(({ _id }) => _id === id),
          )
        )[0] ?? {}
      );
    case 'medications':
      return listWithNames(dependencies, renderList(admissionId, admission));
    case 'measurement':
      return renderMeasurement(dependencies, admissionId, measurementOf(admission, id));
    case 'homeMedication': {
      const found = await renderHomeMedication(dependencies, admissionId, homeMedicationOf(admission, id));
      return (await homeMedicationsWithNames(dependencies, [found]))[0] ?? {};
    }
    case 'reconciliation':
      return reconciliationWithNames(dependencies, await renderReconciliation(dependencies, admissionId, admission));
    case 'patient':
    case 'allergy':
    case 'allergies':
    case 'team':
    case 'priorityTable':
    case 'view':
    case 'user':
    case 'drug':
    case 'catalogue':
      throw new Error(`An admission has no ${kind} that could be in conflict`);
    default:
      return kind satisfies never;
  }
}

function entryIn(admission: Admission, entryId: string) {
  const review = admitted(admission).reviews.find(({ entries }) => entries.some((entry) => entry.entryId === entryId));
  if (!review) throw notFound();
  return entryOf(admission, reviewOf(admission, review.reviewId), entryId);
}

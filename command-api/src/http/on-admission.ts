/** What the commands on one admission share: rights in its team, the conflict of each of its entities. */
import { entryOf, reviewOf } from '../domain/admission/lookup.ts';
import type { AdmissionEvent } from '../domain/admission/events.ts';
import type { Admission } from '../domain/admission/state.ts';
import type { Command, EntityConflict } from '../domain/command.ts';
import type { Outcome } from '../handle.ts';
import { notFound } from '../service/http.ts';
import type { Asked } from './command-route.ts';
import { showingConflicts } from './conflict.ts';
import { renderAdmission } from './render/admissions.ts';
import { renderNote } from './render/physician-notes.ts';
import { renderEntry, renderReview } from './render/reviews.ts';
import { actorInTeam } from './rights.ts';

interface OnAdmission<Payload> {
  /** The command's name, such as `RateError`. */
  readonly name: string;
  readonly payload: Payload;
  readonly decide: (admission: Admission, command: Command<Payload>) => AdmissionEvent[];
}

/** @throws HttpProblem 404 where there is no such admission for the caller, 409 with the entity as it stands */
export function onAdmission<Payload extends object>(asked: Asked<unknown>, admissionId: string, intent: OnAdmission<Payload>): Promise<Outcome<Admission>> {
  const { house, commandId, basedOn } = asked;
  return showingConflicts(
    house,
    () =>
      house.handle({
        ...intent,
        commandId,
        basedOn,
        fold: house.folds.admission,
        id: admissionId,
        actor: (admission: Admission) => actorInTeam(asked, admission.status === 'none' ? undefined : admission.teamId),
      }),
    (admission: Admission, entity) => currentEntity(asked, admissionId, admission, entity),
  );
}

async function currentEntity({ house }: Asked<unknown>, admissionId: string, admission: Admission, { kind, id }: EntityConflict['entity']): Promise<object> {
  switch (kind) {
    case 'review':
      return renderReview(house, admissionId, admission, id);
    case 'note':
      return renderNote(house, admissionId, admission, id);
    case 'entry':
      return renderEntry(entryIn(admission, id));
    case 'admission':
      return renderAdmission(admissionId, admission);
    case 'patient':
    case 'team':
    case 'user':
    case 'drug':
    case 'catalogue':
      throw new Error(`An admission has no ${kind} that could be in conflict`);
    default:
      return kind satisfies never;
  }
}

function entryIn(admission: Admission, entryId: string) {
  const review = admission.status === 'none' ? undefined : admission.reviews.find(({ entries }) => entries.some((entry) => entry.entryId === entryId));
  if (!review) throw notFound();
  return entryOf(reviewOf(admission, review.reviewId), entryId);
}

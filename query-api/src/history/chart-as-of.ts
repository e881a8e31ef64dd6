/** A whole chart at a point in time, in the contract's shapes. */
import type { ChartAsOf } from 'command-api/contract/history';
import { calendarDateIn } from 'command-api/domain/values/calendar-date';
import type { Admitted } from 'command-api/domain/admission/state';
import { survivorOf } from 'command-api/domain/patient/merged-patients';
import type { Patient } from 'command-api/domain/patient/state';
import { refusal } from 'command-api/domain/reasons/refusal';
import { revisionToJson } from 'command-api/domain/values/revision';
import { renderAdmission, renderMedications } from 'command-api/contract/render/admissions';
import { renderPatient } from 'command-api/contract/render/patients';
import { renderNote } from 'command-api/contract/render/physician-notes';
import { renderReview } from 'command-api/contract/render/reviews';
import { personOf } from 'command-api/contract/render/people';
import { HttpProblem, notFound } from 'service-kit/http/http-problem';
import type { Pool } from 'pg';
import { dashboardOf, daysOf } from '../http/admissions/medication-dashboard.ts';
import { admissionDescriber, isThere } from './describe-admission.ts';
import type { History } from './history.ts';
import { type PointInTime, dayOfReview, instantOfState, stateAt } from './point-in-time.ts';
import { describeChange } from './describe-change.ts';

/**
 * @param upTo the last revision that the caller may read
 * @throws HttpProblem 403 for a later moment, as `stateAt`
 */
export async function chartAsOf(
  { history, db, timeZone }: { history: History; db: Pool; timeZone: string },
  id: string,
  point: PointInTime | { readonly dayOf: string },
  upTo?: bigint,
): Promise<ChartAsOf> {
  const requested =
    'dayOf' in point ? await dayOfReview(history.admissions.transitions(id), point.dayOf, timeZone) : point;
  const found = await stateAt(history.admissions.transitions(id), requested);
  if (upTo !== undefined && found.transition.event.revision > upTo) throw new HttpProblem(refusal('chart-transferred'));
  const { event, after: admission } = found.transition;
  if (!isThere(admission)) throw new HttpProblem(refusal('admission-deleted-by-then'));
  const instant = instantOfState(found, requested);
  const at = new Date(Number.isFinite(instant) ? instant : Date.now());
  const patientAt = async (patientId: string): Promise<Patient> =>
    (await stateAt(history.patients.transitions(patientId), { instant })).transition.after;
  const patientId = await survivorOf(patientAt, admission.patientId);
  const patient = await patientAt(patientId);
  if (patient.status !== 'registered') throw notFound();

  const reviews = inOrderOfCare(
    admission.reviews,
    ({ reviewDate }) => reviewDate,
    ({ reviewId }) => reviewId,
  );
  const notes = inOrderOfCare(
    admission.notes,
    ({ noteDate }) => noteDate,
    ({ noteId }) => noteId,
  );
  // Caches each author first. Otherwise a hundred reviews would read the author's stream a hundred times at once.
  await Promise.all(
    [...new Set([...reviews, ...notes].map(({ authorId }) => authorId))].map((author) =>
      personOf(history.people, author),
    ),
  );
  return {
    admission: renderAdmission(id, admission),
    patient: renderPatient(patientId, patient),
    reviews: await Promise.all(reviews.map(({ reviewId }) => renderReview(history.people, id, admission, reviewId))),
    notes: await Promise.all(notes.map(({ noteId }) => renderNote(history.people, id, admission, noteId))),
    medications: renderMedications(id, admission),
    dashboard: await dashboardAsOf(db, id, { ...admission, reviews }, at, timeZone),
    at: at.toISOString(),
    revision: revisionToJson(event.revision),
    change: await describeChange(admissionDescriber, history.people, timeZone, id, found.transition),
  };
}

/** By date, then in order of writing, like the reads of rows. */
function inOrderOfCare<Written extends { readonly createdAt: string }>(
  all: readonly Written[],
  day: (one: Written) => string,
  id: (one: Written) => string,
): Written[] {
  const orderKey = (one: Written): string => `${day(one)} ${one.createdAt} ${id(one)}`;
  return all.toSorted((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1));
}

/** The labels of today. $1 trade labels · $2 types */
const labelsOf = /* sql */ `
select trade_label_id as id, label from trade_label where trade_label_id = any ($1)
union all select err_type_id, label from error_type where err_type_id = any ($2)`;

/** @param admission with its reviews in order of care */
async function dashboardAsOf(
  db: Pool,
  id: string,
  admission: Admitted,
  at: Date,
  timeZone: string,
): Promise<ChartAsOf['dashboard']> {
  const entries = admission.reviews.flatMap(({ reviewDate, entries: written }) =>
    written.map((entry) => ({ day: reviewDate, ...entry })),
  );
  const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];
  const { rows } = await db.query<{ id: string; label: string }>(labelsOf, [
    distinct(entries.map(({ errDrug }) => errDrug)),
    distinct(entries.map(({ errType }) => errType)),
  ]);
  const labels = new Map(rows.map((row) => [row.id, row.label]));
  const stay = {
    admitted: admission.admissionDate,
    discharged: admission.status === 'discharged' ? admission.dischargeDate : null,
    reviewed: [...new Set(admission.reviews.map(({ reviewDate }) => reviewDate))],
  };
  const medicines = entries.map(({ day, errDrug, errDrugLabel, errType, errTypeLabel, errRes }) => ({
    day,
    drug: errDrug,
    medication: labels.get(errDrug) ?? errDrugLabel,
    type: errType,
    type_label: labels.get(errType) ?? errTypeLabel,
    response: errRes,
  }));
  return dashboardOf(id, daysOf(stay, calendarDateIn(timeZone, at)), medicines);
}

/** A whole chart at a point in time, in the contract's shapes. */
import type { ChartAsOf } from 'language/contract/history';
import type { AdmissionMedication, AllergyList, Review } from 'language/contract/entities';
import type { Reconciliation } from 'language/contract/reconciliation';
import type { MedicationDashboard } from 'language/contract/reports';
import { type CalendarDate, calendarDateIn } from 'language/domain/values/calendar-date';
import type { Admitted } from 'language/domain/admission/state';
import { patientIdsOf, survivorOf } from 'language/domain/patient/merged-patients';
import type { Patient } from 'language/domain/patient/state';
import { recordedAtOf } from 'language/domain/command';
import { refusal } from 'language/domain/reasons/refusal';
import { revisionToJson } from 'language/domain/values/revision';
import { allergyListOf, type AllergyRecord, allergyRecordOf } from 'language/contract/render/allergies';
import { renderAdmission, renderMedications } from 'language/contract/render/admissions';
import { renderReconciliation } from 'language/contract/render/reconciliation';
import { renderMeasurements } from 'language/contract/render/measurements';
import { renderPatient } from 'language/contract/render/patients';
import { renderNote } from 'language/contract/render/physician-notes';
import { renderReview } from 'language/contract/render/reviews';
import { personOf } from 'language/contract/render/people';
import { HttpProblem, notFound } from 'service-kit/http/http-problem';
import type { Pool } from 'pg';
import { dashboardOf, daysOf } from 'language/contract/render/medication-dashboard';
import { currentNames, namesAt, type NameTables } from '../http/catalogue/names.ts';
import { admissionDescriber, isThere } from './describe-admission.ts';
import type { History } from './history.ts';
import { type PointInTime, dayOfReview, instantOfState, stateAt } from './point-in-time.ts';
import { describeChange } from './describe-change.ts';

/**
 * @param reader the team as whose member the caller reads
 * @param upTo the last revision that the caller may read
 * @throws HttpProblem 403 for a later moment, as `stateAt`
 */
export async function chartAsOf(
  { history, db, timeZone }: { history: History; db: Pool; timeZone: string },
  id: string,
  point: PointInTime | { readonly dayOf: string },
  reader: string,
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
    [
      ...new Set(
        [...reviews, ...notes, ...admission.measurements, ...admission.homeMedications].map(({ authorId }) => authorId),
      ),
    ].map((author) => personOf(history.people, author)),
  );
  const named = await withNames(db, instant, {
    reviews: await Promise.all(reviews.map(({ reviewId }) => renderReview(history.people, id, admission, reviewId))),
    medications: renderMedications(id, admission),
    reconciliation: await renderReconciliation(history.people, id, admission),
  });
  return {
    admission: renderAdmission(id, admission),
    patient: {
      ...renderPatient(patientId, patient),
      allergies: await allergiesAt(history, patientId, instant, reader),
    },
    reviews: named.reviews,
    notes: await Promise.all(notes.map(({ noteId }) => renderNote(history.people, id, admission, noteId))),
    medications: named.medications,
    measurements: await renderMeasurements(history.people, id, admission),
    reconciliation: named.reconciliation,
    dashboard: dashboardAsOf(id, { ...admission, reviews }, named.reviews, calendarDateIn(timeZone, at)),
    at: at.toISOString(),
    revision: revisionToJson(event.revision),
    change: await describeChange(admissionDescriber, history.people, timeZone, id, found.transition),
  };
}

/** A team that has transferred the patient knows what was written until then. */
async function allergiesAt(history: History, id: string, instant: number, reader: string): Promise<AllergyList> {
  let known = instant;
  for await (const batch of history.patients.transitions(id))
    for (const { event, before, after } of batch) {
      const [was, is] = [before, after].map((state) => (state.status === 'registered' ? state.teamId : undefined));
      if (is === reader) known = instant;
      else if (was === reader) known = Math.min(instant, Date.parse(recordedAtOf(event.metadata)) - 1);
    }
  const stateThen = async (patientId: string): Promise<Patient> => {
    const batches = history.patients.transitions(patientId);
    return (await stateAt(batches, { instant: known })).transition.after;
  };
  const records: AllergyRecord[] = [];
  for (const patientId of await patientIdsOf(stateThen, id)) {
    const patient = await stateThen(patientId);
    if (patient.status === 'registered') records.push(await allergyRecordOf(history.people, patientId, patient));
  }
  return allergyListOf(id, records);
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

/** $1 trade labels · $2 types · $3 the instant, with `namesAt` only */
const labelsOf = ({ trade_label, error_type, tag_name }: NameTables): string => /* sql */ `
select trade_label_id as id, label from ${trade_label} named where trade_label_id = any ($1)
union all select err_type_id, label from ${error_type} named where err_type_id = any ($2)
union all select 'tag ' || key, label from ${tag_name} named`;

interface Named {
  readonly reviews: Review[];
  readonly medications: AdmissionMedication[];
  readonly reconciliation: Reconciliation;
}

/**
 * With the names of the instant, or of today (docs/decisions/read-side/names-by-id.md). The log has the names of writing.
 * @param instant in milliseconds; `Infinity` is now
 */
async function withNames(db: Pool, instant: number, { reviews, medications, reconciliation }: Named): Promise<Named> {
  const entries = reviews.flatMap(({ drugErrs }) => drugErrs);
  const ids = [
    [
      ...new Set([
        ...entries.map(({ errDrug }) => errDrug),
        ...[...medications, ...reconciliation.homeMedications].map(({ drug }) => drug),
      ]),
    ],
    [...new Set(entries.map(({ errType }) => errType))],
  ];
  const { rows } = await (Number.isFinite(instant)
    ? db.query<{ id: string; label: string }>(labelsOf(namesAt('$3')), [...ids, new Date(instant).toISOString()])
    : db.query<{ id: string; label: string }>(labelsOf(currentNames), ids));
  const labels = new Map(rows.map((row) => [row.id, row.label]));
  const tagName = (name: string): string => labels.get(`tag ${name.trim().toLowerCase()}`) ?? name;
  const withName = <Medicine extends { drug: string; drugLabel: string }>(medicine: Medicine): Medicine => ({
    ...medicine,
    drugLabel: labels.get(medicine.drug) ?? medicine.drugLabel,
  });
  return {
    reviews: reviews.map((review) => ({
      ...review,
      drugErrs: review.drugErrs.map((entry) => ({
        ...entry,
        errDrugLabel: labels.get(entry.errDrug) ?? entry.errDrugLabel,
        errTypeLabel: labels.get(entry.errType) ?? entry.errTypeLabel,
        drugTags: entry.drugTags.map(({ name }) => ({ name: tagName(name) })),
      })),
    })),
    medications: medications.map(withName),
    reconciliation: { ...reconciliation, homeMedications: reconciliation.homeMedications.map(withName) },
  };
}

/** @param admission with its reviews in order of care, as those of `shown` */
function dashboardAsOf(
  id: string,
  admission: Admitted,
  shown: readonly Review[],
  day: CalendarDate,
): MedicationDashboard {
  const stay = {
    admitted: admission.admissionDate,
    discharged: admission.status === 'discharged' ? admission.dischargeDate : null,
    reviewed: [...new Set(admission.reviews.map(({ reviewDate }) => reviewDate))],
  };
  const medicines = admission.reviews.flatMap(({ reviewDate }, nth) =>
    (shown[nth]?.drugErrs ?? []).map(({ errDrug, errDrugLabel, errType, errTypeLabel, errRes }) => ({
      day: reviewDate,
      drug: errDrug,
      medication: errDrugLabel,
      type: errType,
      type_label: errTypeLabel,
      response: errRes,
    })),
  );
  return dashboardOf(id, daysOf(stay, day), medicines);
}

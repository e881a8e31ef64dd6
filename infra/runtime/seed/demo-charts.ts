/** Writes the planned charts by commands: the steps of a patient in order, several patients in parallel. */
import type { Admission, AdmissionMedication, Patient, Review } from 'language/contract/entities';
import type { HomeMedication } from 'language/contract/reconciliation';
import type { Catalogue } from './catalogue.ts';
import type { DemoTeam } from './demo-people.ts';
import type { PlannedPatient } from './demo-plan.ts';
import type { PlannedAdmission, PlannedEntry, Step } from './demo-steps.ts';
import { inParallel, type Person } from './api-client.ts';
import type { ListedStatement } from 'language/contract/statements';
import { findFindings } from 'language/domain/checks/find';
import { drugOfTradeLabel } from 'language/domain/drug/trade-label';
import { calendarDate } from 'language/domain/values/calendar-date';
import { nonEmpty } from 'language/domain/testing/random';

/** With 4 the services waited for commands a third of the time. */
const PARALLEL_PATIENTS = 8;

/** @param patients with the steps that have happened by now @returns the last admission of each bed */
export async function seedCharts(
  team: DemoTeam,
  catalogue: Catalogue,
  patients: readonly PlannedPatient[],
): Promise<ReadonlyMap<number, string>> {
  const ids = idsOf(catalogue);
  const last = new Map<number, string>();
  await inParallel(patients, PARALLEL_PATIENTS, async (patient) => {
    const admission = await seedPatient(team, ids, `${team.name}:patient-${patient.bed}`, patient);
    if (admission !== undefined) last.set(patient.bed, admission);
  });
  return last;
}

interface Ids {
  /** By the name of the sample. */
  readonly statement: (name: string) => ListedStatement;
  readonly type: (label: string) => string;
  readonly trade: (label: string) => string;
  /** By the root name. */
  readonly drug: (label: string) => string;
}

/** @throws Error, by its functions, for a label that the catalogue does not have */
export function idsOf({ errorTypes, drugs, statements }: Catalogue): Ids {
  const trades = new Map(drugs.flatMap(({ tradeLabels }) => tradeLabels.map(({ _id, label }) => [label, _id])));
  const idIn =
    <Found>(map: ReadonlyMap<string, Found>) =>
    (label: string): Found => {
      const id = map.get(label);
      if (id === undefined) throw new Error(`The demo names "${label}", which is not in the sample catalogue`);
      return id;
    };
  const roots = new Map(
    drugs.flatMap(({ label, tradeLabels: [first] }) => (first ? [[label, drugOfTradeLabel(first._id)]] : [])),
  );
  return { type: idIn(errorTypes), trade: idIn(trades), drug: idIn(roots), statement: idIn(statements) };
}

const personAt = (people: readonly Person[], index: number): Person =>
  people[index] ?? nonEmpty(people, 'people in the role')[0];

async function seedPatient(
  team: DemoTeam,
  ids: Ids,
  key: string,
  { names, birthdate, medicalRecordNumber, person: { female, allergies }, admissions }: PlannedPatient,
): Promise<string | undefined> {
  const [first] = admissions;
  if (!first) return undefined;
  const patient = await personAt(team.pharmacists, first.admitted.by).send<Patient>(
    'POST',
    '/api/patients',
    key,
    { team: team.id, ...names, birthdate, medicalRecordNumber, sex: female ? 'female' : 'male' },
    first.admitted,
  );
  const path = `/api/patients/${patient._id}/allergies`;
  if (typeof allergies !== 'string') {
    const { drug, ...allergy } = allergies;
    await personAt(team.pharmacists, first.admitted.by).send(
      'POST',
      path,
      `${key}:allergy`,
      { ...allergy, certainty: 'confirmed', ...(drug === undefined ? {} : { drug: ids.drug(drug) }) },
      first.admitted,
    );
  }
  let last: string | undefined;
  for (const [index, admission] of admissions.entries()) {
    const ofStay = `${key}:admission-${index}`;
    last = await seedAdmission(team, ids, patient._id, ofStay, admission, allergies === 'not-asked' ? undefined : path);
  }
  return last;
}

/** @param allergies the path of the patient's allergies, which are confirmed @returns its id */
async function seedAdmission(
  team: DemoTeam,
  ids: Ids,
  patient: string,
  key: string,
  plan: PlannedAdmission,
  allergies: string | undefined,
): Promise<string> {
  const { admissionDate, admissionDetails, care, admitted } = plan;
  const { _id: admission } = await personAt(team.pharmacists, admitted.by).send<Admission>(
    'POST',
    '/api/admissions',
    key,
    { patient, team: team.id, admissionDate, admissionDetails, ...care },
    admitted,
  );
  if (allergies !== undefined)
    await personAt(team.pharmacists, admitted.by).send(
      'POST',
      `${allergies}/confirm`,
      `${key}:allergies`,
      {},
      admitted,
    );
  const reviews = new Map<number, Review>();
  const medications = new Map<string, string>();
  const home = new Map<string, string>();
  for (const step of plan.steps) {
    const person = personAt(step.role === 'physician' ? team.physicians : team.pharmacists, step.by);
    await takeStep(person, step, { ids, admission, key, reviews, medications, home });
  }
  return admission;
}

interface Stay {
  readonly ids: Ids;
  readonly admission: string;
  readonly key: string;
  /** The reviews as they were first written, by their place in the plan. */
  readonly reviews: Map<number, Review>;
  /** Ids of the list, by trade label. */
  readonly medications: Map<string, string>;
  /** Ids of the medicines from home, by label or name. */
  readonly home: Map<string, string>;
}

async function takeStep(
  person: Person,
  step: Step,
  { ids, admission, key, reviews, medications, home }: Stay,
): Promise<void> {
  if (step.do === 'review') {
    const { reviewDate, clinicalNote, entries, review } = step;
    const drugErrs = entries.map((entry) => ({ ...entryBody(ids, entry), followUpDate: entry.followUpDate }));
    reviews.set(
      review,
      await person.send<Review>(
        'POST',
        '/api/reviews/addReview',
        `${key}:review-${review}`,
        { admissionId: admission, reviewDate, clinicalNote, drugErrs },
        step,
      ),
    );
    return;
  }
  if (step.do === 'values') {
    const { takenOn, values } = step;
    return void (await person.send(
      'POST',
      `/api/admissions/${admission}/measurements`,
      `${key}:values-${takenOn}`,
      { measurements: values.map((value) => ({ takenOn, ...value })) },
      step,
    ));
  }
  if (step.do === 'note') {
    const { noteDate, note } = step;
    return void (await person.send(
      'POST',
      '/api/physicNotes/addphysicNote',
      `${key}:note-${noteDate}`,
      { admissionId: admission, noteDate, note },
      step,
    ));
  }
  const list = `/api/admissions/${admission}/medications`;
  if (step.do === 'medication') {
    const { trade, dose, route, frequency, startDate } = step;
    const { _id } = await person.send<AdmissionMedication>(
      'POST',
      list,
      `${key}:medication-${trade}-${startDate}`,
      { drug: ids.trade(trade), dose, route, frequency, startDate },
      step,
    );
    medications.set(trade, _id);
    return;
  }
  if (step.do === 'decide') return decide(person, step, { ids, admission, key, reviews, medications, home });
  if (step.do === 'stop') {
    const { trade, stopDate } = step;
    const id = medications.get(trade);
    if (id === undefined) throw new Error(`${key}: the plan stops "${trade}", which is not on the list`);
    return void (await person.send(
      'POST',
      `${list}/${id}/stop`,
      `${key}:stop-${trade}-${stopDate}`,
      { stopDate },
      step,
    ));
  }
  if (step.do === 'home') {
    for (const { trade, ...medicine } of step.medicines) {
      const body = { ...medicine, ...(trade === '' ? {} : { drug: ids.trade(trade) }) };
      const name = medicine.drugLabel ?? trade;
      const path = `/api/admissions/${admission}/homeMedications`;
      home.set(name, (await person.send<HomeMedication>('POST', path, `${key}:home-${name}`, body, step))._id);
    }
    return;
  }
  if (step.do === 'reconcile') {
    const { stage, decisions } = step;
    const lines = decisions.map(({ of, ...decision }) => ({ line: { kind: 'home', id: home.get(of) }, ...decision }));
    if (lines.length === 0) return;
    return void (await person.send(
      'PUT',
      `/api/admissions/${admission}/reconciliation`,
      `${key}:reconcile-${stage}`,
      { stage, lines },
      step,
    ));
  }
  if (step.do === 'details') {
    return void (await person.send(
      'PUT',
      `/api/admissions/${admission}/edit`,
      `${key}:details`,
      { admissionDetails: step.admissionDetails },
      step,
    ));
  }
  if (step.do === 'discharge') {
    const { dischargeDate, dischargeStatus, dischargeNote } = step;
    return void (await person.send(
      'PUT',
      `/api/admissions/${admission}/edit`,
      `${key}:discharge`,
      { dischargeDate, dischargeStatus, dischargeNote },
      step,
    ));
  }
  const written = reviews.get(step.review);
  if (!written) throw new Error(`${key}: the plan changes review ${step.review} before it is written`);
  await revise(person, step, { ids, key: `${key}:review-${step.review}`, review: written });
}

/** The finding as a page computes it: that of a pair rests on no value and no dose. */
async function decide(
  person: Person,
  step: Extract<Step, { do: 'decide' }>,
  { ids, admission, key, reviews, medications }: Stay,
): Promise<void> {
  const { statement: name, trades, decision, occurredAt } = step;
  const orders = trades.map((trade) => ({
    orderId: medications.get(trade) ?? '',
    label: trade,
    root: drugOfTradeLabel(ids.trade(trade)),
    tags: [],
    isActive: true,
    route: 'iv',
    single: undefined,
    daily: undefined,
  }));
  const day = calendarDate(occurredAt.toISOString().slice(0, 10));
  const [found] = findFindings({ day, orders, allergies: [], values: {} }, [ids.statement(name)]).findings;
  if (!found) throw new Error(`${key}: the plan decides on a finding of "${name}", which is not there`);
  const { _id: statementId, statementVersion } = found.statement;
  const finding = { key: found.key, fingerprint: found.fingerprint, statementId, statementVersion };
  const about = `${key}:finding-${name}`;
  if (decision.kind === 'dismissed')
    return void (await person.send(
      'POST',
      `/api/admissions/${admission}/findings`,
      about,
      { finding, decision },
      step,
    ));
  const drugErr = { ...entryBody(ids, decision.entry), followUpDate: decision.entry.followUpDate };
  const path = `/api/reviews/addRevMed/${reviews.get(decision.review)?._id ?? ''}`;
  await person.send('POST', path, about, { drugErr, finding }, step);
}

async function revise(
  person: Person,
  step: Extract<Step, { review: number }>,
  { ids, key, review }: { ids: Ids; key: string; review: Review },
): Promise<void> {
  if (step.do === 'review') return;
  if (step.do === 'head') {
    const { reviewDate, clinicalNote } = step;
    return void (await person.send(
      'PUT',
      `/api/reviews/updateRevHead/${review._id}`,
      `${key}:head`,
      { reviewDate, clinicalNote },
      step,
    ));
  }
  const errId = review.drugErrs[step.entry]?._id;
  if (errId === undefined) throw new Error(`${key}: the plan changes an entry that the review does not have`);
  const about = `${key}:entry-${step.entry}`;
  switch (step.do) {
    case 'update':
      return void (await person.send(
        'PUT',
        `/api/reviews/updateRevMed/${review._id}`,
        `${about}:${step.to.errSeverity}-${step.to.errRes}`,
        { drugErr: { _id: errId, ...entryBody(ids, step.to) } },
        step,
      ));
    case 'remove':
      return void (await person.send(
        'POST',
        `/api/reviews/remRevMed/${review._id}`,
        `${about}:removed`,
        { drugErr: { _id: errId } },
        step,
      ));
    case 'followUp':
      return void (await person.send(
        'PUT',
        `/api/reviews/${review._id}/followUp`,
        `${about}:follow-up`,
        { errId, followUpDate: step.date },
        step,
      ));
    case 'answer':
      return void (await person.send(
        'PUT',
        `/api/reviews/${review._id}/answer`,
        `${about}:answer`,
        { entryId: errId, answer: step.answer, text: step.text },
        step,
      ));
    case 'rate':
      return void (await person.send(
        'PUT',
        `/api/reviews/${review._id}/editRating`,
        `${about}:rating`,
        { errId, rating: step.rating },
        step,
      ));
    default:
      return step satisfies never;
  }
}

/** The fields that a person fills in; the tags are the drug's. */
const entryBody = (ids: Ids, { errType, trade, errNote, errRes, errSeverity }: Omit<PlannedEntry, 'followUpDate'>) => ({
  errType: ids.type(errType),
  errDrug: ids.trade(trade),
  errNote,
  errRes,
  errSeverity,
});

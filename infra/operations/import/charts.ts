/**
 * Patients with their admissions, and what is in an admission. A patient is written whole before the next one begins with
 * the same worker: first the admission on the patient's stream, then the admission's own stream, as the product does.
 */
import { derivedId } from 'command-api/commands/derived-id';
import { personOf } from 'command-api/commands/person';
import { admitPatient, editAdmission } from 'language/domain/admission/decide';
import { addGalleryGroup } from 'language/domain/admission/decide-gallery';
import { addMedication } from 'language/domain/admission/decide-medication';
import { addPhysicianNote } from 'language/domain/admission/decide-note';
import { addReview, rateError } from 'language/domain/admission/decide-review';
import { noteIdOf, reviewIdOf, type Entry } from 'language/domain/admission/events';
import type { Admission } from 'language/domain/admission/state';
import { registerAdmission, registerPatient } from 'language/domain/patient/decide';
import { addDays, asCalendarDate, type CalendarDate } from 'language/domain/values/calendar-date';
import { dischargeStatuses, limits, responses, severities } from 'language/domain/values/codes';
import { plainRecordNumber } from 'language/domain/values/record-number';
import type { Catalogue } from './catalogue.ts';
import {
  actorOf,
  counted,
  deciding,
  fieldsIn,
  forEach,
  type ImportContext,
  NO_AUTHOR,
  partOf,
  timeOf,
} from './context.ts';
import type { Place } from './dump/collection.ts';
import type { CollectionName } from './dump/known-fields.ts';
import { type Fields, IMPORT } from './fields.ts';
import type { Images } from './images.ts';
import type { People } from './people.ts';
import { patiently, type Planned, Refused } from './stream-writer.ts';

/** For a birth date that is not known. Nobody is so old, so it is seen. */
const NO_BIRTHDATE = '1900-01-01' as CalendarDate;
/** Records so many days before the admission move it: the person was in the ward before the form was filled in. */
const EARLY_DAYS_MAX = 7;

interface Parts {
  readonly people: People;
  readonly catalogue: Catalogue;
  readonly images: Images;
  /** By team. */
  readonly admins: ReadonlyMap<string, string>;
}

/** The places of documents that belong to another one, by its id. */
type Index = Map<string, Place[]>;
const inAdmissions = ['medications', 'reviews', 'physicnotes'] as const satisfies readonly CollectionName[];
export type ChartIndex = Readonly<Record<(typeof inAdmissions)[number] | 'admissions', Index>>;

/** Reads all charts once, and notes the people, drugs and error types that they name. */
export async function indexCharts(context: ImportContext, people: People, catalogue: Catalogue): Promise<ChartIndex> {
  const index: ChartIndex = {
    admissions: new Map(),
    medications: new Map(),
    reviews: new Map(),
    physicnotes: new Map(),
  };
  for (const collection of ['admissions', ...inAdmissions] as const)
    for await (const { doc, place } of context.dump.documents(collection)) {
      const fields = fieldsIn(context, collection, doc);
      const owner = collection === 'admissions' ? fields.ref('patient') : fields.ref('admission', 'admissionId');
      if (fields.id === '' || owner === undefined) {
        fields.refuse(fields.id === '' ? 'has no id' : 'names no chart');
        continue;
      }
      const places = index[collection].get(owner);
      if (places) places.push(place);
      else index[collection].set(owner, [place]);
      if (collection === 'reviews' || collection === 'physicnotes')
        people.of(fields, ['userId'], 'userEmail', 'userName');
      if (collection === 'reviews')
        for (const entry of fields.parts('drugErrs')) catalogue.note(entry, 'errDrug', 'errDrugLabel');
      if (collection === 'medications') catalogue.note(fields, 'drug', 'drugLabel');
      if (collection === 'admissions')
        for (const one of fields.parts('medications')) catalogue.note(one, 'drug', 'drugLabel');
    }
  return index;
}

export async function importCharts(
  context: ImportContext,
  parts: Parts,
  index: ChartIndex,
  report: () => void,
): Promise<void> {
  await forEach(context.dump.documents('patients'), async ({ doc }) => {
    const patient = fieldsIn(context, 'patients', doc);
    if (patient.id === '') return patient.refuse('has no id');
    const stays = staysOf(context, index, patient.id);
    index.admissions.delete(patient.id);
    await importPatient(context, parts, patient, stays);
    report();
  });
  refuseOrphans(context, index);
}

/** An admission of the dump with all that belongs to it. */
interface OldStay {
  readonly admission: Fields;
  readonly records: Readonly<Record<(typeof inAdmissions)[number], readonly Fields[]>>;
  /** The day that the dump says, or that its writing or records say. */
  readonly date: CalendarDate | undefined;
  readonly days: readonly CalendarDate[];
}

function staysOf(context: ImportContext, index: ChartIndex, patientId: string): OldStay[] {
  const stays: OldStay[] = [];
  for (const doc of context.dump.again('admissions', index.admissions.get(patientId))) {
    const admission = fieldsIn(context, 'admissions', doc);
    const recordsIn = (name: (typeof inAdmissions)[number]): Fields[] => {
      const docs = context.dump.again(name, index[name].get(admission.id));
      index[name].delete(admission.id);
      return docs.map((one) => fieldsIn(context, name, one));
    };
    const records = {
      medications: recordsIn('medications'),
      reviews: recordsIn('reviews'),
      physicnotes: recordsIn('physicnotes'),
    };
    const days = [
      ...records.reviews.flatMap((one) => one.day('reviewDate') ?? []),
      ...records.physicnotes.flatMap((one) => one.day('noteDate') ?? []),
    ].toSorted();
    stays.push({ admission, records, days, date: dateOf(admission, days) });
  }
  return stays.toSorted((one, other) => ((one.date ?? '') < (other.date ?? '') ? -1 : 1));
}

/** The admission's day, or that of its earliest record where that is a few days before it. */
function dateOf(admission: Fields, days: readonly CalendarDate[]): CalendarDate | undefined {
  const written = admission.writtenAt === undefined ? undefined : asCalendarDate(admission.writtenAt.slice(0, 10));
  const given = admission.day('admissionDate');
  const date = given ?? days[0] ?? written;
  if (given === undefined && date !== undefined)
    admission.changed('admissionDate', 'is no date: the first day that is known');
  if (date === undefined) return undefined;
  const [early] = days.filter((day) => day >= addDays(date, -EARLY_DAYS_MAX));
  if (early === undefined || early >= date) return date;
  admission.changed('admissionDate', 'is some days after its first record: the day of that');
  return early;
}

async function importPatient(
  context: ImportContext,
  parts: Parts,
  patient: Fields,
  stays: readonly OldStay[],
): Promise<void> {
  const { id: patientId } = patient;
  const teamId = patient.ref('team');
  const refuseAll = (reason: string): void => stays.forEach((stay) => refuseStay(stay, reason));
  if (teamId === undefined || !parts.admins.has(teamId)) {
    patient.refuse('its team is not in the dump');
    return refuseAll('its patient was refused');
  }
  const facts = {
    teamId,
    firstName: patient.line('firstName', limits.name),
    middleName: patient.line('middleName', limits.name),
    lastName: patient.line('lastName', limits.name),
    fourthName: patient.line('fourthName', limits.name),
    birthdate: birthdateOf(context, patient, stays),
    medicalRecordNumber: plainRecordNumber(patient.line('medicalRecordNumber', limits.recordNumber)),
    sex: '' as const,
  };
  if (`${facts.firstName}${facts.middleName}${facts.lastName}${facts.fourthName}` === '') {
    patient.changed('firstName', 'and the other names are empty: a dash');
    facts.firstName = '-';
  }
  const { state } = await context.write(context.folds.patient, patientId, [
    {
      key: `patients:${patientId}`,
      actor: actorOf(NO_AUTHOR),
      at: timeOf(context, patient, stays[0]?.date),
      decide: deciding(registerPatient, facts),
      onOutcome: counted(context, 'patients', patient),
    },
  ]);
  if (state.status !== 'registered') return refuseAll('its patient was refused');
  for (const [index, stay] of stays.entries())
    await importStay(context, parts, { patientId, teamId, birthdate: facts.birthdate }, stay, stays[index + 1]);
}

function birthdateOf({ today }: ImportContext, patient: Fields, stays: readonly OldStay[]): CalendarDate {
  const given = patient.day('birthdate');
  const first = stays.find(({ date }) => date !== undefined)?.date ?? today;
  if (given !== undefined && given <= first && given <= today) return given;
  patient.changed(
    'birthdate',
    given === undefined ? `is missing or no date: ${NO_BIRTHDATE}` : `is after the first admission: ${NO_BIRTHDATE}`,
  );
  return NO_BIRTHDATE;
}

function refuseStay({ admission, records }: OldStay, reason: string, own = reason): void {
  admission.refuse(own);
  for (const name of inAdmissions) for (const one of records[name]) one.refuse(reason);
}

interface Where {
  readonly patientId: string;
  readonly teamId: string;
  readonly birthdate: CalendarDate;
}

/** @param next the stay that follows: an open one before it ends there */
async function importStay(
  context: ImportContext,
  parts: Parts,
  { patientId, ...patient }: Where,
  stay: OldStay,
  next: OldStay | undefined,
): Promise<void> {
  const { admission, date } = stay;
  const { id: admissionId } = admission;
  if (date === undefined) return refuseStay(stay, 'its admission was refused', 'has no date of any kind');
  const given = admission.ref('team');
  const teamId = given !== undefined && parts.admins.has(given) ? given : patient.teamId;
  if (given !== undefined && given !== teamId) admission.changed('team', "is not in the dump: the patient's team");
  const facts = { admissionDate: date, admissionDetails: admission.markup('admissionDetails') };
  const common = { key: `admissions:${admissionId}`, actor: actorOf(NO_AUTHOR), at: timeOf(context, admission, date) };
  const { stays } = await patiently(() => personOf(context, patientId));
  const refusals: Refused[] = [];
  await context.write(context.folds.patient, patientId, [
    {
      ...common,
      decide: deciding(registerAdmission, { admissionId, ...facts, stays }),
      onOutcome: (outcome) => void (outcome instanceof Refused && refusals.push(outcome)),
    },
  ]);
  const [refused] = refusals;
  if (refused) return refuseStay(stay, 'its admission was refused', refused.reason);

  const admit = {
    ...common,
    decide: deciding(admitPatient, { patientId, teamId, ...facts }),
    onOutcome: counted(context, 'admissions', admission),
  };
  const chart = { context, parts, admissionId, teamId, date };
  const records: Planned<Admission>[] = [
    ...admission.parts('medications').flatMap((one, position) => medication(chart, one, `${admissionId}.${position}`)),
    ...stay.records.medications.flatMap((one) => medication(chart, one, one.id, counted(context, 'medications', one))),
    ...stay.records.reviews.flatMap((one) => review(chart, one)),
    ...stay.records.physicnotes.flatMap((one) => note(chart, one)),
    ...(await gallery(chart, patientId, admission)),
    ...discharge(chart, admission, stay.days.at(-1), next?.date),
  ];
  await context.write(context.folds.admission, admissionId, [
    admit,
    ...records.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
  ]);
}

interface Chart {
  readonly context: ImportContext;
  readonly parts: Parts;
  readonly admissionId: string;
  readonly teamId: string;
  readonly date: CalendarDate;
}

/** The day of a record; one that cannot be read is the day of its writing. */
function dayOf(record: Fields, field: string): CalendarDate | undefined {
  const day = record.day(field);
  if (day !== undefined) return day;
  const written = record.writtenAt === undefined ? undefined : asCalendarDate(record.writtenAt.slice(0, 10));
  if (written === undefined) record.refuse(`${field} is no date`);
  else record.changed(field, 'is no date: the day of its writing');
  return written;
}

function review({ context, parts, admissionId, teamId }: Chart, old: Fields): Planned<Admission>[] {
  const reviewDate = dayOf(old, 'reviewDate');
  if (reviewDate === undefined) return [];
  const reviewId = reviewIdOf(admissionId, old.id);
  const key = `reviews:${old.id}`;
  const at = timeOf(context, old, reviewDate);
  const team = old.ref('team', 'teamId');
  if (team !== undefined && team !== teamId)
    old.changed('team', "is another one than the admission's: it counts there");
  const known = new Set<string>();
  const entries = old.parts('drugErrs').map((entry, position) => {
    // A review that was duplicated there may have the ids of the original's entries.
    const own = entry.ref('_id') ?? '';
    const part = own === '' || known.has(own) ? `${key}:${position}` : `${key}:${own}`;
    known.add(own);
    return { entry, part, entryId: derivedId(IMPORT, part) };
  });
  const content = () => ({
    reviewId,
    reviewDate,
    clinicalNote: old.markup('clinicalNote'),
    entries: entries.map(({ entry, entryId }) => entryOf(parts.catalogue, entry, entryId)),
  });
  const admin = actorOf(parts.admins.get(teamId) ?? NO_AUTHOR, { isTeamAdmin: true });
  return [
    {
      key,
      target: reviewId,
      actor: actorOf(parts.people.of(old, ['userId'], 'userEmail', 'userName')),
      at,
      decide: deciding(addReview, content),
      onOutcome: counted(context, 'reviews', old),
    },
    ...entries.flatMap(({ entry, part, entryId }): Planned<Admission>[] => {
      const rating = entry.number('rating');
      if (rating === undefined) return [];
      const decide = deciding(rateError, { reviewId, entryId, rating });
      return [{ key: `${part}:rating`, target: entryId, actor: admin, at, decide, onOutcome: partOf(entry, 'rating') }];
    }),
  ];
}

function entryOf(catalogue: Catalogue, entry: Fields, entryId: string): Entry {
  const type = catalogue.typeOf(entry);
  const drug = catalogue.drugOf(entry, 'errDrug', 'errDrugLabel');
  const letter = entry.line('errSeverity', limits.name).toUpperCase();
  const severity = severities.find(({ code }) => code === letter)?.code ?? null;
  if (letter !== '' && severity === null) entry.changed('errSeverity', 'is unknown: none');
  const response = entry.code('errRes', responses) ?? null;
  if (entry.has('errRes') && response === null) entry.changed('errRes', 'is unknown: none');
  return {
    entryId,
    errType: type.id,
    // The labels of that time stay.
    errTypeLabel: entry.line('errTypeLabel', limits.name) || type.label,
    errDrug: drug.id,
    errDrugLabel: entry.line('errDrugLabel', limits.name) || drug.label,
    errNote: entry.markup('errNote'),
    errRes: response,
    errSeverity: severity,
    followUpDate: null,
    drugTags: entry.parts('drugTags').flatMap((tag) => {
      const name = tag.line('name', limits.name);
      return name === '' ? [] : [{ name }];
    }),
  };
}

function note({ context, parts, admissionId }: Chart, old: Fields): Planned<Admission>[] {
  const noteDate = dayOf(old, 'noteDate');
  if (noteDate === undefined) return [];
  const noteId = noteIdOf(admissionId, old.id);
  return [
    {
      key: `physicnotes:${old.id}`,
      target: noteId,
      actor: actorOf(parts.people.of(old, ['userId'], 'userEmail', 'userName'), { canEdit: false, isPhysic: true }),
      at: timeOf(context, old, noteDate),
      decide: deciding(addPhysicianNote, () => ({ noteId, noteDate, note: old.markup('note') })),
      onOutcome: counted(context, 'physicnotes', old),
    },
  ];
}

function medication(
  { context, parts, date }: Chart,
  old: Fields,
  part: string,
  onOutcome = partOf(old, 'drug'),
): Planned<Admission>[] {
  const key = `medications:${old.ref('_id') ?? part}`;
  const startDate = old.day('startDate') ?? date;
  const stopDate = old.day('stopDate') ?? null;
  if (old.has('stopDate') && stopDate === null) old.changed('stopDate', 'is no date: none');
  const drug = parts.catalogue.drugOf(old, 'drug', 'drugLabel');
  const medicationId = derivedId(IMPORT, key);
  const content = {
    medicationId,
    drug: drug.id,
    drugLabel: old.line('drugLabel', limits.name) || drug.label,
    dose: old.line('dose', limits.title),
    route: old.line('route', limits.title),
    frequency: old.line('frequency', limits.title),
    startDate,
    stopDate,
    note: old.text('note'),
    indication: '',
    culture: '',
  };
  const at = timeOf(context, old, startDate);
  return [
    {
      key,
      target: medicationId,
      actor: actorOf(NO_AUTHOR),
      at,
      decide: deciding(addMedication, { medication: content }),
      onOutcome,
    },
  ];
}

async function gallery(
  { context, parts, admissionId, teamId, date }: Chart,
  patientId: string,
  admission: Fields,
): Promise<Planned<Admission>[]> {
  const planned: Planned<Admission>[] = [];
  for (const [position, group] of admission.parts('gallery').entries()) {
    const key = `admissions:${admissionId}:gallery:${group.ref('_id') ?? position}`;
    const title = group.line('title', limits.title);
    if (title === '') group.changed('title', 'is empty: Images');
    const images = await parts.images.take(group, key, { admissionId, teamId, patientId, uploadedBy: NO_AUTHOR });
    // A group of the product has a limit of images.
    for (let from = 0; from < Math.max(images.length, 1); from += limits.imagesPerGroup) {
      const groupId = derivedId(IMPORT, `${key}:${from}`);
      const content = { groupId, title: title || 'Images', images: images.slice(from, from + limits.imagesPerGroup) };
      const decide = deciding(addGalleryGroup, content);
      planned.push({
        key: `${key}:${from}`,
        target: groupId,
        actor: actorOf(NO_AUTHOR),
        at: timeOf(context, group, date),
        decide,
        onOutcome: partOf(group, 'title'),
      });
    }
  }
  return planned;
}

/** A patient has one open stay: an earlier one ends on the day of the next. */
function discharge(
  { context, admissionId, date }: Chart,
  admission: Fields,
  lastDay: CalendarDate | undefined,
  next: CalendarDate | undefined,
): Planned<Admission>[] {
  const { today } = context;
  const given = admission.day('dischargeDate');
  const isEnded = given !== undefined || admission.has('dischargeDate');
  if (!isEnded && next === undefined) {
    if (admission.has('dischargeStatus') || admission.has('dischargeNote'))
      admission.changed('dischargeStatus', 'has no date: the patient is still admitted');
    return [];
  }
  const isPossible = given !== undefined && given >= date && given <= today;
  const known = [date, lastDay ?? date].toSorted().at(-1) ?? date;
  const dischargeDate = isPossible ? given : ([next ?? known, date].toSorted().at(-1) ?? date);
  if (!isEnded) admission.changed('dischargeDate', 'is missing before another stay: the day of that');
  else if (!isPossible) admission.changed('dischargeDate', 'is not possible: the last day that is known');
  const status = admission.code('dischargeStatus', dischargeStatuses);
  if (status === undefined && isEnded) admission.changed('dischargeStatus', 'is unknown: 6, Other');
  const content = {
    admissionId,
    dischargeDate: dischargeDate > today ? today : dischargeDate,
    dischargeStatus: status ?? (6 as const),
    dischargeNote: admission.text('dischargeNote'),
  };
  const noon = `${content.dischargeDate}T12:00:00.000Z`;
  const written = timeOf(context, admission, date);
  const at = noon > context.now ? context.now : noon < written ? written : noon;
  return [
    {
      key: `admissions:${admissionId}:discharge`,
      actor: actorOf(NO_AUTHOR),
      at,
      decide: deciding(editAdmission, content),
      onOutcome: partOf(admission, 'dischargeDate'),
    },
  ];
}

/** Refuses the documents that belong to nothing in the dump. */
function refuseOrphans(context: ImportContext, index: ChartIndex): void {
  for (const patientId of index.admissions.keys()) {
    for (const stay of staysOf(context, index, patientId))
      refuseStay(stay, 'its admission was refused', 'its patient is not in the dump');
  }
  for (const name of inAdmissions)
    for (const places of index[name].values())
      for (const doc of context.dump.again(name, places))
        fieldsIn(context, name, doc).refuse('its admission is not in the dump');
}

/**
 * Rows become the commands that people have, with their rights and rules (docs/decisions/write-side/table-import.md). A
 * command's id is made of the team and the content of its row: the same row again, from whomever, writes nothing.
 */
import { v5 as uuidv5 } from 'uuid';
import type * as z from 'zod';
import { AdmitPatient, RecordMeasurements } from 'language/contract/bodies/admissions';
import { AddDrug, ChangeDrug } from 'language/contract/bodies/drugs';
import type { ImportRows } from 'language/contract/bodies/imports';
import { RecordAllergy, RegisterPatient } from 'language/contract/bodies/patients';
import type { ImportedRow, ImportKind, RowOutcome } from 'language/contract/imports';
import { admitted } from 'language/domain/admission/lookup';
import { toCanonical } from 'language/domain/measurements/units';
import type { MeasurementKind } from 'language/domain/measurements/kinds';
import { isSameAgent } from 'language/domain/patient/allergy-agent';
import { survivorOf } from 'language/domain/patient/merged-patients';
import type { RegisteredPatient } from 'language/domain/patient/state';
import { refusal } from 'language/domain/reasons/refusal';
import { wholeNameKey } from 'language/domain/values/arabic';
import type { CalendarDate } from 'language/domain/values/calendar-date';
import { foldDrug, foldLetters, foldRecordNumber, isSameRecordNumber } from 'language/domain/values/folding';
import type { BatchInstant } from 'service-kit/aggregates/fold-cache';
import { createSemaphore } from 'service-kit/concurrency/semaphore';
import { HttpProblem, problemOf } from 'service-kit/http/http-problem';
import { validInput } from 'service-kit/http/validate-input';
import { TooManyWaiting } from '../commands/command-batcher.ts';
import { derivedId } from '../commands/derived-id.ts';
import { ChangedSince } from '../commands/intent.ts';
import { personOf } from '../commands/person.ts';
import { admitPatient } from '../http/admission/admissions.ts';
import { recordMeasurementsOn } from '../http/admission/measurements.ts';
import type { CommandRequest } from '../http/command-route.ts';
import { addDrugBy, changeDrugBy } from '../http/drug/drugs.ts';
import { recordAllergyOf } from '../http/patient/allergies.ts';
import { register } from '../http/patient/patients.ts';
import { listed, refusedCell, type Understood, understandRow } from './understand-row.ts';

type Request = CommandRequest<z.output<typeof ImportRows>>;
type Row = z.output<typeof ImportRows>['rows'][number];
/** A row on its way. */
interface Work {
  readonly request: Request;
  readonly row: Row;
  readonly values: Understood;
  /** Each patient is read once for the row, before its command. */
  readonly instant: BatchInstant;
}

const IMPORT = '7f0e4c1a-52c6-5d0e-9c5b-6a1c0d9f3b27';
const commandIdOf = (...content: readonly string[]): string => uuidv5(JSON.stringify(content), IMPORT);

/** Rows of different things at the same time. */
const AT_ONCE = 8;

/** @returns the outcome of each row, in their order. @throws what is no refusal of a row: the log or the database is away */
export async function importEach(request: Request, today: CalendarDate): Promise<ImportedRow[]> {
  const { body, dependencies } = request;
  const { kind, dateOrders, isTrial } = body;
  // A trial decides as the command does, and appends nothing.
  const trying = isTrial ? { ...request, dependencies: { ...dependencies, handle: dependencies.decideOnly } } : request;
  const inTurn = createSemaphore(AT_ONCE, body.rows.length);
  const results = new Map<number, ImportedRow>();
  // The rows of one patient or drug in their order.
  const groups = new Map<string, Row[]>();
  for (const row of body.rows) {
    const of = groupOf(kind, row);
    groups.set(of, [...(groups.get(of) ?? []), row]);
  }
  await Promise.all(
    [...groups.values()].map((rows) =>
      inTurn(async () => {
        for (const row of rows) {
          let values: Understood | undefined;
          const result = await outcomeOf(async () => {
            values = understandRow({ kind, dateOrders, today }, row.values);
            return importers[kind]({ request: trying, row, values, instant: { since: new Date() } });
          });
          results.set(row.row, { row: row.row, ...result, ...(isTrial && values && { understood: values }) });
        }
      }),
    ),
  );
  return body.rows.flatMap(({ row }) => results.get(row) ?? []);
}

const groupOf = (kind: ImportKind, { values }: Row): string =>
  kind === 'drugs' ? foldDrug(values['label'] ?? '') : foldRecordNumber(values['medicalRecordNumber'] ?? '');

async function outcomeOf(run: () => Promise<RowOutcome>): Promise<Pick<ImportedRow, 'outcome' | 'problem'>> {
  try {
    return { outcome: await run() };
  } catch (error) {
    if (error instanceof TooManyWaiting) throw error;
    const known = error instanceof ChangedSince ? new HttpProblem(refusal('changed-since')) : problemOf(error);
    const { code } = known?.refusal ?? {};
    if (!known || code === 'unavailable' || code === 'internal' || code === 'unauthorized') throw error;
    return { outcome: 'refused', problem: known.problem };
  }
}

/** The request of one command. */
const commandRequest = <Schema extends z.ZodType, Param extends string = never>(
  { dependencies, caller, client, body: { team } }: Request,
  commandId: string,
  schema: Schema,
  body: z.input<Schema>,
  params: Readonly<Record<string, string>> = {},
  basedOn?: bigint,
): CommandRequest<z.output<Schema>, Param> => ({
  dependencies,
  caller,
  client,
  commandId,
  basedOn,
  body: validInput(schema, body),
  // The thing must be the team's.
  teamHeader: team === '' ? undefined : team,
  param: (name) => params[name] ?? '',
});

const given = (values: Understood, ...fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])));

/** The command of the import that registers the patient of a record number. */
const registration = ({ request, values }: Work): string =>
  commandIdOf('patients', request.body.team, foldRecordNumber(values['medicalRecordNumber'] ?? ''));

/** The team's patient of the row's record number; for a merged one, the patient who stays. @throws HttpProblem for several */
async function patientOf(work: Work): Promise<{ readonly id: string; readonly state: RegisteredPatient } | undefined> {
  const { request, row, values, instant } = work;
  const { folds } = request.dependencies;
  const load = async (id: string) => (await folds.patient.load(id, instant)).state;
  const found = new Map<string, RegisteredPatient>();
  // The last import of this patient may not be in the read model yet.
  for (const id of [...row.known, derivedId(registration(work), 'patient')]) {
    const own = await load(id);
    if (own.status !== 'registered') continue;
    if (!isSameRecordNumber(own.medicalRecordNumber, values['medicalRecordNumber'] ?? '')) continue;
    const survivor = await survivorOf(load, id);
    const state = await load(survivor);
    if (state.status === 'registered' && state.teamId === request.body.team) found.set(survivor, state);
  }
  if (found.size > 1) throw refusedCell('medicalRecordNumber', refusal('several-patients-of-number'));
  const [one] = found;
  return one && { id: one[0], state: one[1] };
}
async function knownPatientOf(work: Work) {
  const patient = await patientOf(work);
  if (!patient) throw refusedCell('medicalRecordNumber', refusal('patient-of-number-unknown'));
  return patient;
}

const importers: Readonly<Record<ImportKind, (work: Work) => Promise<RowOutcome>>> = {
  async patients(work) {
    const { request, values, instant } = work;
    const patient = await patientOf(work);
    if (patient) {
      if (isSamePerson(patient.state, values)) return 'same';
      throw refusedCell('medicalRecordNumber', refusal('patient-of-number-differs'));
    }
    const commandId = registration(work);
    const { state } = await request.dependencies.folds.patient.load(derivedId(commandId, 'patient'), instant);
    if (state.status !== 'none') throw refusedCell('medicalRecordNumber', refusal('patient-of-number-deleted'));
    const facts = given(values, 'medicalRecordNumber', 'birthdate', ...nameFields);
    const body = {
      team: request.body.team,
      firstName: '',
      birthdate: '',
      ...facts,
      sex: values['sex'] as 'female' | undefined,
    };
    await register(commandRequest(request, commandId, RegisterPatient, body));
    return 'added';
  },

  async admissions(work) {
    const { request, values, instant } = work;
    const { id, state } = await knownPatientOf(work);
    const { admissionDate = '', admissionDetails = '' } = values;
    if (state.admissions.some((one) => one.admissionDate === admissionDate)) return 'same';
    const commandId = commandIdOf('admissions', request.body.team, id, admissionDate);
    if ((await request.dependencies.folds.patient.load(id, instant)).commands.get(commandId)) return 'same';
    await admitPatient(
      commandRequest(request, commandId, AdmitPatient, {
        patient: id,
        team: request.body.team,
        admissionDate,
        admissionDetails: asHtml(admissionDetails),
        ...given(values, 'room', 'bed', 'consultant', 'workingDiagnosis', 'plannedDischarge'),
      }),
    );
    return 'added';
  },

  async measurements(work) {
    const { request, values } = work;
    const { takenOn = '', takenAt = '', unit = '', note = '' } = values;
    const kind = values['kind'] as MeasurementKind;
    const value = Number(values['value']);
    const admissionId = await stayOn(work, takenOn);
    const { state, commands } = await request.dependencies.folds.admission.load(admissionId);
    const canonical = toCanonical(kind, value, unit)?.canonical ?? Number.NaN;
    const isSame = admitted(state).measurements.some(
      (one) =>
        one.kind === kind &&
        one.takenOn === takenOn &&
        one.takenAt === takenAt &&
        Math.abs((toCanonical(kind, one.value, one.unit)?.canonical ?? Number.NaN) - canonical) <=
          1e-9 * Math.abs(canonical),
    );
    const commandId = commandIdOf('measurements', admissionId, kind, String(canonical), takenOn, takenAt);
    if (isSame || commands.get(commandId)) return 'same';
    const source = ['weight', 'height', 'temperature'].includes(kind) ? 'measured' : 'laboratory';
    const measurement = { kind, value, unit, takenOn, takenAt, note, source } as const;
    const body = { measurements: [measurement] };
    await recordMeasurementsOn(commandRequest(request, commandId, RecordMeasurements, body, { id: admissionId }));
    return 'added';
  },

  async allergies(work) {
    const { request, row, values } = work;
    const { folds } = request.dependencies;
    const { id, state } = await knownPatientOf(work);
    const agent = await agentOf(work);
    if (state.allergies.list.some((one) => isSameAgent(one, agent))) return 'same';
    const commandId = commandIdOf('allergies', id, row.drug ?? '', foldDrug(values['agentText'] ?? ''));
    if ((await folds.patient.load(id)).commands.get(commandId)) return 'same';
    const { drug, tag, agentText } = agent;
    const facts = given(values, 'reaction', 'severity', 'certainty', 'source', 'onset');
    await recordAllergyOf(
      commandRequest(request, commandId, RecordAllergy, { drug, tag, agentText, ...facts }, { id }),
    );
    return 'added';
  },

  async drugs(work) {
    const { request, row, values } = work;
    const { folds } = request.dependencies;
    const { label = '', tips = '' } = values;
    const tradeLabels = listed(values['tradeLabels']).map((name) => ({ label: name }));
    const commandId = commandIdOf('drugs', foldDrug(label));
    for (const drugId of [...row.known, derivedId(commandId, 'drug')]) {
      const { state, revision } = await folds.drug.load(drugId);
      if (state.status === 'none' || foldDrug(state.label) !== foldDrug(label)) continue;
      const missing = tradeLabels.filter(
        (one) => !state.tradeLabels.some((known) => foldDrug(known.label) === foldDrug(one.label)),
      );
      if (missing.length === 0) return 'same';
      const change = { _id: drugId, tradeLabels: [...state.tradeLabels, ...missing] };
      const changeId = commandIdOf('drugs', drugId, String(revision), ...missing.map((one) => foldDrug(one.label)));
      await changeDrugBy(commandRequest(request, changeId, ChangeDrug, change, {}, revision));
      return 'added';
    }
    const tags = await tagsNamed(work, listed(values['tags']));
    await addDrugBy(commandRequest(request, commandId, AddDrug, { label, tradeLabels, tags, tips: asHtml(tips) }));
    return 'added';
  },
};

/** Spellings of a name do not count. A sex that one of both does not say does not count either. */
const isSamePerson = (patient: RegisteredPatient, values: Understood): boolean =>
  patient.birthdate === values['birthdate'] &&
  (!patient.sex || !values['sex'] || patient.sex === values['sex']) &&
  wholeNameKey(partsOf(patient)) === wholeNameKey(partsOf(values));
const nameFields = ['firstName', 'middleName', 'lastName', 'fourthName'] as const;
const partsOf = (names: { readonly [Part in (typeof nameFields)[number]]?: string }): string[] =>
  nameFields.map((part) => names[part] ?? '');

/** The team's stay on a day. @throws HttpProblem 400 without one */
async function stayOn(work: Work, day: string): Promise<string> {
  const { dependencies, body } = work.request;
  const { id } = await knownPatientOf(work);
  const { stays } = await personOf(dependencies, id);
  for (const { admissionId, teamId } of stays.toReversed()) {
    const { state } = await dependencies.folds.admission.load(admissionId);
    if (teamId !== body.team || (state.status !== 'open' && state.status !== 'discharged')) continue;
    const end = state.status === 'discharged' ? state.dischargeDate : null;
    if (state.admissionDate <= day && (end === null || day <= end)) return admissionId;
  }
  throw refusedCell('takenOn', refusal('no-stay-on-day', { day }));
}

/** A drug of the catalogue, a class, or the text. */
async function agentOf({ request, row, values }: Work) {
  const { folds } = request.dependencies;
  const text = values['agentText'] ?? '';
  const none = { drug: '', drugLabel: '', tag: '', tagLabel: '', agentText: '' };
  if (row.drug !== undefined) {
    const drug = (await folds.drug.load(row.drug)).state;
    if (
      drug.status === 'added' &&
      [drug.label, ...drug.tradeLabels.map(({ label }) => label)].some((label) => foldDrug(label) === foldDrug(text))
    )
      return { ...none, drug: row.drug, drugLabel: drug.label };
  }
  const { tags } = (await folds.catalogue.load('')).state;
  const tag = tags.find(({ label }) => foldLetters(label) === foldLetters(text));
  return tag ? { ...none, tag: tag.tagId, tagLabel: tag.label } : { ...none, agentText: text };
}

async function tagsNamed({ request }: Work, names: readonly string[]): Promise<string[]> {
  const { tags } = (await request.dependencies.folds.catalogue.load('')).state;
  return names.map((name) => {
    const tag = tags.find(({ label }) => foldLetters(label) === foldLetters(name));
    if (!tag) throw refusedCell('tags', refusal('word-not-understood', { text: name.slice(0, 80) }));
    return tag.tagId;
  });
}

/** A cell is plain text: its lines become paragraphs. */
const asHtml = (text: string): string =>
  text === ''
    ? ''
    : text
        .split(/\r?\n/)
        .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
        .join('');

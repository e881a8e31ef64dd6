/** Random edits of the medications of an admission. */
import type { AdmissionMedication, Answer, SortedMedications } from 'command-api/contract/entities';
import { nonEmpty } from '../../../seed/random.ts';
import type { Chart } from '../chart.ts';
import { type Edit, type Draw, MOST_OF_A_KIND, oneOf, showIn, removeFrom, changing, removing } from './edit.ts';

const showMedication = showIn('medications');
const removeMedication = removeFrom('medications');
const showOrder: Edit['show'] = (chart, answer) => {
  const { medications, revision } = answer as Answer<SortedMedications>;
  chart.answered(revision, 'medications', () => medications);
};

type MedicationFields = Pick<
  AdmissionMedication,
  'drug' | 'dose' | 'route' | 'frequency' | 'startDate' | 'stopDate' | 'note'
>;
const medicationFields = ({
  drug,
  dose,
  route,
  frequency,
  startDate,
  stopDate,
  note,
}: AdmissionMedication): MedicationFields => ({ drug, dose, route, frequency, startDate, stopDate, note });
const medicationsOf = (chart: Chart): string => `/api/admissions/${chart.admission}/medications`;

export const addMedication: Draw = (context) => {
  const { chart, team, random, mark } = context;
  if ((chart.view.medications?.length ?? 0) >= MOST_OF_A_KIND) return deleteMedication(context);
  const body = {
    drug: random.pick(nonEmpty(team.drugs, 'drug')),
    dose: '500 mg',
    route: 'oral',
    frequency: 'twice a day',
    startDate: '2026-02-01',
    note: mark,
  };
  return {
    what: 'AddAdmissionMedication',
    mark,
    mayChangeNothing: false,
    show: showMedication,
    command: { method: 'POST', path: medicationsOf(chart), body },
  };
};

export const updateMedication: Draw = (context) => {
  const { chart, random, mark } = context;
  const medication = oneOf(random, chart.view.medications);
  if (!medication) return addMedication(context);
  const base = medicationFields(medication);
  const patch = random.weighted<Partial<MedicationFields>>([
    { value: { dose: `${random.between(1, 9)}00 mg` }, percent: 35 },
    { value: { frequency: `every ${random.between(4, 24)} h` }, percent: 30 },
    { value: { note: mark }, percent: 35 },
  ]);
  return changing<MedicationFields>({
    what: 'UpdateAdmissionMedication',
    show: showMedication,
    groups: [['drug'], ['dose', 'route'], ['frequency'], ['startDate', 'stopDate'], ['note']],
    base,
    version: medication.version,
    mine: { ...base, ...patch },
    mayChangeNothing: !('note' in patch),
    read: (current) => ({
      version: (current as AdmissionMedication).version,
      fields: medicationFields(current as AdmissionMedication),
    }),
    command: (body) => ({ method: 'PUT', path: `${medicationsOf(chart)}/${medication._id}`, body }),
  });
};

export const stopMedication: Draw = ({ chart, random }) => {
  const medication = oneOf(random, chart.view.medications);
  if (!medication) return undefined;
  return changing<Pick<MedicationFields, 'stopDate'>>({
    what: 'StopAdmissionMedication',
    show: showMedication,
    groups: [['stopDate']],
    base: { stopDate: medication.stopDate },
    version: medication.version,
    mine: { stopDate: `2026-03-1${random.between(0, 9)}` },
    mayChangeNothing: true,
    read: (current) => ({
      version: (current as AdmissionMedication).version,
      fields: { stopDate: (current as AdmissionMedication).stopDate },
    }),
    command: (body) => ({ method: 'POST', path: `${medicationsOf(chart)}/${medication._id}/stop`, body }),
  });
};

export const deleteMedication: Draw = ({ chart, random }) => {
  const medication = oneOf(random, chart.view.medications);
  return (
    medication &&
    removing({
      what: 'DeleteAdmissionMedication',
      show: removeMedication,
      version: medication.version,
      command: { method: 'DELETE', path: `${medicationsOf(chart)}/${medication._id}` },
    })
  );
};

/** Based on the version of the admission: a client with an outdated list gets a conflict. */
export const sortMedications: Draw = ({ chart, random }) => {
  const { details, medications } = chart.view;
  const [first, ...others] = medications ?? [];
  if (!details || !first || others.length === 0) return undefined;
  const index = random.between(1, others.length);
  const ids = [...others.slice(0, index), first, ...others.slice(index)].map(({ _id }) => _id);
  return {
    what: 'SortAdmissionMedications',
    mayChangeNothing: true,
    show: showOrder,
    command: { method: 'PUT', path: `${medicationsOf(chart)}/sort`, body: { ids }, ifMatch: details.version },
  };
};

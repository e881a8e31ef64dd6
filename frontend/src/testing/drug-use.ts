/** The patients of team t1 who are on a drug, and the screen that lists them. */
import type { TradeLabelRow } from 'language/contract/entities';
import type { DrugUse, DrugUsePage, DrugUsePatient } from 'language/contract/drug-use';
import { dina, team } from './hospital.ts';
import { serve, visit } from './screen.tsx';
import '../routes/team/drug-use.tsx';
import '../routes/catalogue/drug-use-everywhere.tsx';

const byList: DrugUse = {
  drug: 'd1',
  drugLabel: 'Marevan',
  substance: 'Warfarin',
  dose: '5 mg',
  route: 'PO',
  frequency: '',
  source: 'medications',
  date: '2026-03-02',
  stopDate: null,
  isHeld: false,
};
const byReview: DrugUse = { ...byList, dose: '', route: '', source: 'review', date: '2026-03-04' };
export const patient = (firstName: string, over: Partial<DrugUsePatient> = {}): DrugUsePatient => ({
  _id: `p-${firstName}`,
  firstName,
  middleName: '',
  lastName: '',
  fourthName: '',
  birthdate: '1961-05-04',
  medicalRecordNumber: 'MRN-77',
  sex: '',
  team: 't1',
  teamName: 'Adult ICU',
  admission: `a-${firstName}`,
  admissionDate: '2026-03-01',
  dischargeDate: null,
  room: '2',
  bed: '4',
  uses: [byList],
  ...over,
});
export const page = (over: Partial<DrugUsePage> = {}): DrugUsePage => ({
  of: { kind: 'substance', _id: 'warfarin', label: 'Warfarin', drugId: 'warfarin' },
  on: '2026-03-05',
  since: '2026-02-05',
  patients: [patient('هدى', { admission: 'a-1' })],
  had: [patient('Salma', { dischargeDate: '2026-03-03', uses: [byReview, { ...byList, stopDate: '2026-03-03' }] })],
  page: 1,
  pages: 1,
  total: 1,
  hadTotal: 1,
  ...over,
});
export const drugs: TradeLabelRow[] = [
  { _id: 'd1', label: 'Marevan', drug: 'warfarin', drugLabel: 'Warfarin', drugTags: [{ name: 'anticoagulant' }] },
];
export const tags = [{ _id: 't-anti', label: 'anticoagulant', version: 1 }];
export const USE = 'GET /api/drug-use/t1';
export const open = (address: string, replies: Parameters<typeof serve>[0] = {}) => {
  const sent = serve({
    'GET /api/teams/t1': team,
    'GET /api/drugs': drugs,
    'GET /api/tags': tags,
    [USE]: page(),
    ...replies,
  });
  const asked = () => sent.filter(({ call }) => call === USE).map(({ search }) => search);
  return { ...visit(address, { as: dina }), sent, asked };
};

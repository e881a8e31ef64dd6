import { describe, expect, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { limits } from '../values/codes.ts';
import { specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { admitted, discharged, medicationAdded } from './chart.testdata.ts';
import {
  correctHomeMedication,
  type Decision,
  reconcileMedications,
  recordHomeMedication,
  removeHomeMedication,
} from './decide-reconciliation.ts';
import type { AdmissionEvent, HomeMedication, ReconciledLine } from './events.ts';
import { decisionFor, linesOf } from './reconciliation.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin } = people;
const homeMedication = (homeMedicationId: string, differing: Partial<HomeMedication> = {}): HomeMedication => ({
  homeMedicationId,
  drug: 'drug-concor.1',
  drugLabel: 'Concor 5 mg',
  dose: '5 mg',
  route: 'PO',
  frequency: 'once daily',
  indication: 'Hypertension',
  source: 'family',
  note: '',
  ...differing,
});
const recorded = (id: string, differing: Partial<HomeMedication> = {}): AdmissionEvent => ({
  type: 'HomeMedicationRecorded',
  data: { medication: homeMedication(id, differing) },
});
const decision = (differing: Partial<ReconciledLine> = {}): ReconciledLine => ({
  stage: 'admission',
  line: { kind: 'home', id: 'home-1' },
  action: 'continued',
  reason: '',
  dose: '',
  route: '',
  frequency: '',
  until: null,
  advice: '',
  ...differing,
});
const decided = (differing: Partial<ReconciledLine> = {}): AdmissionEvent => ({
  type: 'MedicationReconciled',
  data: decision(differing),
});
const reconciling = (stage: ReconciledLine['stage'], ...decisions: Decision[]) => ({
  admissionId: 'admission-1',
  stage,
  decisions,
});
const line = { kind: 'home', id: 'home-1' } as const;
const accepted: AdmissionEvent = {
  type: 'TransferAccepted',
  data: { offerId: 'o', fromTeamId: 'team-1', toTeamId: 'team-2', transferDate: calendarDate('2026-03-05') },
};

describe('a medicine from home', () => {
  test('is recorded once, by clinical pharmacists, also after the discharge', () => {
    const one = { medication: homeMedication('home-1') };
    given(admitted, discharged).when(recordHomeMedication, by(pharmacist, one)).then(recorded('home-1'));
    given(admitted, recorded('home-1')).when(recordHomeMedication, by(pharmacist, one)).thenNothing();
    for (const person of [physician, teamAdmin])
      given(admitted).when(recordHomeMedication, by(person, one)).thenRejected('forbidden', 'Not allowed');
  });
  test('has a drug of the catalogue or a name of its own', () => {
    const tea = homeMedication('home-1', { drug: '', drugLabel: 'Herbal tea' });
    given(admitted)
      .when(recordHomeMedication, by(pharmacist, { medication: tea }))
      .then(recorded('home-1', tea));
    given(admitted)
      .when(recordHomeMedication, by(pharmacist, { medication: { ...tea, drugLabel: '' } }))
      .thenInvalid('drugLabel', 'Choose a medicine of the catalogue, or write how the patient calls it');
  });
  test('is one of a limited number', () => {
    const full = Array.from({ length: limits.homeMedicationsPerAdmission }, (_, place) => recorded(`home-${place}`));
    given(admitted, ...full)
      .when(recordHomeMedication, by(pharmacist, { medication: homeMedication('one-more') }))
      .thenRejected('conflict', 'At most 100 medicines from home in a chart');
  });
  test('is corrected under its id, unless a teammate has changed it since', () => {
    const change = { homeMedicationId: 'home-1', changes: { dose: '2.5 mg' } };
    given(admitted, recorded('home-1'))
      .when(correctHomeMedication, by(pharmacist, change, { basedOn: 1n }))
      .then(recorded('home-1', { dose: '2.5 mg' }));
    given(admitted, recorded('home-1'), recorded('home-1', { dose: '10 mg' }))
      .when(correctHomeMedication, by(pharmacist, change, { basedOn: 1n }))
      .thenConflict({ entity: { kind: 'homeMedication', id: 'home-1' }, changedBy: 'another-user' });
  });
  test('keeps the label of the catalogue while it has its drug', () =>
    given(admitted, recorded('home-1'))
      .when(correctHomeMedication, by(pharmacist, { homeMedicationId: 'home-1', changes: { drugLabel: 'Mine' } }))
      .thenNothing());
  test('takes the decisions about it along when it is removed', () => {
    const was = [admitted, recorded('home-1'), recorded('home-2'), decided()] as const;
    given(...was)
      .when(removeHomeMedication, by(pharmacist, { homeMedicationId: 'home-1' }))
      .then({ type: 'HomeMedicationRemoved', data: { homeMedicationId: 'home-1' } });
    const { state } = given(...was, { type: 'HomeMedicationRemoved', data: { homeMedicationId: 'home-1' } });
    expect(state).toMatchObject({ homeMedications: [{ homeMedicationId: 'home-2' }], reconciled: [] });
  });
});

describe('a decision', () => {
  const one = [admitted, recorded('home-1')] as const;

  test('about all the rest is one event a line, and the same again is none', () => {
    const all = reconciling(
      'admission',
      { line, action: 'continued', reason: '' },
      { line: { kind: 'stay', id: 'med-1' }, action: 'new', reason: '' },
    );
    given(...one, medicationAdded('med-1'))
      .when(reconcileMedications, by(pharmacist, all))
      .then(decided(), decided({ line: { kind: 'stay', id: 'med-1' }, action: 'new' }));
    given(...one, medicationAdded('med-1'), decided())
      .when(reconcileMedications, by(pharmacist, all))
      .then(decided({ line: { kind: 'stay', id: 'med-1' }, action: 'new' }));
  });
  test('replaces the one before at the same stage only', () => {
    const { state } = given(
      ...one,
      decided(),
      decided({ stage: 'discharge' }),
      decided({ action: 'held', reason: 'AKI' }),
    );
    expect(state).toMatchObject({ reconciled: [{ stage: 'discharge' }, { stage: 'admission', action: 'held' }] });
  });
  test('that changes, holds or stops needs a reason, and a new medicine at the discharge', () => {
    for (const action of ['changed', 'held', 'stopped'] as const)
      given(...one)
        .when(reconcileMedications, by(pharmacist, reconciling('admission', { line, action, reason: '' })))
        .thenInvalid('lines.0.reason', 'Write the reason');
    const fresh = { line: { kind: 'stay', id: 'med-1' }, action: 'new', reason: '' } as const;
    given(...one, medicationAdded('med-1'))
      .when(reconcileMedications, by(pharmacist, reconciling('discharge', fresh)))
      .thenInvalid('lines.0.reason', 'Write the reason');
  });
  test('at the discharge has the order of the line, or what was said', () => {
    const sent = reconciling('discharge', { line, action: 'continued', reason: '' });
    const order = { dose: '5 mg', route: 'PO', frequency: 'once daily' };
    given(...one)
      .when(reconcileMedications, by(pharmacist, sent))
      .then(decided({ stage: 'discharge', ...order }));
    const changed = { line, action: 'changed', reason: 'Bradycardia', dose: '2.5 mg', advice: 'بعد الأكل' } as const;
    given(...one)
      .when(reconcileMedications, by(pharmacist, reconciling('discharge', changed)))
      .then(decided({ stage: 'discharge', ...order, ...changed }));
  });
  test('about a course does not end it before the discharge', () => {
    const course = { line, action: 'continued', reason: '', until: calendarDate('2026-03-08') } as const;
    given(...one)
      .when(reconcileMedications, by(pharmacist, reconciling('discharge', course)))
      .thenInvalid('lines.0.until', 'This day is before the discharge');
  });
  test('about a home medicine is never that it is new', () =>
    given(...one)
      .when(reconcileMedications, by(pharmacist, reconciling('admission', { line, action: 'new', reason: '' })))
      .thenInvalid('lines.0.action', 'A medicine that the patient took at home is not new'));
  test('tells only at the discharge what is to be taken', () =>
    given(...one)
      .when(
        reconcileMedications,
        by(pharmacist, reconciling('admission', { line, action: 'continued', reason: '', dose: '5 mg' })),
      )
      .thenInvalid('lines.0.dose', 'What the patient is to take belongs to the discharge'));
  test('about an unknown medicine, twice about one, or without a transfer is refused', () => {
    const continued = { line, action: 'continued', reason: '' } as const;
    given(admitted)
      .when(reconcileMedications, by(pharmacist, reconciling('admission', continued)))
      .thenRejected('notFound', 'Not found');
    given(...one)
      .when(reconcileMedications, by(pharmacist, reconciling('admission', continued, continued)))
      .thenInvalid('lines', 'Name each medicine once');
    given(...one)
      .when(reconcileMedications, by(pharmacist, reconciling('transfer', continued)))
      .thenRejected('conflict', 'This stay has no transfer');
  });
  test('conflicts with a newer one about the same line, and with no other', () => {
    const sent = reconciling('admission', { line, action: 'held', reason: 'NPO' });
    given(...one, recorded('home-2'), decided())
      .when(reconcileMedications, by(teammate, sent, { basedOn: 2n }))
      .thenConflict({ entity: { kind: 'reconciliation', id: 'admission-1' }, changedBy: 'another-user' });
    given(...one, recorded('home-2'), decided({ line: { kind: 'home', id: 'home-2' } }))
      .when(reconcileMedications, by(teammate, sent, { basedOn: 2n }))
      .then(decided({ action: 'held', reason: 'NPO' }));
  });
  test('about a transfer ends with the next transfer', () => {
    const about = decided({ stage: 'transfer', line: { kind: 'stay', id: 'med-1' } });
    const { state } = given(...one, medicationAdded('med-1'), accepted, about, decided(), accepted);
    expect(state).toMatchObject({ reconciled: [{ stage: 'admission' }] });
  });
});

describe('the lines of a stage', () => {
  const home = (_id: string, drug: string) => ({ _id, drug });
  const stay = (_id: string, drug: string, startDate: string, stopDate: string | null = null) => ({
    _id,
    drug,
    startDate,
    stopDate,
  });
  const dates = { admissionDate: '2026-03-01', transferDate: '2026-03-05', dischargeDate: null };
  const idsAt = (...[stage, ...lists]: Parameters<typeof linesOf>) =>
    linesOf(stage, ...lists).map((one) => [one.home?._id, one.stay?._id]);

  test('join a home medicine and one medicine of the stay of the same drug, the same label first', () => {
    const medicines = [stay('m1', 'd1.2', '2026-03-01'), stay('m2', 'd1.1', '2026-03-01')];
    expect(idsAt('admission', [home('h1', 'd1.1'), home('h2', '')], medicines, dates, '2026-03-07')).toEqual([
      ['h1', 'm2'],
      ['h2', undefined],
      [undefined, 'm1'],
    ]);
  });
  test('are of the stage: the first orders, what was given at the transfer, what is given at the discharge', () => {
    const medicines = [
      stay('first', 'd1.0', '2026-03-02', '2026-03-04'),
      stay('later', 'd2.0', '2026-03-03', '2026-03-05'),
      stay('last', 'd3.0', '2026-03-06'),
    ];
    const at = (stage: Parameters<typeof linesOf>[0]) => idsAt(stage, [], medicines, dates, '2026-03-07');
    expect(at('admission')).toEqual([[undefined, 'first']]);
    expect(at('transfer')).toEqual([[undefined, 'later']]);
    expect(at('discharge')).toEqual([[undefined, 'last']]);
  });
  test('of a discharge have what stopped on its day, as open medicines of a discharged stay do', () =>
    expect(
      idsAt(
        'discharge',
        [],
        [stay('m1', 'd1.0', '2026-03-01', '2026-03-08')],
        { ...dates, dischargeDate: '2026-03-08' },
        '2026-04-01',
      ),
    ).toEqual([[undefined, 'm1']]));
  test('keep a decision about the stay after the home medicine is recorded', () => {
    const about = { stage: 'admission', line: { kind: 'stay', id: 'm1' } } as const;
    const joined = { home: home('h1', 'd1.1'), stay: home('m1', 'd1.1') };
    expect(decisionFor('admission', joined, [about])).toBe(about);
    const newer = { stage: 'admission', line: { kind: 'home', id: 'h1' } } as const;
    expect(decisionFor('admission', joined, [about, newer])).toBe(newer);
    expect(decisionFor('discharge', joined, [about, newer])).toBeUndefined();
  });
});

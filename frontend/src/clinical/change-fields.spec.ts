import { NO_ERROR } from 'language/domain/values/codes';
import { expect, test } from 'vitest';
import { changedFields } from './change-fields.ts';

const said = (
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
  names?: Parameters<typeof changedFields>[1],
) =>
  changedFields({ before, after }, names).map(({ label, was, is }) => [
    label,
    was && Object.values(was)[0],
    is && Object.values(is)[0],
  ]);

test('changed fields of an entry have the labels of the form, and codes have their labels', () => {
  expect(
    said(
      { errSeverity: 'C', errRes: null, rating: null, errDrug: 'd1', errDrugLabel: 'Meronem' },
      { errSeverity: 'D', errRes: 1, rating: 4.5, errDrug: 'd2', errDrugLabel: 'Tienam' },
    ),
  ).toEqual([
    ['Drug', 'Meronem', 'Tienam'],
    ['Severity', 'C: reached patient no harm', 'D: increased monitoring'],
    ['Response', 'Pending', 'Accept'],
    ['Rating', 'Not rated', '4.5 of 5'],
  ]);
});

test('"No error" shows neither a severity nor a pending response', () => {
  expect(
    said(
      { errType: 'e1', errTypeLabel: 'Dose', errSeverity: 'C', errRes: null },
      { errType: NO_ERROR._id, errTypeLabel: NO_ERROR.label, errSeverity: null, errRes: null },
    ),
  ).toEqual([
    ['Error type', 'Dose', 'No error'],
    ['Severity', 'C: reached patient no harm', undefined],
    ['Response', 'Pending', undefined],
  ]);
});

test('of a table of priority and a view of the ward board, the rows and the filter are said in words', () => {
  expect(
    said(
      { 'points.newAdmission': 15, 'severe.C': 25, most: 25, antibioticTags: ['antibiotic'] },
      { 'points.newAdmission': 20, 'severe.C': 30, most: 40, antibioticTags: ['antibiotic', 'antifungal'] },
    ),
  ).toEqual([
    ['New admission', '15', '20'],
    ['Severity C', '25', '30'],
    ['Most points for days without a review, and for high-alert drugs', '25', '40'],
    ['Tags of antibiotics', 'antibiotic', 'antibiotic, antifungal'],
  ]);
  const filter = { reasons: ['levelDue'], taken: 'mine', deferred: 'hidden', antimicrobials: true, reviewed: 'no' };
  expect(said(null, { name: 'Round', filter })).toEqual([
    ['Name', undefined, 'Round'],
    [
      'Filter',
      undefined,
      'Drug level due · Taken: by me today · Review of today: not done · Deferred patients: hidden · Patients with antimicrobials, with a line for each',
    ],
  ]);
});

test('of an added thing, empty fields are left out, and ids are never listed', () => {
  expect(
    said(null, {
      _id: 'a1',
      patient: 'p1',
      team: 't1',
      admissionDate: '2026-03-01',
      admissionDetails: '',
      dischargeDate: null,
      dischargeStatus: 0,
      dischargeNote: '',
      gallery: [],
    }),
  ).toEqual([
    ['Admission date', undefined, '2026-03-01'],
    ['Discharge status', undefined, 'Improved and discharged'],
  ]);
  expect(
    said(
      {
        reviewDate: '2026-03-02',
        clinicalNote: '<p>Stable</p>',
        drugErrs: [{ errDrugLabel: 'Meronem' }, { errDrugLabel: 'Tienam' }],
        userName: 'Mona',
      },
      null,
    ),
  ).toEqual([
    ['Review date', '2026-03-02', undefined],
    ['Clinical notes', '<p>Stable</p>', undefined],
    ['Medications', 'Meronem, Tienam', undefined],
  ]);
});

test('of an added member, false flags and the name are left out', () => {
  expect(said(null, { errDrugLabel: 'Meronem', errRes: null, rating: null })).toEqual([['Drug', undefined, 'Meronem']]);
  expect(
    said(null, {
      user: 'dina@demo.test',
      firstName: 'دينا',
      lastName: 'مصطفى',
      canEdit: true,
      isPhysic: false,
      disabled: false,
    }),
  ).toEqual([
    ['E-mail', undefined, 'dina@demo.test'],
    ['Clinical pharmacist', undefined, 'yes'],
  ]);
  expect(said({ canEdit: true }, { canEdit: false })).toEqual([['Clinical pharmacist', 'yes', 'no']]);
});

test('error types and tags of a drug have the labels of today, and a label is escaped', () => {
  const names = { errorTypes: new Map([['e1', 'Dose <b>']]), tags: new Map([['g1', 'antibiotic']]) };
  expect(
    said(
      { tags: [], errTemps: [] },
      { tags: ['g1', 'gone'], errTemps: [{ idx: 0, errType: 'e1', isAdult: false, label: '<p>Half</p>' }] },
      names,
    ),
  ).toEqual([
    ['Error templates', undefined, '<p><strong>Dose &lt;b></strong> (children)</p><p>Half</p>'],
    ['Drug tags', undefined, 'antibiotic'],
  ]);
});

test('a medication’s note is plain text, a physician’s is rich text', () => {
  expect(changedFields({ before: { note: 'بعد الأكل' }, after: { note: '' } })).toEqual([
    { name: 'note', label: 'Note', was: { text: 'بعد الأكل' }, is: undefined },
  ]);
  expect(changedFields({ before: null, after: { note: '<p>Echo</p>' } })[0]?.is).toEqual({ html: '<p>Echo</p>' });
});

test('a field without a label is listed under its own name', () => {
  expect(said({ shoeSize: 41 }, { shoeSize: 42 })).toEqual([['shoeSize', '41', '42']]);
});
test('a decision on a finding is said in words', () => {
  const decided = (decision: object) => said({}, { 's1 m1': decision });
  expect(decided({ kind: 'deferred', until: '2026-03-05' })).toEqual([
    ['Proposal', undefined, 'deferred until 2026-03-05'],
  ]);
  expect(decided({ kind: 'dismissed', reason: 'Intended' })[0]).toContain('dismissed: Intended');
  expect(decided({ kind: 'taken', entryId: 'e1', drugLabel: 'Meronem' })[0]).toContain(
    'taken over as an error of Meronem',
  );
});

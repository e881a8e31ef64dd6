import type { CollectedReview } from 'language/contract/reports';
import { emptyEntry } from 'language/contract/render/empty-entry.testdata';
import { ratedEntryFields } from 'language/domain/admission/fields';
import { NO_ERROR } from 'language/domain/values/codes';
import { fieldChanges } from 'language/domain/values/record-fields.testdata';
import { expect, test } from 'vitest';
import { csvHeader as headerOf, type CsvFormat, csvLine, type Separator } from '../files/csv.ts';
import { fileWords } from '../files/file-words.ts';
import { linesInJson as linesOf, reviewColumns, reviewLines } from './review-columns.ts';

const entry: CollectedReview['drugErrs'][number] = {
  ...emptyEntry,
  _id: 'e-1',
  errType: 'dose',
  errTypeLabel: 'Dose too high',
  errDrug: 'd.1',
  errDrugLabel: 'Panadol',
  errNote: '<p>Halve it</p>',
  errRes: 1,
  errSeverity: 'C',
  rating: 4.5,
  drugTags: [{ name: 'renal' }, { name: 'elderly' }],
  drugTagIds: ['tag-renal', null],
  version: 2,
};
const review: CollectedReview = {
  _id: 'r-1',
  admission: 'a-1',
  patient: 'p-1',
  team: 't-1',
  reviewDate: '2026-03-02',
  clinicalNote: '<p>Stable</p>',
  drugErrs: [entry],
  userId: 'u-1',
  userEmail: 'mona@example.org',
  userName: 'Mona Adel',
  userPhone: '',
  version: 1,
  headVersion: 1,
  patientName: 'أحمد محمد',
  medicalRecordNumber: '12-77',
  admissionDate: '2026-03-01',
};
const format = (separator: Separator, language = 'en'): CsvFormat => ({
  separator,
  words: fileWords(language),
  timeZone: 'Africa/Cairo',
});
const csvHeader = (written: CsvFormat, asOf?: string): string => headerOf(reviewColumns(asOf), written);
const csvOf = (of: CollectedReview, written: CsvFormat, asOf?: string): string =>
  reviewLines(of, written.words)
    .map((line) => csvLine(reviewColumns(asOf), line, written))
    .join('');
const { drugErrs: _entries, ...head } = review;
const one = (changed: Partial<CollectedReview>) => linesOf({ ...review, ...changed })[0];

test('a line gives the review and the entry in plain words', () =>
  expect(linesOf(review)).toEqual([
    {
      'Review date': '2026-03-02',
      Patient: 'أحمد محمد',
      'Medical record number': '12-77',
      'Admission date': '2026-03-01',
      'Reviewed by': 'Mona Adel',
      'Clinical note': 'Stable',
      Drug: 'Panadol',
      'Drug id': 'd.1',
      'Error type': 'Dose too high',
      'Error type id': 'dose',
      Severity: 'C',
      'Severity in words': 'reached patient no harm',
      'Answers that led to the severity': '',
      Response: 'Accept',
      'Follow-up date': '',
      Rating: '4.5',
      'Drug tags': 'renal; elderly',
      'Drug tag ids': 'tag-renal; ',
      'PCNE codes': '',
      Recommendation: 'Halve it',
      'Review id': 'r-1',
      'Entry id': 'e-1',
    },
  ]));

test.each(fieldChanges(ratedEntryFields))('the file has the field %s of an entry', (_field, change) =>
  expect(csvOf({ ...review, drugErrs: [{ ...entry, ...change }] }, format(','))).not.toBe(csvOf(review, format(','))),
);

test('"No error" has no severity, response or rating; an error without a response is pending', () => {
  expect(
    one({
      drugErrs: [
        { ...entry, errType: NO_ERROR._id, errTypeLabel: 'No error', errRes: null, errSeverity: null, rating: null },
      ],
    }),
  ).toMatchObject({
    'Error type': 'No error',
    Severity: '',
    'Severity in words': '',
    Response: '',
    Rating: '',
  });
  expect(one({ drugErrs: [{ ...entry, errRes: null, errSeverity: null }] })).toMatchObject({
    Response: 'Pending',
    Severity: '',
    'Severity in words': '',
  });
});

test('only an error has a follow-up date', () => {
  expect(one({ drugErrs: [{ ...entry, followUpDate: '2026-03-09' }] })).toMatchObject({
    'Follow-up date': '2026-03-09',
  });
  expect(one({ drugErrs: [{ ...entry, errType: NO_ERROR._id, followUpDate: '2026-03-09' }] })).toMatchObject({
    'Follow-up date': '',
  });
});

test('as known at an instant, every line has the instant in a column of its own', () => {
  const asOf = '2026-03-12T09:40:00.000Z';
  expect(linesOf({ ...head, drugErrs: [entry, entry] }, asOf).map((cells) => cells['As known on'])).toEqual([
    asOf,
    asOf,
  ]);
  expect(csvHeader(format(';'), asOf)).toMatch(/;Entry id;As known on\r\n$/);
  expect(csvOf(review, format(';'), asOf)).toMatch(/;e-1;2026-03-12T09:40:00.000Z\r\n$/);
});

test('a rating of 0 is a rating, and an entry without a rating has an empty cell', () => {
  expect(one({ drugErrs: [{ ...entry, rating: 0 }] })).toMatchObject({ Rating: '0' });
  expect(one({ drugErrs: [{ ...entry, rating: null }] })).toMatchObject({ Rating: '' });
});

test('a review without entries is one line', () =>
  expect(linesOf({ ...head, drugErrs: [] })).toMatchObject([
    { 'Clinical note': 'Stable', Drug: '', Response: '', 'Entry id': '' },
  ]));

test.each([
  '=1+1',
  '+2',
  '-3',
  '@SUM(A1)',
  '＝1+1',
  '＋2',
  '－3',
  '＠SUM(A1)',
  '\u200B=1+1',
  '\u200F=1+1',
  '\u202E\u2060@A1',
  ...['\u034F', '\uFE0F', '\u{E0100}', '\u180B', '\u17B4', '\u115F', '\u3164'].map((invisible) => `${invisible}=1+1`),
])('%s is no formula', (text) => {
  expect(one({ clinicalNote: `<p>${text}</p>` })).toMatchObject({ 'Clinical note': `'${text}` });
  expect(one({ drugErrs: [{ ...entry, errDrugLabel: text, drugTags: [{ name: text }] }] })).toMatchObject({
    Drug: `'${text}`,
    'Drug tags': `'${text}`,
  });
});
test.each(['\t=1', '\r=1', '\u0001=1', '\u001F=1', '\u007F=1', '\u0085=1'])(
  'a cell that begins with %j is no formula either',
  (text) => expect(one({ patientName: text })).toMatchObject({ Patient: `'${text}` }),
);

test('quotes, commas and line breaks are quoted', () => {
  const line = csvOf({ ...review, patientName: 'Ali "Abu", Omar', clinicalNote: '<p>one</p><p>two</p>' }, format(','));
  expect(line).toMatch(/^2026-03-02,"Ali ""Abu"", Omar",12-77,2026-03-01,Mona Adel,"one\ntwo",Panadol,/);
  expect(line.endsWith(',r-1,e-1\r\n')).toBe(true);
});

test('cells with either separator are quoted', () => {
  const said = { ...review, patientName: 'Ali; Omar', clinicalNote: '<p>one, two</p>' };
  expect(csvOf(said, format(';'))).toMatch(/^2026-03-02;"Ali; Omar";12-77;2026-03-01;Mona Adel;"one, two";Panadol;/);
  expect(csvOf(said, format(','))).toMatch(/^2026-03-02,"Ali; Omar",12-77,2026-03-01,Mona Adel,"one, two",Panadol,/);
});

test('every line has as many cells as there are headings', () => {
  expect(csvHeader(format(','))).toBe(`${Object.keys(linesOf(review)[0] ?? {}).join(',')}\r\n`);
  expect(csvOf({ ...head, drugErrs: [entry, entry] }, format(',')).split('\r\n')).toHaveLength(3);
});

test('the file is in the language of the team, with the same columns, codes and texts', () => {
  const asOf = '2026-03-12T09:40:00.000Z';
  const [header = '', line = ''] = (csvHeader(format(',', 'ar'), asOf) + csvOf(review, format(',', 'ar'), asOf)).split(
    '\r\n',
  );
  expect(header).toBe(
    'تاريخ المراجعة,المريض,الرقم الطبي,تاريخ الدخول,الصيدلي الإكلينيكي,الملاحظات الإكلينيكية,الدواء,معرّف الدواء,نوع الخطأ,معرّف نوع الخطأ,شدة الخطأ,' +
      'وصف شدة الخطأ,الإجابات التي حددت شدة الخطأ,الرد على التوصية,تاريخ المتابعة,التقييم,وسوم الدواء,معرّفات وسوم الدواء,رموز PCNE,التوصية,معرّف المراجعة,معرّف البند,كما كان مسجَّلًا في',
  );
  expect(line).toBe(
    '2026-03-02,أحمد محمد,12-77,2026-03-01,Mona Adel,Stable,Panadol,d.1,Dose too high,dose,C,خطأ وصل إلى المريض ولم يسبب ضررًا,,قُبلت,,4.5,' +
      `"renal; elderly","tag-renal; ",,Halve it,r-1,e-1,${asOf}`,
  );
});

test('struck text is marked in the language of the file', () => {
  const struck = {
    ...review,
    clinicalNote: '<p><s>5 mg</s> 3 mg</p>',
    drugErrs: [{ ...entry, errNote: '<p><s>Stop</s></p>' }],
  };
  expect(csvOf(struck, format(','))).toMatch(/\[struck: 5 mg\] 3 mg.*\[struck: Stop\]/);
  expect(csvOf(struck, format(',', 'ar'))).toMatch(/\[مشطوب: 5 mg\] 3 mg.*\[مشطوب: Stop\]/);
});

test('with a semicolon a rating has a decimal comma', () => {
  expect(csvOf(review, format(','))).toContain(',4.5,');
  expect(csvOf(review, format(';'))).toContain(';"4,5";');
});

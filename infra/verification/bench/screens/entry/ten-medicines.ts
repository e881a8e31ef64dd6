/** Test data: a patient whose ten medicines were reviewed yesterday without an error, by the person who comes today. */
import type { ErrorType, Review, TradeLabelRow } from 'language/contract/entities';
import { addDays } from 'language/domain/values/calendar-date';
import { NO_ERROR } from 'language/domain/values/codes';
import { admit, type Member, openTeam, today } from '../../team.ts';

export const MEDICINES = 10;
/** It has a template for this error type in the sample catalogue. */
export const subject = { drug: 'Meronem', drugLetters: 'meron', type: 'Renal dose adjustment', typeLetters: 'ren' };

export interface Chart {
  readonly author: Member;
  readonly admission: string;
}

export async function openChartOfTen(base: string): Promise<Chart> {
  const team = await openTeam(base, 1);
  const [author] = team.members;
  const [drugs, types] = [
    await author.person.get<TradeLabelRow[]>('/api/drugs'),
    await author.person.get<ErrorType[]>('/api/errtypes'),
  ];
  if (!types.some(({ label }) => label === subject.type)) throw new Error(`The catalogue has no ${subject.type}`);
  const others = drugs.filter(({ label }) => label !== subject.drug);
  // One trade name of each drug: two of them would be one medicine.
  const medicines = [...new Map(others.map((row) => [row.drugLabel, row])).values()]
    .filter(({ drugLabel }) => drugLabel !== 'Meropenem')
    .slice(0, MEDICINES);
  const yesterday = addDays(today(), -1);
  const { _id: admission } = await admit(team, 1, yesterday);
  // The template has a mark for the kidney, which the chart fills.
  await author.person.send('POST', `/api/admissions/${admission}/measurements`, team.key('values'), {
    measurements: [
      { kind: 'weight', value: 72, unit: 'kg' },
      { kind: 'creatinine', value: 2.1, unit: 'mg/dL' },
    ],
  });
  await author.person.send<Review>('POST', '/api/reviews/addReview', team.key('review'), {
    admissionId: admission,
    reviewDate: yesterday,
    clinicalNote: '<p>Stable.</p>',
    drugErrs: medicines.map(({ _id }) => ({ errDrug: _id, errType: NO_ERROR._id, errNote: '', drugTags: [] })),
  });
  return { author, admission };
}

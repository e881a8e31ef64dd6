/** Test data: a patient whose ten medicines were reviewed yesterday without an error, by the person who comes today. */
import { randomUUID } from 'node:crypto';
import type { ErrorType, Review, TradeLabelRow } from 'command-api/contract/entities';
import { calendarDateIn } from 'command-api/domain/values/calendar-date';
import { NO_ERROR } from 'command-api/domain/values/codes';
import { signUp } from '../../../seed/api-client.ts';
import { benchAdmission, benchTeam } from '../bench-chart.ts';

export const MEDICINES = 10;
/** It has a template for this error type in the sample catalogue. */
export const subject = { drug: 'Meronem', drugLetters: 'meron', type: 'Renal dose adjustment', typeLetters: 'ren' };

const DAY_MS = 86_400_000;

export interface Chart {
  readonly account: { email: string; password: string };
  readonly admission: string;
}

export async function openChartOfTen(base: string): Promise<Chart> {
  const run = randomUUID().slice(0, 8);
  const account = {
    firstName: 'Bench',
    lastName: 'Author',
    email: `entry-${run}@bench.test`,
    phone: '',
    password: 'bench-pass-1',
  };
  const writer = await signUp(base, account);
  const key = (what: string): string => `entry:${run}:${what}`;
  const team = await benchTeam(writer, key, run);
  const [drugs, types] = [
    await writer.get<TradeLabelRow[]>('/api/drugs'),
    await writer.get<ErrorType[]>('/api/errtypes'),
  ];
  if (!types.some(({ label }) => label === subject.type)) throw new Error(`The catalogue has no ${subject.type}`);
  const others = drugs.filter(({ label }) => label !== subject.drug);
  // One trade name of each drug: two of them would be one medicine.
  const medicines = [...new Map(others.map((row) => [row.drugLabel, row])).values()]
    .filter(({ drugLabel }) => drugLabel !== 'Meropenem')
    .slice(0, MEDICINES);
  const today = calendarDateIn('Africa/Cairo', new Date());
  const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
  const admission = await benchAdmission(writer, key, team, yesterday);
  await writer.send<Review>('POST', '/api/reviews/addReview', key('review'), {
    admissionId: admission._id,
    reviewDate: yesterday,
    clinicalNote: '<p>Stable.</p>',
    drugErrs: medicines.map(({ _id }) => ({ errDrug: _id, errType: NO_ERROR._id, errNote: '', drugTags: [] })),
  });
  return { account, admission: admission._id };
}

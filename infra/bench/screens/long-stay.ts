/** Test data: a very long admission, with a number of reviews of a number of entries each. */
import { randomUUID } from 'node:crypto';
import type { Drug, ErrorType, Review } from 'command-api/contract/entities';
import { calendarDateIn } from 'command-api/domain/values/calendar-date';
import { isNoError, severities } from 'command-api/domain/values/codes';
import { type Person, signUp } from '../../seed/api-client.ts';
import { benchAdmission, benchTeam } from './bench-chart.ts';

export interface LongStay {
  readonly account: { email: string; password: string };
  readonly teammate: Person;
  readonly admission: string;
  /** Today in the hospital's time zone, YYYY-MM-DD. */
  readonly today: string;
}

const DAY_MS = 86_400_000;

export async function openLongStay(base: string, size: { reviews: number; entries: number }): Promise<LongStay> {
  const run = randomUUID().slice(0, 8);
  const person = (name: string) => ({
    firstName: 'Bench',
    lastName: name,
    email: `screens-${run}-${name.toLowerCase()}@bench.test`,
    phone: '',
    password: 'bench-pass-1',
  });
  const [author, mate] = [person('Author'), person('Teammate')];
  const [writer, teammate] = [await signUp(base, author), await signUp(base, mate)];
  const key = (what: string): string => `screens:${run}:${what}`;
  const team = await benchTeam(writer, key, run);
  await writer.send('POST', `/api/teams/${team._id}/members`, key('mate'), { email: mate.email });
  const drugs: Drug[] = [];
  for (let index = 0; index < size.entries; index += 1)
    drugs.push(
      await writer.send<Drug>('POST', '/api/drugs', key(`drug-${index}`), {
        label: `Bench drug ${index}`,
        tradeLabels: [{ label: `Benchin ${index} mg` }],
        tips: '',
      }),
    );
  const types = (await writer.get<ErrorType[]>('/api/errtypes')).map(({ _id }) => _id);
  const today = calendarDateIn('Africa/Cairo', new Date());
  const daysAgo = (days: number): string =>
    new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
  const admission = await benchAdmission(writer, key, team, daysAgo(size.reviews));
  for (let day = 0; day < size.reviews; day += 1) {
    const drugErrs = drugs.map((drug, index) => {
      const errType = types[(day + index) % types.length] ?? '';
      const judged = isNoError(errType)
        ? { errRes: null, errSeverity: null }
        : { errRes: 1, errSeverity: severities[index % severities.length]?.code };
      return {
        errType,
        errDrug: drug.tradeLabels[0]?._id,
        errNote: `<p>CrCl 25: <strong>reduce</strong> the dose. يراجع الطبيب المعالج ${index}</p>`,
        drugTags: [],
        ...judged,
      };
    });
    await writer.send<Review>('POST', '/api/reviews/addReview', key(`review-${day}`), {
      admissionId: admission._id,
      reviewDate: daysAgo(size.reviews - 1 - day),
      clinicalNote: `<p>Day ${day + 1}: stable.</p>`,
      drugErrs,
    });
  }
  return { account: author, teammate, admission: admission._id, today };
}

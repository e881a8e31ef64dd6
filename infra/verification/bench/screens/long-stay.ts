/** Test data: a very long admission, with a number of reviews of a number of entries each, values of each day, and orders. */
import type { ErrorType, Review } from 'language/contract/entities';
import { addDays } from 'language/domain/values/calendar-date';
import { isNoError, severities } from 'language/domain/values/codes';
import { addDrug, admit, type Member, openTeam, today } from '../team.ts';

export interface LongStay {
  readonly author: Member;
  readonly teammate: Member;
  readonly admission: string;
  /** The trade labels of its orders. */
  readonly drugs: readonly string[];
}

const VALUES = [
  ['creatinine', 1.2, 'mg/dL'],
  ['potassium', 4.1, 'mmol/L'],
  ['crp', 80, 'mg/L'],
  ['wbc', 11, '10*3/uL'],
] as const;

export async function openLongStay(base: string, size: { reviews: number; entries: number }): Promise<LongStay> {
  const team = await openTeam(base, 2);
  const [author, teammate = author] = team.members;
  const drugs: string[] = [];
  for (let index = 0; index < size.entries; index += 1) drugs.push(await addDrug(team, index));
  const types = (await author.person.get<ErrorType[]>('/api/errtypes')).map(({ _id }) => _id);
  const { _id: admission } = await admit(team, 1, addDays(today(), -size.reviews));
  for (let day = 0; day < size.reviews; day += 1) {
    const drugErrs = drugs.map((errDrug, index) => {
      const errType = types[(day + index) % types.length] ?? '';
      const judged = isNoError(errType)
        ? { errRes: null, errSeverity: null }
        : { errRes: 1, errSeverity: severities[index % severities.length]?.code };
      const errNote = `<p>CrCl 25: <strong>reduce</strong> the dose. يراجع الطبيب المعالج ${index}</p>`;
      return { errType, errDrug, errNote, drugTags: [], ...judged };
    });
    await author.person.send<Review>('POST', '/api/reviews/addReview', team.key(`review ${day}`), {
      admissionId: admission,
      reviewDate: addDays(today(), day + 1 - size.reviews),
      clinicalNote: `<p>Day ${day + 1}: stable.</p>`,
      drugErrs,
    });
  }
  for (const drug of drugs)
    await author.person.send('POST', `/api/admissions/${admission}/medications`, team.key(`order ${drug}`), {
      drug,
      dose: '500 mg',
      route: 'IV',
      frequency: 'q8h',
      startDate: addDays(today(), -size.reviews),
    });
  for (let day = 0; day < size.reviews; day += 1)
    await author.person.send('POST', `/api/admissions/${admission}/measurements`, team.key(`values ${day}`), {
      measurements: VALUES.map(([kind, value, unit]) => ({
        kind,
        value,
        unit,
        takenOn: addDays(today(), day + 1 - size.reviews),
        source: 'laboratory',
      })),
    });
  return { author, teammate, admission, drugs };
}

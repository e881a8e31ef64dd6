/** Test data: a very long admission, with a number of reviews of a number of entries each. */
import type { ErrorType, Review } from 'language/contract/entities';
import { addDays } from 'language/domain/values/calendar-date';
import { isNoError, severities } from 'language/domain/values/codes';
import { addDrug, admit, type Member, openTeam, today } from '../team.ts';

export interface LongStay {
  readonly author: Member;
  readonly teammate: Member;
  readonly admission: string;
}

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
  return { author, teammate, admission };
}

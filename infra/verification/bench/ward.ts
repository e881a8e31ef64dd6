/** Test data: one team with members, and open admissions with one review each for the entries. */
import type { Review } from 'language/contract/entities';
import type { Person } from '../../runtime/seed/api-client.ts';
import { addDrug, admit, openTeam, today } from './team.ts';

export interface Ward {
  readonly team: string;
  readonly author: Person;
  /** The author's. */
  readonly credentials: { readonly email: string; readonly password: string };
  readonly tokens: readonly string[];
  readonly reviews: readonly string[];
  readonly drug: string;
}

export async function openWard(base: string, size: { members: number; reviews: number }): Promise<Ward> {
  const team = await openTeam(base, size.members);
  const { members, key } = team;
  const [{ person: author, credentials }] = members;
  const drug = await addDrug(team);
  const reviews: string[] = [];
  for (let index = 0; index < size.reviews; index += 1) {
    const { _id: admissionId } = await admit(team, index);
    const { _id: review } = await author.send<Review>('POST', '/api/reviews/addReview', key(`review ${index}`), {
      admissionId,
      reviewDate: today(),
      clinicalNote: '<p>Stable.</p>',
      drugErrs: [],
    });
    reviews.push(review);
  }
  return { team: team.id, author, credentials, tokens: members.map(({ token }) => token), reviews, drug };
}

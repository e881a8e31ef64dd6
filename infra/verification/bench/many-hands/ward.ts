/** Test data: one admission with many writers. Each has a review of their own with a few entries. */
import type { DrugErr, Review } from 'language/contract/entities';
import { filledIn } from '../commands/entries.ts';
import { addDrug, admit, type Member, openTeam, today } from '../team.ts';

export interface Writer extends Member {
  readonly review: string;
  /** Each with the version that this writer saw last. */
  readonly entries: Map<string, number>;
  /** Entries whose last change is not answered yet. */
  readonly pending: Set<string>;
}
export interface BusyWard {
  readonly team: string;
  readonly admission: string;
  readonly writers: readonly Writer[];
  /** The tokens of all members, the writers first. */
  readonly tokens: readonly string[];
  readonly drug: string;
}

/** @param size.people at least the number of writers; `entries` in each review at the start */
export async function openBusyWard(
  base: string,
  size: { people: number; writers: number; entries: number },
): Promise<BusyWard> {
  const team = await openTeam(base, size.people);
  const drug = await addDrug(team);
  const { _id: admission } = await admit(team, 0);
  const writers: Writer[] = [];
  for (const [index, member] of team.members.slice(0, size.writers).entries()) {
    const drugErrs = Array.from({ length: size.entries }, () => filledIn(drug, '<p>As it was on admission.</p>'));
    const review = await member.person.send<Review>('POST', '/api/reviews/addReview', team.key(`review ${index}`), {
      admissionId: admission,
      reviewDate: today(),
      clinicalNote: '<p>Stable.</p>',
      drugErrs,
    });
    writers.push({
      ...member,
      review: review._id,
      entries: new Map(review.drugErrs.map(({ _id, version }: DrugErr) => [_id, version])),
      pending: new Set(),
    });
  }
  return { team: team.id, admission, writers, tokens: team.members.map(({ token }) => token), drug };
}

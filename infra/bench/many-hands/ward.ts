/** Test data: one admission with many writers. Each has a review of their own with a few entries. */
import { randomUUID } from 'node:crypto';
import type { Admission, Drug, DrugErr, Patient, Review, SignedIn, Team } from 'command-api/contract/entities';
import { calendarDateIn } from 'command-api/domain/values/calendar-date';
import { NO_ERROR } from 'command-api/domain/values/codes';
import { inParallel, type Person, personWith, visitor } from '../../seed/api-client.ts';

export interface Writer {
  readonly person: Person;
  readonly userId: string;
  readonly token: string;
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

export const filledIn = (drug: string, note: string) => ({
  errType: NO_ERROR._id,
  errDrug: drug,
  errNote: note,
  errRes: null,
  errSeverity: null,
  drugTags: [],
});

/** @param size.people at least the number of writers; `entries` in each review at the start */
export async function openBusyWard(
  base: string,
  size: { people: number; writers: number; entries: number },
): Promise<BusyWard> {
  const run = randomUUID().slice(0, 8);
  const key = (what: string): string => `many-hands:${run}:${what}`;
  const people: SignedIn[] = [];
  await inParallel(
    Array.from({ length: size.people }, (_, index) => index),
    4,
    async (index) => {
      const account = {
        firstName: 'Bench',
        lastName: `Hand ${index}`,
        email: `hand-${run}-${index}@bench.test`,
        phone: '',
        password: 'bench-pass-1',
      };
      people[index] = await visitor(base).send<SignedIn>('POST', '/api/users', key(account.email), account);
    },
  );
  const [first, ...others] = people;
  if (!first) throw new RangeError('A ward needs people');
  const admin = personWith(base, first.token);
  const team = await admin.send<Team>('POST', '/api/teams', key('team'), {
    name: `Many hands ${run}`,
    specialty: 1,
    about: '',
  });
  for (const { email } of others)
    await admin.send('POST', `/api/teams/${team._id}/members`, key(`member ${email}`), { email });
  const drug = await admin.send<Drug>('POST', '/api/drugs', key('drug'), {
    label: 'Paracetamol',
    tradeLabels: [{ label: 'Bench 500 mg' }],
    tips: '',
  });
  const label = drug.tradeLabels[0]?._id ?? '';
  const today = calendarDateIn('Africa/Cairo', new Date());
  const patient = await admin.send<Patient>('POST', '/api/patients', key('patient'), {
    team: team._id,
    firstName: 'محمد',
    middleName: 'أحمد',
    lastName: 'علي',
    fourthName: 'حسن',
    birthdate: '1960-01-01',
    medicalRecordNumber: run,
  });
  const admission = await admin.send<Admission>('POST', '/api/admissions', key('admission'), {
    patient: patient._id,
    team: team._id,
    admissionDate: today,
    admissionDetails: '<p>Bench</p>',
  });
  const writers: Writer[] = [];
  for (const [index, { _id: userId, token }] of people.slice(0, size.writers).entries()) {
    const person = personWith(base, token);
    const drugErrs = Array.from({ length: size.entries }, () => filledIn(label, '<p>As it was on admission.</p>'));
    const review = await person.send<Review>('POST', '/api/reviews/addReview', key(`review ${index}`), {
      admissionId: admission._id,
      reviewDate: today,
      clinicalNote: '<p>Stable.</p>',
      drugErrs,
    });
    writers.push({
      person,
      userId,
      token,
      review: review._id,
      entries: new Map(review.drugErrs.map(({ _id, version }: DrugErr) => [_id, version])),
      pending: new Set(),
    });
  }
  return { team: team._id, admission: admission._id, writers, tokens: people.map(({ token }) => token), drug: label };
}

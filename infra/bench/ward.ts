/** Test data: one team with members, and open admissions with one review each for the entries. */
import { randomUUID } from 'node:crypto';
import type { Admission, Drug, Patient, Review, Team } from 'command-api/contract/entities';
import { calendarDateIn } from 'command-api/domain/values/calendar-date';
import { type Person, signUp } from '../seed/api-client.ts';

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
  const run = randomUUID().slice(0, 8);
  const people: { person: Person; email: string; password: string; token: string }[] = [];
  for (let index = 0; index < size.members; index += 1) {
    const email = `bench-${run}-${index}@bench.test`;
    const account = { firstName: 'Bench', lastName: `Member ${index}`, email, phone: '', password: 'bench-pass-1' };
    const person = await signUp(base, account);
    const answer = await fetch(new URL('/api/users/login', base), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: account.password }),
    });
    people.push({
      person,
      email,
      password: account.password,
      token: ((await answer.json()) as { token: string }).token,
    });
  }
  const [author, ...others] = people;
  if (!author) throw new RangeError('A ward needs a member');
  const key = (what: string): string => `bench:${run}:${what}`;
  const team = await author.person.send<Team>('POST', '/api/teams', key('team'), {
    name: `Bench ${run}`,
    specialty: 1,
    about: '',
  });
  for (const { email } of others)
    await author.person.send('POST', `/api/teams/${team._id}/members`, key(email), { email });
  const drug = await author.person.send<Drug>('POST', '/api/drugs', key('drug'), {
    label: 'Paracetamol',
    tradeLabels: [{ label: 'Bench 500 mg' }],
    tips: '',
  });
  const today = calendarDateIn('Africa/Cairo', new Date());
  const reviews: string[] = [];
  for (let index = 0; index < size.reviews; index += 1) {
    const patient = await author.person.send<Patient>('POST', '/api/patients', key(`patient-${index}`), {
      team: team._id,
      firstName: 'محمد',
      middleName: 'أحمد',
      lastName: 'علي',
      fourthName: 'حسن',
      birthdate: '1960-01-01',
      medicalRecordNumber: `${index}`,
    });
    const admission = await author.person.send<Admission>('POST', '/api/admissions', key(`admission-${index}`), {
      patient: patient._id,
      team: team._id,
      admissionDate: today,
      admissionDetails: '<p>Bench</p>',
    });
    const review = await author.person.send<Review>('POST', '/api/reviews/addReview', key(`review-${index}`), {
      admissionId: admission._id,
      reviewDate: today,
      clinicalNote: '<p>Stable.</p>',
      drugErrs: [],
    });
    reviews.push(review._id);
  }
  const label = drug.tradeLabels[0]?._id;
  if (!label) throw new Error('The drug has no trade label');
  const { email, password } = author;
  return {
    team: team._id,
    author: author.person,
    credentials: { email, password },
    tokens: people.map(({ token }) => token),
    reviews,
    drug: label,
  };
}

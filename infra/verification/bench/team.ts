/** Test data of the benchmarks, written through the product's API: a team with members, its patients and a drug. */
import { randomUUID } from 'node:crypto';
import type { Admission, Drug, Patient, SignedIn, Team } from 'language/contract/entities';
import { type CalendarDate, calendarDateIn } from 'language/domain/values/calendar-date';
import { inParallel, type Person, signUp, visitor } from '../../runtime/seed/api-client.ts';

export interface Member {
  readonly person: Person;
  readonly userId: string;
  readonly token: string;
  readonly credentials: { readonly email: string; readonly password: string };
}

export interface BenchTeam {
  readonly id: string;
  /** The first one is the team's admin. */
  readonly members: readonly [Member, ...Member[]];
  /** The key of a command, from what it makes. */
  readonly key: (what: string) => string;
}

const SIGNING_UP = 4;

export const today = (): CalendarDate => calendarDateIn('Africa/Cairo', new Date());

export async function openTeam(base: string, size: number): Promise<BenchTeam> {
  const run = randomUUID().slice(0, 8);
  const key = (what: string): string => `bench:${run}:${what}`;
  const signedUp: Member[] = [];
  await inParallel(
    Array.from({ length: size }, (_, index) => index),
    SIGNING_UP,
    async (index) => {
      const credentials = { email: `bench-${run}-${index}@bench.test`, password: 'bench-pass-1' };
      const person = await signUp(base, { firstName: 'Bench', lastName: `Member ${index}`, phone: '', ...credentials });
      const { _id: userId, token } = await visitor(base).send<SignedIn>(
        'POST',
        '/api/users/login',
        key(`login ${index}`),
        credentials,
      );
      signedUp[index] = { person, userId, token, credentials };
    },
  );
  const [admin, ...others] = signedUp;
  if (!admin) throw new RangeError('A team needs a member');
  const { _id: id } = await admin.person.send<Team>('POST', '/api/teams', key('team'), {
    name: `Bench ${run}`,
    specialty: 1,
    about: '',
  });
  for (const { credentials } of others)
    await admin.person.send('POST', `/api/teams/${id}/members`, key(credentials.email), { email: credentials.email });
  return { id, members: [admin, ...others], key };
}

/** Admits a new patient. @param number of the patient in this run */
export async function admit(
  { id: team, members: [{ person }], key }: BenchTeam,
  number: number,
  admissionDate: CalendarDate = today(),
): Promise<Admission> {
  const { _id: patient } = await person.send<Patient>('POST', '/api/patients', key(`patient ${number}`), {
    team,
    firstName: 'محمد',
    middleName: 'أحمد',
    lastName: 'علي',
    fourthName: 'حسن',
    birthdate: '1960-01-01',
    medicalRecordNumber: String(number),
    sex: 'male',
  });
  const admission = { patient, team, admissionDate, admissionDetails: '<p>احتشاء عضلة القلب</p>' };
  return person.send<Admission>('POST', '/api/admissions', key(`admission ${number}`), admission);
}

/** @returns the id of its trade label */
export async function addDrug({ members: [{ person }], key }: BenchTeam, number = 0): Promise<string> {
  const { tradeLabels } = await person.send<Drug>('POST', '/api/drugs', key(`drug ${number}`), {
    label: `Bench drug ${number}`,
    tradeLabels: [{ label: `Benchin ${number} mg` }],
    tips: '',
  });
  const [label] = tradeLabels;
  if (!label) throw new Error('The drug has no trade label');
  return label._id;
}

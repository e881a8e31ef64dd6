/** A team whose physicians are asked: two clinical pharmacists, two physicians and two stays, made over HTTP. */
import { calendarDateIn } from 'language/domain/values/calendar-date';
import type { Admission, ErrorType, Patient, SignedIn, Team, TradeLabelRow } from 'language/contract/entities';
import { firstAnswerRules, type Reminders } from 'language/domain/team/answer-rules';
import { type ApiCall, callAs, PASSWORD } from './demo-hospital.ts';

const person = (firstName: string, lastName: string) => ({
  firstName,
  lastName,
  name: `${firstName} ${lastName}`,
  email: `${firstName.toLowerCase()}@team.test`,
});
/** Mona founds the team, and so is its admin. */
export const people = {
  mona: person('Mona', 'Farouk'),
  omar: person('Omar', 'Shaker'),
  hany: person('Hany', 'Gerges'),
  dina: person('Dina', 'Mostafa'),
} as const;
export type PersonName = keyof typeof people;
export const personNames = ['mona', 'omar', 'hany', 'dina'] as const satisfies readonly PersonName[];

export const REASON = 'The benefit outweighs the risk';
/** The settings of a product with this team alone. */
export const answeringSettings = {
  SEED: 'catalogue',
  CAPTCHA: 'off',
  REQUIRE_VERIFIED_EMAIL: 'false',
  ADMIN_EMAIL: 'admin@team.test',
  ADMIN_PASSWORD: PASSWORD,
};

export interface AnsweringTeam {
  readonly team: string;
  readonly ids: Readonly<Record<PersonName, string>>;
  readonly calls: Readonly<Record<PersonName, ApiCall>>;
  /** Hany is the consultant of the first one, Dina of the second one. */
  readonly stays: readonly [string, string];
  /** The family names of the patients. */
  readonly patients: readonly [string, string];
  readonly errorType: ErrorType;
}

/** @param severe when people are reminded of errors of the severities G to I; of others nobody is */
export async function openAnsweringTeam(base: string, severe: Reminders): Promise<AnsweringTeam> {
  for (const { name: _, ...fields } of Object.values(people)) {
    const answer = await fetch(new URL('/api/users', base), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, password: PASSWORD }),
    });
    if (!answer.ok) throw new Error(`${fields.email} could not sign up: ${answer.status} ${await answer.text()}`);
  }
  const callOf = (name: PersonName): Promise<ApiCall> => callAs(base, people[name].email);
  const [mona, omar, hany, dina] = await Promise.all([callOf('mona'), callOf('omar'), callOf('hany'), callOf('dina')]);
  const calls = { mona, omar, hany, dina };
  const idOf = async (name: PersonName): Promise<string> => (await calls[name]<SignedIn>('GET', '/api/users/me'))._id;
  const ids = {
    mona: await idOf('mona'),
    omar: await idOf('omar'),
    hany: await idOf('hany'),
    dina: await idOf('dina'),
  };
  const { _id: team } = await mona<Team>('POST', '/api/teams', { name: 'Morning round', specialty: 1, about: '' });
  for (const name of ['omar', 'hany', 'dina'] as const)
    await mona('POST', `/api/teams/${team}/members`, { email: people[name].email });
  for (const name of ['hany', 'dina'] as const)
    await mona('PUT', `/api/teams/${team}/members/${ids[name]}`, { role: 'physician' });
  const never = { remindAfterMinutes: null, nextAfterMinutes: null, adminAfterMinutes: null };
  await mona('PUT', `/api/teams/${team}/answerRules`, {
    ...firstAnswerRules,
    refusalReasons: [REASON],
    ladder: { AB: never, CD: never, EF: never, GI: severe, ungraded: never },
    quietFrom: '',
    quietUntil: '',
  });
  const patients = ['Ramadan', 'Wassef'] as const;
  const admit = async (lastName: string, consultant: string): Promise<string> => {
    const patient = await mona<Patient>('POST', '/api/patients', {
      team,
      firstName: 'Nabil',
      lastName,
      birthdate: '1950-01-01',
    });
    const admissionDate = calendarDateIn('Africa/Cairo', new Date());
    return (await mona<Admission>('POST', '/api/admissions', { patient: patient._id, admissionDate, consultant }))._id;
  };
  const stays = [
    await admit(patients[0], `Dr. ${people.hany.name}`),
    await admit(patients[1], people.dina.name),
  ] as const;
  const errorType = (await mona<ErrorType[]>('GET', '/api/errtypes')).find(
    ({ label }) => label === 'Renal dose adjustment',
  );
  if (!errorType) throw new Error('The sample catalogue has another list of error types');
  return { team, ids, calls, stays, patients, errorType };
}

/** Trade names of the sample catalogue, of which none is a part of another. */
export async function tradeNames(call: ApiCall, count: number): Promise<TradeLabelRow[]> {
  const rows = await call<TradeLabelRow[]>('GET', '/api/drugs');
  const named = rows.filter(
    ({ label }) => /^[A-Z][a-z]{4,}$/.test(label) && rows.filter((row) => row.label.includes(label)).length === 1,
  );
  if (named.length < count) throw new Error('The sample catalogue has too few trade names');
  return named.slice(0, count);
}

/**
 * The two teams of the clients: their admins, pharmacists and physicians. A few admissions, which begin in the first team
 * and are transferred between both.
 */
import { randomUUID } from 'node:crypto';
import type { Answer, ErrorType, Patient, SignedIn } from 'language/contract/entities';
import { type CalendarDate, calendarDate } from 'language/domain/values/calendar-date';
import { NO_ERROR } from 'language/domain/values/codes';
import { addDrug, admit, openTeam, today } from '../../bench/team.ts';
import { type Command, done } from './calls.ts';

export type Role = 'admin' | 'pharmacist' | 'physician';
export interface Member {
  readonly userId: string;
  readonly token: string;
  readonly role: Role;
  /** The team; undefined for a screen of one chart alone. */
  readonly team?: string;
}
export interface TestAdmission {
  readonly id: string;
  readonly patient: string;
  /** Two people may erase the patient: half of the patients stay to the end. */
  readonly isErasable: boolean;
}
export interface TestTeam {
  readonly id: string;
  /** The first is the team's admin. */
  readonly members: readonly Member[];
  readonly otherTeam: string;
  /** The people of the other team. The first is its admin. */
  readonly others: readonly Member[];
  readonly admissions: readonly TestAdmission[];
  /** They have no charts: they are merged with each other (`merging.ts`). */
  readonly patients: readonly string[];
  /** Trade-label ids. */
  readonly drugs: readonly string[];
  readonly errorTypes: readonly string[];
  readonly today: CalendarDate;
}

/** The settings of the product in these runs, with the account that may create error types. */
export const productEnv = {
  ADMIN_EMAIL: 'admin@convergence.test',
  ADMIN_PASSWORD: 'converge-pass-1',
  CAPTCHA: 'off',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'warn',
} as const;
const MERGED_PATIENTS = 5;
/** Both teams have this account of an image service, and so the image. */
const images = { cloudName: 'faults', uploadPreset: 'unsigned' } as const;
export const IMAGE = `https://res.cloudinary.com/${images.cloudName}/image/upload/1.jpg`;
const DRUGS = [0, 1, 2, 3];
const ADMISSION_DATE = calendarDate('2026-01-10');

/** The part of the people who are in the other team. */
const SHARE_OF_OTHERS = 0.4;

/** Every third member is a physician. The first is the team's admin and a pharmacist. @param size.people at least 2 */
export async function createTestTeam(base: string, size: { people: number; admissions: number }): Promise<TestTeam> {
  const run = randomUUID().slice(0, 8);
  const post = <Body>(token: string, path: string, body: object): Promise<Body> =>
    done<Body>(base, token, { method: 'POST', path, body });

  /** A team that receives transfers, with these people. */
  const foundTeam = async (people: number) => {
    const team = await openTeam(base, people);
    const { id } = team;
    const [{ token }] = team.members;
    const put = (path: string, body: object) => done(base, token, { method: 'PUT', path, body });
    await put(`/api/teams/${id}/edit`, { receivesTransfers: true, ...images });
    const members: Member[] = [];
    for (const [index, { userId, token: own }] of team.members.entries()) {
      const role = index === 0 ? 'admin' : index % 3 === 2 ? 'physician' : 'pharmacist';
      if (role === 'physician') await put(`/api/teams/${id}/members/${userId}`, { role });
      members.push({ userId, token: own, role, team: id });
    }
    return { team, token, members };
  };
  const elsewhere = Math.max(1, Math.floor(SHARE_OF_OTHERS * size.people));
  const { team, token, members } = await foundTeam(size.people - elsewhere);
  const other = await foundTeam(elsewhere);
  const drugs: string[] = [];
  for (const number of DRUGS) drugs.push(await addDrug(team, number));
  const { token: installing } = await post<SignedIn>('', '/api/users/login', {
    email: productEnv.ADMIN_EMAIL,
    password: productEnv.ADMIN_PASSWORD,
  });
  const errorTypes: string[] = [NO_ERROR._id];
  for (const label of [`Dose ${run}`, `Interval ${run}`])
    errorTypes.push((await post<Answer<ErrorType>>(installing, '/api/errtypes', { label }))._id);

  const admissions: TestAdmission[] = [];
  for (let index = 0; index < size.admissions; index += 1) {
    const { _id: id, patient } = await admit(team, index, ADMISSION_DATE);
    const review = { admissionId: id, reviewDate: today(), clinicalNote: '<p>First</p>', drugErrs: [] };
    await post(token, '/api/reviews/addReview', review);
    admissions.push({ id, patient, isErasable: index >= Math.ceil(size.admissions / 2) });
  }
  const patients: string[] = [];
  for (let index = 0; index < MERGED_PATIENTS; index += 1) {
    const names = { firstName: 'منى', middleName: 'أحمد', birthdate: '1970-01-01' };
    patients.push((await post<Patient>(token, '/api/patients', { team: team.id, ...names }))._id);
  }
  return {
    id: team.id,
    members,
    otherTeam: other.team.id,
    others: other.members,
    admissions,
    patients,
    drugs,
    errorTypes,
    today: today(),
  };
}

/** @throws RangeError if the team has no such member */
export function memberOf({ members }: Pick<TestTeam, 'members'>, role: Role): Member {
  const member = members.find((one) => one.role === role);
  if (!member) throw new RangeError(`The team has no ${role}`);
  return member;
}

/** A new physician's note, as runs write them beside the clients. */
export const noteOn = (admission: string, day: CalendarDate, text: string): Command => ({
  method: 'POST',
  path: '/api/physicNotes/addphysicNote',
  body: { admissionId: admission, noteDate: day, note: `<p>${text}</p>` },
});

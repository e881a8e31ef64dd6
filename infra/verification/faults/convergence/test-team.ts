/**
 * The two teams of the clients: their admins, pharmacists and physicians. A few admissions, which begin in the first team
 * and are transferred between both.
 */
import { randomUUID } from 'node:crypto';
import type { Admission, Answer, Drug, ErrorType, Patient, Review, SignedIn, Team } from 'language/contract/entities';
import { type CalendarDate, calendarDateIn } from 'language/domain/values/calendar-date';
import { NO_ERROR } from 'language/domain/values/codes';
import { done } from './calls.ts';

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

/** The account that may create error types. The product has to be started with these settings. */
export const adminAccount = {
  ADMIN_EMAIL: 'adminAccount@convergence.test',
  ADMIN_PASSWORD: 'converge-pass-1',
} as const;
const PASSWORD = 'converge-pass-1';
const MERGED_PATIENTS = 5;
/** Both teams have this account of an image service, and so the image. */
const images = { cloudName: 'faults', uploadPreset: 'unsigned' } as const;
export const IMAGE = `https://res.cloudinary.com/${images.cloudName}/image/upload/1.jpg`;

/** The part of the people who are in the other team. */
const SHARE_OF_OTHERS = 0.4;

/** Every third member is a physician. The first is the team's admin and a pharmacist. @param size.people at least 2 */
export async function createTestTeam(base: string, size: { people: number; admissions: number }): Promise<TestTeam> {
  const run = randomUUID().slice(0, 8);
  const post = <Body>(token: string, path: string, body: object): Promise<Body> =>
    done<Body>(base, token, { method: 'POST', path, body });
  const put = (token: string, path: string, body: object): Promise<unknown> =>
    done(base, token, { method: 'PUT', path, body });
  const signUp = (index: number): Promise<SignedIn> =>
    post<SignedIn>('', '/api/users', {
      firstName: 'Client',
      lastName: `Number ${index}`,
      email: `client-${run}-${index}@convergence.test`,
      phone: '',
      password: PASSWORD,
    });

  const { token: installing } = await post<SignedIn>('', '/api/users/login', {
    email: adminAccount.ADMIN_EMAIL,
    password: adminAccount.ADMIN_PASSWORD,
  });
  /** A team that receives transfers, with these people. */
  const foundTeam = async (name: string, [first, ...further]: readonly SignedIn[]): Promise<readonly Member[]> => {
    if (!first) throw new RangeError('A team needs people');
    const { _id: id } = await post<Team>(first.token, '/api/teams', { name, specialty: 1, about: '' });
    await put(first.token, `/api/teams/${id}/edit`, { receivesTransfers: true, ...images });
    const found: Member[] = [{ userId: first._id, token: first.token, role: 'admin', team: id }];
    for (const [index, { _id, email, token }] of further.entries()) {
      const role = index % 3 === 1 ? 'physician' : 'pharmacist';
      await post(first.token, `/api/teams/${id}/members`, { email });
      if (role === 'physician') await put(first.token, `/api/teams/${id}/members/${_id}`, { role });
      found.push({ userId: _id, token, role, team: id });
    }
    return found;
  };
  const people = await Promise.all(Array.from({ length: size.people }, (_, index) => signUp(index)));
  const elsewhere = Math.max(1, Math.floor(SHARE_OF_OTHERS * size.people));
  const members = await foundTeam(`Convergence ${run}`, people.slice(elsewhere));
  const others = await foundTeam(`Ward ${run}`, people.slice(0, elsewhere));
  const [[admin], [otherAdmin]] = [members, others];
  if (admin?.team === undefined || otherAdmin?.team === undefined) throw new RangeError('A team needs an admin');
  const [team, otherTeam] = [admin.team, otherAdmin.team];
  const drug = await post<Drug>(admin.token, '/api/drugs', {
    label: 'Paracetamol',
    tradeLabels: ['500 mg', '1 g', 'Syrup', 'Drops'].map((label) => ({ label })),
    tips: '',
  });
  const errorTypes: string[] = [NO_ERROR._id];
  for (const label of [`Dose ${run}`, `Interval ${run}`])
    errorTypes.push((await post<Answer<ErrorType>>(installing, '/api/errtypes', { label }))._id);

  const today = calendarDateIn('Africa/Cairo', new Date());
  const admissionDate = '2026-01-10';
  const admissions: TestAdmission[] = [];
  for (let index = 0; index < size.admissions; index += 1) {
    const patient = await post<Patient>(admin.token, '/api/patients', {
      team,
      firstName: 'محمد',
      middleName: 'أحمد',
      lastName: 'علي',
      birthdate: '1960-01-01',
      medicalRecordNumber: `${run}-${index}`,
    });
    const admission = await post<Admission>(admin.token, '/api/admissions', {
      patient: patient._id,
      team,
      admissionDate,
      admissionDetails: '<p>Sepsis</p>',
    });
    await post<Review>(admin.token, '/api/reviews/addReview', {
      admissionId: admission._id,
      reviewDate: today,
      clinicalNote: '<p>First</p>',
      drugErrs: [],
    });
    const isErasable = index >= Math.ceil(size.admissions / 2);
    admissions.push({ id: admission._id, patient: patient._id, isErasable });
  }
  const patients: string[] = [];
  for (let index = 0; index < MERGED_PATIENTS; index += 1) {
    const names = { firstName: 'منى', middleName: 'أحمد', birthdate: '1970-01-01' };
    patients.push((await post<Patient>(admin.token, '/api/patients', { team, ...names }))._id);
  }
  return {
    id: team,
    members,
    otherTeam,
    others,
    admissions,
    patients,
    drugs: drug.tradeLabels.map(({ _id }) => _id),
    errorTypes,
    today,
  };
}

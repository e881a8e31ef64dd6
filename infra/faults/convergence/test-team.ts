/** The team that the clients share: its admin, pharmacists and physicians, and a few admissions. */
import { randomUUID } from 'node:crypto';
import type {
  Admission,
  Answer,
  Drug,
  ErrorType,
  Patient,
  Review,
  SignedIn,
  Team,
  UploadedImages,
} from 'command-api/contract/entities';
import { calendarDateIn } from 'command-api/domain/values/calendar-date';
import { NO_ERROR } from 'command-api/domain/values/codes';
import { type Command, send } from './calls.ts';

export type Role = 'admin' | 'pharmacist' | 'physician';
export interface Member {
  readonly userId: string;
  readonly token: string;
  readonly role: Role;
}
export interface TestTeam {
  readonly id: string;
  readonly members: readonly Member[];
  /** `image`: the address of an image that was uploaded to the admission. */
  readonly admissions: readonly { readonly id: string; readonly patient: string; readonly image: string }[];
  /** Without charts: they are merged with each other (`merging.ts`). */
  readonly patients: readonly string[];
  /** Trade-label ids. */
  readonly drugs: readonly string[];
  readonly errorTypes: readonly string[];
  readonly today: string;
}

/** The account that may create error types. The product has to be started with these settings. */
export const adminAccount = {
  ADMIN_EMAIL: 'adminAccount@convergence.test',
  ADMIN_PASSWORD: 'converge-pass-1',
} as const;
const PASSWORD = 'converge-pass-1';
const MERGED_PATIENTS = 5;
/** A PNG of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Every third member is a physician. The first is the team's admin and a pharmacist. */
export async function createTestTeam(base: string, size: { people: number; admissions: number }): Promise<TestTeam> {
  const run = randomUUID().slice(0, 8);
  const made = async <Body>(token: string, command: Command): Promise<Body> => {
    const { answer } = await send(base, token, command);
    if (answer === undefined || answer.status >= 300)
      throw new Error(`${command.method} ${command.path}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
    return answer.body as Body;
  };
  const post = <Body>(token: string, path: string, body: object): Promise<Body> =>
    made<Body>(token, { method: 'POST', path, body });
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
  const [admin, ...others] = await Promise.all(Array.from({ length: size.people }, (_, index) => signUp(index)));
  if (!admin) throw new RangeError('A team needs people');
  const team = await post<Team>(admin.token, '/api/teams', { name: `Convergence ${run}`, specialty: 1, about: '' });
  const members: Member[] = [{ userId: admin._id, token: admin.token, role: 'admin' }];
  for (const [index, { _id, email, token }] of others.entries()) {
    const role = index % 3 === 1 ? 'physician' : 'pharmacist';
    await post(admin.token, `/api/teams/${team._id}/members`, { email });
    if (role === 'physician')
      await made(admin.token, { method: 'PUT', path: `/api/teams/${team._id}/members/${_id}`, body: { role } });
    members.push({ userId: _id, token, role });
  }
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
  const admissions: { id: string; patient: string; image: string }[] = [];
  for (let index = 0; index < size.admissions; index += 1) {
    const patient = await post<Patient>(admin.token, '/api/patients', {
      team: team._id,
      firstName: 'محمد',
      middleName: 'أحمد',
      lastName: 'علي',
      birthdate: '1960-01-01',
      medicalRecordNumber: `${run}-${index}`,
    });
    const admission = await post<Admission>(admin.token, '/api/admissions', {
      patient: patient._id,
      team: team._id,
      admissionDate,
      admissionDetails: '<p>Sepsis</p>',
    });
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(picture)]), 'x-ray.png');
    const { images } = await made<UploadedImages>(admin.token, {
      method: 'POST',
      path: `/api/admissions/${admission._id}/images`,
      body: form,
    });
    await post<Answer<Review>>(admin.token, '/api/reviews/addReview', {
      admissionId: admission._id,
      reviewDate: today,
      clinicalNote: '<p>First</p>',
      drugErrs: [],
    });
    admissions.push({ id: admission._id, patient: patient._id, image: images[0]?.image ?? '' });
  }
  const patients: string[] = [];
  for (let index = 0; index < MERGED_PATIENTS; index += 1) {
    const names = { firstName: 'منى', middleName: 'أحمد', birthdate: '1970-01-01' };
    patients.push((await post<Patient>(admin.token, '/api/patients', { team: team._id, ...names }))._id);
  }
  return {
    id: team._id,
    members,
    admissions,
    patients,
    drugs: drug.tradeLabels.map(({ _id }) => _id),
    errorTypes,
    today,
  };
}

/** The sample data of a kept data folder: one of each thing that the product stores, created through the HTTP API. */
import { calendarDateIn } from 'language/domain/values/calendar-date';
import { client, signedIn, type Ask } from './client.ts';

const password = 'kept-pass-1';
const account = (firstName: string, email: string) => ({
  firstName,
  lastName: 'Adel',
  email,
  phone: '01001234501',
  password,
});

export const admin = { email: 'admin@kept.test', password };
export const people = {
  /** Admin of the team. */
  pharmacist: account('Mona', 'mona@kept.test'),
  second: account('Omar', 'omar@kept.test'),
  physician: account('Hany', 'hany@kept.test'),
};
/** Ids of the kept chart; `erasedPatient` is a deleted patient. */
export interface KeptIds {
  readonly team: string;
  readonly admission: string;
  readonly review: string;
  readonly drug: string;
  readonly errorType: string;
  readonly erasedPatient: string;
}
export interface Kept {
  /** The date on which the data was written, YYYY-MM-DD. */
  readonly day: string;
  readonly ids: KeptIds;
  /** The answers to the pharmacist's reads, by path. */
  readonly answers: Answers;
  /** People of the demo hospital, where the folder has it, with the answers to their reads. */
  readonly readers?: readonly { readonly email: string; readonly password: string; readonly answers: Answers }[];
}
export type Answers = Readonly<Record<string, unknown>>;

interface Made {
  readonly _id: string;
}
interface MadeReview extends Made {
  readonly drugErrs: readonly Made[];
}

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const PERIOD = 'startDate=2026-11-01&endDate=2026-11-30';

/**
 * Fills a new installation (`SEED=none`, whose admin account is `admin`).
 * @returns the ids, and the answers to the reads that a later version must answer the same
 * @throws Error when a command is refused
 */
export async function writeSampleData(url: string): Promise<Kept> {
  const visitor = client(url);
  for (const person of Object.values(people)) await visitor('POST', '/api/users', person);
  const [adminAccount, pharmacist, second, physician] = [
    await signedIn(url, admin),
    await signedIn(url, people.pharmacist),
    await signedIn(url, people.second),
    await signedIn(url, people.physician),
  ];
  const catalogue = await fillCatalogue(adminAccount, pharmacist);
  const { team, physicianId } = await createTeam(pharmacist);
  const by = { pharmacist, second, physician };
  const { patient, erasedPatient, admission, review, image } = await writeChart(by, team, catalogue, {
    names: ['نورهان', 'سلمى'],
    recordNumbers: ['77001', '77010', '77002'],
  });
  await second('POST', '/api/userErrTemps', {
    errDrugTradeId: catalogue.tradeLabel,
    errType: catalogue.tooHigh,
    errNote: '<p>My own words</p>',
  });
  await second('POST', `/api/users/addRecomm/${physicianId}`, { recommendation: '<p>Careful</p>' });

  const paths = [
    `/api/teams/${team}`,
    `/api/patients/team/${team}`,
    `/api/patients/${patient}`,
    `/api/admissions/${patient}`,
    `/api/admissions/${admission}/details`,
    `/api/admissions/${admission}/medications`,
    `/api/reviews/listAdmissionReviews/${admission}`,
    `/api/reviews/revMedDashboard/${admission}`,
    `/api/physicNotes/listAdmNotes/${admission}`,
    `/api/reviews/errsByTypeDistribution?team=${team}&${PERIOD}`,
    `/api/reviews/listReviewsPerTag?team=${team}&${PERIOD}`,
    `/api/reviews/countsReviewPerDay?team=${team}&${PERIOD}`,
    `/api/history/admissions/${admission}`,
    `/api/users/${physicianId}/userDetails`,
    '/api/drugs/roots',
    image,
  ];
  const answers: Record<string, unknown> = {};
  for (const path of paths) answers[path] = await readSettled(pharmacist, path);
  return {
    day: calendarDateIn('Africa/Cairo', new Date()),
    ids: { team, admission, review, drug: catalogue.tradeLabel, errorType: catalogue.tooHigh, erasedPatient },
    answers,
  };
}

/** Reads until two answers are the same: then the read models have caught up. */
async function readSettled(reader: Ask, path: string): Promise<unknown> {
  for (let before: string | undefined; ;) {
    const answer = await reader('GET', path);
    const text = JSON.stringify(answer);
    if (text === before) return answer;
    before = text;
    await new Promise((resume) => setTimeout(resume, 2_000));
  }
}

export interface Catalogue {
  readonly tooHigh: string;
  readonly duplicate: string;
  readonly tradeLabel: string;
}

async function fillCatalogue(adminAccount: Ask, pharmacist: Ask): Promise<Catalogue> {
  const make = async (path: string, label: string): Promise<string> =>
    (await adminAccount<Made>('POST', path, { label }))._id;
  const tooHigh = await make('/api/errtypes', 'Dose too high');
  const duplicate = await make('/api/errtypes', 'Duplicate therapy');
  const tag = await make('/api/tags', 'Anticoagulant');
  const drug = await pharmacist<Made & { tradeLabels: readonly [Made] }>('POST', '/api/drugs', {
    label: 'Warfarin',
    tradeLabels: [{ label: 'Marevan 5 mg' }],
    tags: [tag],
    errTemps: [{ errType: tooHigh, isAdult: true, label: '<p>INR <strong>4.2</strong>: reduce to 2.5 mg q24h</p>' }],
  });
  await pharmacist('PUT', '/api/drugs', { _id: drug._id, tips: '<p>Check the INR every day</p>' });
  return { tooHigh, duplicate, tradeLabel: drug.tradeLabels[0]._id };
}

async function createTeam(pharmacist: Ask): Promise<{ team: string; physicianId: string }> {
  const { _id: team } = await pharmacist<Made>('POST', '/api/teams', {
    name: 'Adult ICU',
    specialty: 1,
    about: '<p>Twenty beds</p>',
  });
  await pharmacist('POST', `/api/teams/${team}/members`, { email: people.second.email });
  const { members } = await pharmacist<{ members: readonly { user: string; userId: string }[] }>(
    'POST',
    `/api/teams/${team}/members`,
    {
      email: people.physician.email,
    },
  );
  const physicianId = members.find(({ user }) => user === people.physician.email)?.userId ?? '';
  await pharmacist('PUT', `/api/teams/${team}/members/${physicianId}`, { role: 'physician' });
  return { team, physicianId };
}

export interface Chart {
  readonly patient: string;
  readonly erasedPatient: string;
  readonly admission: string;
  readonly review: string;
  /** The path of an image. */
  readonly image: string;
}
/** First names of both patients; the first one's record number, its correction, and the second one's. */
interface Identities {
  readonly names: readonly [string, string];
  readonly recordNumbers: readonly [string, string, string];
}

/** Commands of each kind: two patients, of whom one is deleted, a past and a present admission with all that it can have. */
export async function writeChart(
  by: { pharmacist: Ask; second: Ask; physician: Ask },
  team: string,
  catalogue: Catalogue,
  identities: Identities,
): Promise<Chart> {
  const { pharmacist, second, physician } = by;
  const { patient, erasedPatient } = await registerPatients(pharmacist, team, identities);
  const admit = (admissionDate: string) =>
    pharmacist<Made>('POST', '/api/admissions', {
      patient,
      team,
      admissionDate,
      admissionDetails: '<p>بمعدل 40 mL/h</p>',
    });
  const { _id: earlier } = await admit('2026-09-01');
  await pharmacist('PUT', `/api/admissions/${earlier}/edit`, {
    dischargeDate: '2026-09-08',
    dischargeStatus: 0,
    dischargeNote: 'Well',
  });
  const { _id: admission } = await admit('2026-11-20');
  const review = await writeReviews({ pharmacist, second }, { patient, team, admission }, catalogue);
  const image = await writeRest({ pharmacist, physician }, { patient, team, admission }, catalogue.tradeLabel);
  return { patient, erasedPatient, admission, review, image };
}

async function registerPatients(
  pharmacist: Ask,
  team: string,
  { names: [first, erased], recordNumbers: [number, corrected, other] }: Identities,
): Promise<{ patient: string; erasedPatient: string }> {
  const register = async (firstName: string, medicalRecordNumber: string): Promise<string> => {
    const names = { firstName, middleName: 'سعيد', lastName: 'فتحي', fourthName: 'حسين' };
    return (
      await pharmacist<Made>('POST', '/api/patients', { team, ...names, birthdate: '1961-04-02', medicalRecordNumber })
    )._id;
  };
  const patient = await register(first, number);
  await pharmacist('PUT', `/api/patients/${patient}/edit`, { medicalRecordNumber: corrected });
  const erasedPatient = await register(erased, other);
  await pharmacist('DELETE', `/api/patients/${erasedPatient}`);
  return { patient, erasedPatient };
}

interface SampleIds {
  readonly patient: string;
  readonly team: string;
  readonly admission: string;
}

/** A review with two entries, one changed and rated, and a review that was deleted. @returns the id of the first */
async function writeReviews(
  by: { pharmacist: Ask; second: Ask },
  ids: SampleIds,
  { tooHigh, duplicate, tradeLabel }: Catalogue,
): Promise<string> {
  const addReview = async (author: Ask, reviewDate: string): Promise<string> =>
    (
      await author<Made>('POST', '/api/reviews/addReview', {
        admissionId: ids.admission,
        patientId: ids.patient,
        teamId: ids.team,
        reviewDate,
        clinicalNote: '<p>Conscious, stable</p>',
        drugErrs: [],
      })
    )._id;
  const { pharmacist, second } = by;
  const reviewId = await addReview(pharmacist, '2026-11-21');
  const entry = { errDrug: tradeLabel, errType: tooHigh, errNote: '<p>إلى 500 mg q12h</p>', errSeverity: 'D' };
  const { drugErrs } = await pharmacist<MadeReview>('POST', `/api/reviews/addRevMed/${reviewId}`, {
    reviewId,
    drugErr: { ...entry, errRes: null },
  });
  const errId = drugErrs[0]?._id ?? '';
  await pharmacist('POST', `/api/reviews/addRevMed/${reviewId}`, {
    reviewId,
    drugErr: { ...entry, errType: duplicate, errNote: '<p>Already on heparin</p>', errRes: 2, errSeverity: 'C' },
  });
  await pharmacist('PUT', `/api/reviews/updateRevMed/${reviewId}`, {
    reviewId,
    drugErr: { ...entry, _id: errId, errRes: 1, errSeverity: 'E' },
  });
  await pharmacist('PUT', `/api/reviews/${reviewId}/editRating`, { reviewId, errId, rating: 3.5 });
  await second('DELETE', `/api/reviews/${await addReview(second, '2026-11-22')}`);
  return reviewId;
}

/** A physician's note, a gallery with one image, a medication that was stopped. @returns the path of the image */
async function writeRest(
  by: { pharmacist: Ask; physician: Ask },
  { patient, team, admission }: SampleIds,
  drug: string,
): Promise<string> {
  const { pharmacist, physician } = by;
  await physician('POST', '/api/physicNotes/addphysicNote', {
    admissionId: admission,
    patientId: patient,
    teamId: team,
    noteDate: '2026-11-21',
    note: '<p>Seen on the round</p>',
  });
  const form = new FormData();
  form.append('image', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'pixel.png');
  const { images } = await pharmacist<{ images: readonly [{ image: string }] }>(
    'POST',
    `/api/admissions/${admission}/images`,
    form,
  );
  const [{ image }] = images;
  await pharmacist('POST', `/api/admissions/${admission}/gallery`, { title: 'Chest X-ray', images: [{ image }] });
  const { _id: medication } = await pharmacist<Made>('POST', `/api/admissions/${admission}/medications`, {
    drug,
    dose: '5 mg',
    route: 'PO',
    frequency: 'q24h',
    startDate: '2026-11-20',
  });
  await pharmacist('POST', `/api/admissions/${admission}/medications/${medication}/stop`, { stopDate: '2026-11-22' });
  return image;
}

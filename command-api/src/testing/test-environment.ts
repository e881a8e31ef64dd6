/**
 * For `*.int.spec.ts` only: the command API, and people who call it over HTTP. `startTestEnvironment` has an
 * installation of its own; `sharedTestEnvironment` is for specs that ask about their own people and teams alone.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { Pool } from 'pg';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import { createPasswords, type Passwords } from '../accounts/passwords.ts';
import { startCommandApi } from '../command-api.ts';
import { commandIdOf } from '../http/headers.ts';
import type {
  Admission,
  Answer,
  Drug,
  ErrorType,
  Patient,
  Problem,
  Review,
  SignedIn,
  Team,
} from 'language/contract/entities';
import type { TransferAnswer } from 'language/contract/transfers';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import type { EventLog, StoredEvent } from 'service-kit/event-log/port';
import { appendUnreadable } from 'service-kit/event-log/testing';
import { migratedInstallation, type Installation } from 'service-kit/testing/installation';
import { type CommandSettings, settings } from '../settings.ts';

export const ADMIN_EMAIL = 'admin@hospital.test';
export const PASSWORD = 'correct horse 1';

export interface Answered<Body> {
  readonly status: number;
  readonly body: Body;
}
export type Headers = Record<string, string>;

export interface TestEnvironment {
  /** Changes with `restartOn`. */
  readonly url: string;
  /** Mails are written to its folder `mail`. */
  readonly dataDir: string;
  readonly installation: Installation;
  /** Changes with `restartOn`. */
  readonly log: EventLog;
  readonly pool: Pool;
  /** The service's log lines, down to `trace`. */
  logged(): string;
  send<Body>(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answered<Body>>;
  signUp(name: string, headers?: Headers): Promise<Caller>;
  /**
   * Starts another command API, another process to the log. It stops with the environment.
   * @param changed settings that are not those of the environment
   * @param parts as of `startCommandApi`, over those of the environment
   * @returns its address
   */
  another(changed?: Partial<CommandSettings>, parts?: Parameters<typeof startCommandApi>[2]): Promise<string>;
  /** Stops all command APIs, and starts one with another event log on the same database. */
  restartOn(eventstoreUrl: string): Promise<void>;
  events(stream: string): Promise<StoredEvent[]>;
  /**
   * Appends an event that names a patient and cannot be read: a read of the stream throws `MalformedEvent`.
   */
  spoil(stream: string, type: string, patientId: string): Promise<void>;
  /** Signs up new people from now on, also under the same names, and forgets the log lines. */
  useOtherPeople(): void;
  stop(): Promise<void>;
}

/** The environment of several specs: it lacks the calls that other specs would notice. */
export type SharedTestEnvironment = Omit<TestEnvironment, 'another' | 'restartOn' | 'useOtherPeople' | 'stop'>;

/** A signed-in person. */
export interface Caller {
  readonly me: SignedIn;
  post<Body>(path: string, body: unknown, headers?: Headers): Promise<Answered<Body>>;
  put<Body>(path: string, body: unknown, headers?: Headers): Promise<Answered<Body>>;
  delete<Body>(path: string, headers?: Headers): Promise<Answered<Body>>;
  /** The command id in the log of their command with this key. */
  commandId(key: Headers): string;
}

/** For all environments of a process. The product's hashing takes 26 ms of a core, and a start with a ward needs seven. */
let cheap: Promise<Passwords> | undefined;
export const cheapPasswords = (): Promise<Passwords> =>
  (cheap ??= createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 }));

/**
 * @param env settings of the service. CAPTCHA and rate limits are off unless they say otherwise
 * @param given as of `startCommandApi`; cheap password hashing by default
 */
export async function startTestEnvironment(
  env: NodeJS.ProcessEnv = {},
  given?: Parameters<typeof startCommandApi>[2],
): Promise<TestEnvironment> {
  const parts = given ?? { passwords: await cheapPasswords() };
  const installation = await migratedInstallation();
  const lines: string[] = [];
  const logger = pino(
    { level: 'trace' },
    new Writable({ write: (line: Buffer, _, done) => done(void lines.push(line.toString())) }),
  );
  const { databaseUrl, eventstoreUrl, masterKey } = installation;
  // The run removes this folder, also that of a shared environment, which ends with its process.
  const dataDir = await mkdtemp(join(installation.dataDir, 'command-api-'));
  const values = settings.read({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventstoreUrl,
    MASTER_KEY: masterKey,
    DATA_DIR: dataDir,
    ADMIN_EMAIL,
    ADMIN_PASSWORD: PASSWORD,
    CAPTCHA: 'off',
    RATE_LIMIT: 'off',
    ...env,
  });
  let apis = [await startCommandApi(values, logger, parts)];
  const pool = new Pool({ connectionString: databaseUrl });
  const connect = (at: string): EventLog =>
    connectEventLog({ url: at, keys: createPatientKeys(pool, [Buffer.from(masterKey, 'base64')]), logger });
  let log = connect(eventstoreUrl);
  let url = `http://127.0.0.1:${apis[0]?.port}`;

  const send: TestEnvironment['send'] = async <Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Headers = {},
  ) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Body };
  };

  let mailDomain = 'hospital.test';
  return {
    get url() {
      return url;
    },
    get log() {
      return log;
    },
    dataDir,
    installation,
    pool,
    logged: () => lines.join(''),
    send,
    async signUp(name, headers = {}) {
      const account = {
        firstName: name,
        lastName: 'Farouk',
        email: name === 'Admin' ? ADMIN_EMAIL : `${name.toLowerCase()}@${mailDomain}`,
        phone: '01001234501',
        password: PASSWORD,
      };
      const made = await send<SignedIn>('POST', '/api/users', account, headers);
      // The admin account exists from the start.
      const { body: me } =
        made.status === 409
          ? await send<SignedIn>('POST', '/api/users/login', { email: account.email, password: PASSWORD })
          : made;
      const as = { authorization: `bearer ${me.token}` };
      return {
        me,
        post: (path, body, headers) => send('POST', path, body, { ...as, ...headers }),
        put: (path, body, headers) => send('PUT', path, body, { ...as, ...headers }),
        delete: (path, headers) => send('DELETE', path, undefined, { ...as, ...headers }),
        commandId: (sent) => commandIdOf(sent['idempotency-key'] ?? '', me._id),
      };
    },
    async another(changed, ownParts) {
      const api = await startCommandApi({ ...values, ...changed }, logger, { ...parts, ...ownParts });
      apis.push(api);
      return `http://127.0.0.1:${api.port}`;
    },
    async restartOn(another) {
      await Promise.all(apis.map((api) => api.stop()));
      await log.close();
      apis = [await startCommandApi({ ...values, EVENTSTORE_URL: another }, logger, parts)];
      log = connect(another);
      url = `http://127.0.0.1:${apis[0]?.port}`;
    },
    async events(stream) {
      const events: StoredEvent[] = [];
      for await (const event of log.readStream(stream)) events.push(event);
      return events;
    },
    useOtherPeople() {
      mailDomain = `${randomUUID()}.test`;
      lines.length = 0;
    },
    spoil: (stream, type, patientId) => appendUnreadable(eventstoreUrl, stream, type, patientId),
    async stop() {
      await Promise.all(apis.map((api) => api.stop()));
      await log.close();
      await pool.end();
      await installation.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

let shared: Promise<TestEnvironment> | undefined;

/**
 * The environment that the spec files of a process use one after the other, each with people of its own. It ends with the
 * process, its database and event log with the test run. A start and its first ward take half a second of a core, a ward on
 * a started environment a third of that.
 */
export async function sharedTestEnvironment(): Promise<SharedTestEnvironment> {
  const environment = await (shared ??= startTestEnvironment());
  environment.useOtherPeople();
  return environment;
}

interface Catalogue {
  readonly errType: string;
  readonly drug: Drug;
}
/** All teams of an installation have one catalogue. */
const catalogues = new WeakMap<object, Promise<Catalogue>>();

async function makeCatalogue(admin: Caller): Promise<Catalogue> {
  const { body: errorType } = await admin.post<ErrorType>('/api/errtypes', { label: 'Dose too high' });
  const { body: tag } = await admin.post<{ _id: string }>('/api/tags', { label: 'Anticoagulant' });
  const { body: drug } = await admin.post<Drug>('/api/drugs', {
    label: 'Warfarin',
    tradeLabels: [{ label: 'Marevan 5 mg' }, { label: 'Marevan 1 mg' }],
    errTemps: [{ errType: errorType._id, isAdult: true, label: '<p>Check INR</p>' }],
    tags: [tag._id],
  });
  return { errType: errorType._id, drug };
}

/** A team of Mona (admin, pharmacist), Omar (pharmacist) and Hany (physician), with one admission. Sami has no team. */
export interface Ward {
  readonly mona: Caller;
  readonly omar: Caller;
  readonly hany: Caller;
  readonly sami: Caller;
  readonly admin: Caller;
  readonly team: Team;
  readonly patient: Patient;
  readonly admission: Admission;
  readonly errType: string;
  readonly drug: Drug;
  addReview(caller?: Caller): Promise<Answer<Review>>;
  /** Admits another patient of the team. */
  otherChart(admissionDate?: string): Promise<Admission>;
  /** A further stay of the ward's patient; the one of before is discharged. */
  nextStay(facts?: object): Promise<Answer<Admission>>;
  /** A second team that receives patients: mona is its admin. */
  secondTeam(name?: string): Promise<Team>;
  /** Offers an open admission to the team and accepts it, both by mona. @returns the answer to the acceptance */
  transfer(admissionId: string, toTeam: string): Promise<Answered<TransferAnswer & Problem>>;
  /** The body of an entry with the ward's drug and error type. */
  entry(fields?: object): object;
}

export const key = (): Headers => ({ 'idempotency-key': randomUUID() });

export async function openWard(environment: SharedTestEnvironment): Promise<Ward> {
  const admin = await environment.signUp('Admin');
  const [mona, omar, hany, sami] = await Promise.all([
    environment.signUp('Mona'),
    environment.signUp('Omar'),
    environment.signUp('Hany'),
    environment.signUp('Sami'),
  ]);
  const { body: team } = await mona.post<Team>('/api/teams', {
    name: 'Adult ICU',
    specialty: 1,
    about: '<p>20 beds</p>',
  });
  await mona.post(`/api/teams/${team._id}/members`, { email: omar.me.email });
  await mona.post(`/api/teams/${team._id}/members`, { email: hany.me.email.toUpperCase() });
  await mona.put(`/api/teams/${team._id}/members/${hany.me._id}`, { role: 'physician' });
  const catalogue = catalogues.get(environment) ?? makeCatalogue(admin);
  catalogues.set(environment, catalogue);
  const { errType, drug } = await catalogue;
  const { body: patient } = await mona.post<Patient>('/api/patients', {
    team: team._id,
    firstName: 'محمد',
    middleName: 'أحمد',
    birthdate: '1960-02-29',
  });
  const { body: admission } = await mona.post<Admission>('/api/admissions', {
    patient: patient._id,
    team: team._id,
    admissionDate: '2025-03-01',
    admissionDetails: '<p>AF</p>',
  });
  let open = admission._id;
  const entry = (fields: object = {}) => ({
    errType,
    errDrug: drug.tradeLabels[0]?._id,
    errNote: '<p>INR 4</p>',
    errRes: 1,
    errSeverity: 'C',
    ...fields,
  });
  return {
    mona,
    omar,
    hany,
    sami,
    admin,
    team,
    patient,
    admission,
    drug,
    entry,
    errType,
    async otherChart(admissionDate = '2025-03-01') {
      const { body: other } = await mona.post<Patient>('/api/patients', {
        team: team._id,
        firstName: 'سامي',
        birthdate: '1950-01-01',
      });
      return (await mona.post<Admission>('/api/admissions', { patient: other._id, admissionDate })).body;
    },
    async secondTeam(name = 'Ward 7') {
      const { body: second } = await mona.post<Team>('/api/teams', { name, specialty: 1 });
      for (const { _id } of [team, second]) await mona.put(`/api/teams/${_id}/edit`, { receivesTransfers: true });
      return second;
    },
    async transfer(admissionId, toTeam) {
      const path = `/api/admissions/${admissionId}/transfer`;
      const { body } = await mona.post<Answer<Admission>>(path, { toTeam });
      return mona.put(`${path}/accept`, { offer: body.transfer?.offer ?? '' });
    },
    /** A further stay of the patient. The one of before is discharged: a person has one open admission. */
    async nextStay(facts: object = {}) {
      await mona.put(`/api/admissions/${open}/edit`, { dischargeDate: '2025-06-30', dischargeStatus: 0 });
      const admitted = { patient: patient._id, admissionDate: '2025-03-01', ...facts };
      const { body } = await mona.post<Answer<Admission>>('/api/admissions', admitted);
      open = body._id;
      return body;
    },
    addReview: async (caller = mona) =>
      (
        await caller.post<Answer<Review>>('/api/reviews/addReview', {
          admissionId: admission._id,
          reviewDate: '2025-03-02',
          clinicalNote: '<p>stable</p>',
          drugErrs: [entry()],
        })
      ).body,
  };
}

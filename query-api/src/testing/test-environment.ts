/**
 * For `*.int.spec.ts` only: a small hospital, written directly into the read tables, and the running service. Team
 * "icu": Mona is admin and pharmacist, Karim physician, Dina is disabled. Team "ccu": Sami alone.
 */
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { createSessions } from 'service-kit/security/sessions';
import { foldName, wholeNameKey } from 'language/domain/values/arabic';
import { foldRecordNumber } from 'language/domain/values/folding';
import { createLogger } from 'service-kit/process/logger';
import { migratedInstallation } from 'service-kit/testing/installation';
import { Pool } from 'pg';
import { migrateReadModels } from 'projections/schema/migrate';
import { projectionOf } from 'projections/schema/projections';
import { CHANGE_CHANNEL, type ChangeNotice, READ_SCHEMA } from 'projections/schema/version';
import type { LiveOptions } from '../live/live.ts';
import { startQueryApi } from '../query-api.ts';
import { type QuerySettings, settings } from '../settings.ts';
import { appendExampleStreams } from './example-streams.ts';

export interface Answer {
  status: number;
  body: unknown;
  stale: boolean;
}
export interface RequestOptions {
  token?: string;
  team?: string;
  readAfter?: string;
}

export interface TestEnvironment {
  readonly url: string;
  readonly databaseUrl: string;
  /** May write; its search path is the read schema. */
  readonly rows: Pool;
  readonly tokens: { mona: string; karim: string; dina: string; sami: string };
  get(path: string, options?: RequestOptions): Promise<Answer>;
  signIn(userId: string): Promise<string>;
  signOut(token: string): Promise<void>;
  lock(token: string): Promise<void>;
  unlock(token: string): Promise<void>;
  /** Moves the checkpoint like a projection, without a notice. */
  project(stream: string, revision: number): Promise<void>;
  /** Parks a stream. @returns a function that unparks it */
  park(stream: string): Promise<() => Promise<unknown>>;
  notice(change: Partial<ChangeNotice> & { stream: string; revision: string }): Promise<void>;
  addPatient(patient: PatientToAdd): Promise<void>;
  /** Starts another instance of the service on the same database, or through another address. The caller stops it. */
  another(
    live?: LiveTimes,
    databaseUrl?: string,
    changed?: Partial<QuerySettings>,
  ): Promise<{ readonly url: string; stop(): Promise<void> }>;
  stop(): Promise<void>;
}

type LiveTimes = Pick<LiveOptions, 'heartbeatMs' | 'presenceSweepMs' | 'presenceRepeatMs' | 'now'>;

export interface PatientToAdd {
  id: string;
  team?: string;
  names: readonly [string, string?, string?, string?];
  birthdate?: string;
  recordNumber?: string;
}

const people = /* sql */ `
insert into app_user (user_id, first_name, last_name, email, phone, phone_normalised, title, about, started_on,
                      version) values
  ('mona', 'Mona', 'Adel', 'mona@example.org', '٠١٠٠ 000 0001', '01000000001', 'Clinical pharmacist', '<p>ICU</p>',
   '2024-03-31', 0),
  ('karim', 'Karim', 'Nabil', 'karim@example.org', '0100-0000002', '01000000002', '', '', '2024-04-01', 0),
  ('dina', 'Dina', 'Fathy', 'dina@example.org', '', '', '', '', '2024-04-01', 0),
  ('sami', 'Sami', 'Aziz', 'sami@example.org', '', '', '', '', '2024-04-01', 3);
update app_user set email_verified = true where user_id = 'sami';
insert into recommendation (recommendation_id, user_id, recommender_id, recommendation, is_accepted, position,
                            version) values
  ('mona.1', 'mona', 'karim', '<p>Careful</p>', true, 1, 4),
  ('mona.2', 'mona', 'sami', '<p>Quick</p>', false, 2, 2);
insert into user_error_template (template_id, user_id, err_drug_trade_id, err_type, err_note, version) values
  ('temp-1', 'mona', 'drug-a.0', 'dose', '<p>halve</p>', 3),
  ('temp-2', 'mona', 'drug-a.1', 'dose', '<p>omit</p>', 5),
  ('temp-3', 'sami', 'drug-a.0', 'dose', '<p>own</p>', 1);
insert into team (team_id, name, specialty, about, admin_id, admin_email, version) values
  ('icu', 'Adult ICU', 1, '<p>Ten beds</p>', 'mona', 'mona@example.org', 4),
  ('ccu', 'Heart unit', 2, '', 'sami', 'sami@example.org', 1);
insert into team_member (team_id, user_id, email, is_physic, can_edit, disabled, position) values
  ('icu', 'mona', 'mona@example.org', false, true, false, 1),
  ('icu', 'karim', 'karim@example.org', true, false, false, 2),
  ('icu', 'dina', 'dina@example.org', false, true, true, 3),
  ('ccu', 'sami', 'sami@example.org', false, true, false, 1);
insert into projection_checkpoint (projection, stream, revision) values
  ('directory', 'user-mona', 0), ('directory', 'team-icu', 4), ('directory', 'team-ccu', 1);`;

const care = /* sql */ `
insert into admission (admission_id, patient_id, team_id, admission_date, admission_details,
                       discharge_date, discharge_status, discharge_note, version) values
  ('adm-1', 'pat-1', 'icu', '2025-01-31', '<p>Sepsis</p>', null, null, '', 11),
  ('adm-0', 'pat-1', 'icu', '2024-06-01', '', '2024-06-09', 0, 'Well', 7);
insert into review (review_id, admission_id, patient_id, team_id, review_date, clinical_note, author_id, created_at,
                    version) values
  ('rev-later', 'adm-1', 'pat-1', 'icu', '2025-02-02', '<p>third</p>', 'mona', '2025-02-01T08:00:00Z', 1),
  ('rev-second', 'adm-1', 'pat-1', 'icu', '2025-02-01', '<p>second</p>', 'mona', '2025-02-01T10:00:00Z', 2),
  ('rev-first', 'adm-1', 'pat-1', 'icu', '2025-02-01', '<p>first</p>', 'mona', '2025-02-01T09:00:00Z', 9);
insert into review_entry (entry_id, review_id, admission_id, team_id, review_date, position,
                          err_type, err_type_label, err_drug, err_drug_label, err_note,
                          err_res, err_severity, rating, drug_tags, version) values
  ('ent-2', 'rev-first', 'adm-1', 'icu', '2025-02-01', 2,
   '00000000-0000-4000-8000-0000000099bb', 'No error', 'drug-a.1', 'Alphin 1 g', '',
   null, null, null, '[]', 5),
  ('ent-1', 'rev-first', 'adm-1', 'icu', '2025-02-01', 1,
   'dose', 'Dose too high', 'drug-a.0', 'Alphin', '<p>halve</p>',
   1, 'C', 4.5, '[{"name": "renal"}]', 9);
insert into physician_note (note_id, admission_id, patient_id, team_id, note_date, note, author_id, created_at,
                            version) values
  ('note-2', 'adm-1', 'pat-1', 'icu', '2025-02-03', '<p>later</p>', 'karim', '2025-02-02T08:00:00Z', 4),
  ('note-1', 'adm-1', 'pat-1', 'icu', '2025-02-01', '<p>sooner</p>', 'karim', '2025-02-02T09:00:00Z', 3);
update review set copied_from = 'rev-first' where review_id = 'rev-later';
update review set entries_version = 10 where review_id = 'rev-first';
insert into gallery_group (group_id, admission_id, patient_id, team_id, title, author_id, created_at, version) values
  ('grp-1', 'adm-1', 'pat-1', 'icu', 'Rash', 'mona', '2025-02-02T08:00:00Z', 11),
  ('grp-2', 'adm-1', 'pat-1', 'icu', 'Wound', 'mona', '2025-02-02T07:00:00Z', 10);
insert into gallery_image (group_id, position, image) values
  ('grp-1', 0, '/api/images/c'), ('grp-2', 1, 'https://res.cloudinary.com/icu/a.jpg'), ('grp-2', 0, '/api/images/b');
insert into admission_medication (medication_id, admission_id, patient_id, team_id, drug, drug_label, dose, route,
                                  frequency, start_date, stop_date, note, position, author_id, created_at,
                                  version) values
  ('med-1', 'adm-1', 'pat-1', 'icu', 'drug-a.0', 'Alphin', '1 mg', 'PO',
   'daily', '2025-01-31', '2025-02-02', 'evening', 5, 'mona', '2025-02-02T08:00:00Z', 12),
  ('med-2', 'adm-1', 'pat-1', 'icu', 'drug-a.0', 'Alphin', '5 mg', 'PO',
   'daily', '2025-02-01', null, '', 2, 'mona', '2025-02-02T08:00:00Z', 13);
insert into error_type (err_type_id, label, position, version) values ('dose', 'Dose too high', 1, 4);
insert into tag (tag_id, label, position) values ('tag-renal', 'renal', 1), ('tag-old', 'elderly', 2);
insert into drug (drug_id, label, err_temps, tags, tips, compatibility, version) values
  ('drug-a', 'Alpha', '[{"errType": "dose", "isAdult": true, "label": "<p>halve</p>"}]', '{tag-old,tag-renal}',
   'slowly', '[{"drug": "drug-b", "category": "Caution", "note": ""}]', 0);
insert into trade_label (trade_label_id, drug_id, label, position, withdrawn) values
  ('drug-a.1', 'drug-a', 'Alphin 1 g', 1, false),
  ('drug-a.0', 'drug-a', 'Alphin', 0, false),
  ('drug-a.2', 'drug-a', 'Alphin old', 1, true);
insert into images.image (image_id, admission_id, patient_id, uploaded_by, content_type, content, thumbnail) values
  ('img-1', 'adm-1', 'pat-1', 'mona', 'image/png', 'the picture', 'the small one');
insert into projection_checkpoint (projection, stream, revision) values
  ('patients', 'patient-pat-1', 1), ('clinical', 'admission-adm-1', 9), ('clinical', 'admission-adm-0', 7);`;

export async function startTestEnvironment(live: LiveTimes = {}): Promise<TestEnvironment> {
  const installation = await migratedInstallation();
  const rows = new Pool({
    connectionString: installation.databaseUrl,
    options: `-c search_path=${READ_SCHEMA}`,
    max: 4,
  });
  await migrateReadModels(installation.databaseUrl);
  await migratePrivateSchema(rows);
  const sessions = createSessions(rows, { idleMinutes: 60, absoluteHours: 12 });
  const logger = createLogger('query-api', process.env['LOG_LEVEL'] || 'silent');
  const values = settings.read({
    PORT: '0',
    DATABASE_URL: installation.databaseUrl,
    EVENTSTORE_URL: installation.eventstoreUrl,
    MASTER_KEY: installation.masterKey,
    ADMIN_EMAIL: 'Sami@example.org',
    CHAT_URL: 'https://chat.example/?q={prompt}',
  });
  const api = await startQueryApi(values, logger, async () => undefined, live);
  const url = `http://127.0.0.1:${api.port}`;
  let registered = 0;

  const addPatient = async ({
    id,
    team = 'icu',
    names,
    birthdate = '1960-02-29',
    recordNumber = '',
  }: PatientToAdd): Promise<void> => {
    const parts = [0, 1, 2, 3].map((index) => names[index] ?? '');
    registered += 1;
    await rows.query(
      /* sql */ `
      insert into patient (patient_id, team_id, first_name, middle_name, last_name, fourth_name,
                           first_key, middle_key, last_key, fourth_key,
                           birthdate, medical_record_number, name_key, record_key, registered_at, version)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
              timestamptz '2025-01-01' + make_interval(mins => $15), 0)`,
      [
        id,
        team,
        ...parts,
        ...parts.map(foldName),
        birthdate,
        recordNumber,
        wholeNameKey(parts),
        foldRecordNumber(recordNumber),
        registered,
      ],
    );
  };
  await rows.query(people);
  await addPatient({ id: 'pat-1', names: ['أحمد', 'محمد', 'عبد الرحمن', 'المصري'], recordNumber: '١٢-77' });
  await rows.query(care);
  await appendExampleStreams(installation, rows, logger);
  const [mona, karim, dina, sami] = await Promise.all([
    sessions.open('mona'),
    sessions.open('karim'),
    sessions.open('dina'),
    sessions.open('sami'),
  ]);

  return {
    url,
    databaseUrl: installation.databaseUrl,
    rows,
    tokens: { mona, karim, dina, sami },
    addPatient,
    signIn: (userId) => sessions.open(userId),
    async signOut(token) {
      const session = await sessions.find(token);
      if (session) await sessions.close(session.sessionId);
    },
    async lock(token) {
      const session = await sessions.find(token);
      if (session) await sessions.lock(session.sessionId);
    },
    async unlock(token) {
      const session = await sessions.find(token);
      if (session) await sessions.unlock(session.sessionId, 'password');
    },
    async get(path, { token, team, readAfter } = {}) {
      const headers: Record<string, string> = {};
      if (token !== undefined) headers['authorization'] = `bearer ${token}`;
      if (team !== undefined) headers['team'] = team;
      if (readAfter !== undefined) headers['x-read-after'] = readAfter;
      const response = await fetch(`${url}${path}`, { headers });
      return {
        status: response.status,
        body: response.headers.get('content-type')?.startsWith('application/json')
          ? await response.json()
          : await response.text(),
        stale: response.headers.get('x-stale') === 'true',
      };
    },
    async project(stream, revision) {
      await rows.query(
        `insert into projection_checkpoint (projection, stream, revision) values ($1, $2, $3)
         on conflict (projection, stream) do update set revision = excluded.revision`,
        [projectionOf(stream), stream, revision],
      );
    },
    async park(stream) {
      await rows.query(
        /* sql */ `
        insert into parked_stream (projection, stream, from_revision, event_type, error)
        values ($1, $2, 99, 'SomethingHappened', 'poison')`,
        [projectionOf(stream), stream],
      );
      return () => rows.query('delete from parked_stream where stream = $1', [stream]);
    },
    async notice(change) {
      const whole: ChangeNotice = {
        from: change.revision,
        touched: [],
        actorId: 'karim',
        at: '2025-02-03T10:00:00.000Z',
        ...change,
      };
      await rows.query('select pg_notify($1, $2)', [CHANGE_CHANNEL, JSON.stringify(whole)]);
    },
    async another(times = live, databaseUrl = installation.databaseUrl, changed) {
      const all = { ...values, ...changed, DATABASE_URL: databaseUrl };
      const other = await startQueryApi(all, logger, async () => undefined, times);
      return { url: `http://127.0.0.1:${other.port}`, stop: () => other.stop() };
    },
    async stop() {
      await api.stop();
      await rows.end();
      await installation.stop();
    },
  };
}

/** The people online: accounts of all teams with their sessions, and the charts that they work on. */
import type { Pool } from 'pg';
import { inParallel } from '../../../runtime/seed/api-client.ts';
import { type Folder, signIn } from './folder.ts';

const SIGNING_IN = 4;
const NAMES = 200;

/** A review that was written in this run, by whom it can be changed. */
export interface OwnReview {
  readonly admission: string;
  readonly review: string;
  readonly author: string;
  entries: string[];
}

export interface Crew {
  readonly team: string;
  /** Sessions. The first pharmacist is the team's admin, the second an auditor. */
  readonly pharmacists: readonly string[];
  readonly physicians: readonly string[];
  /** The charts of patients in hospital, with their last review. */
  readonly charts: { admission: string; patient: string; review: string }[];
  readonly written: OwnReview[];
  readonly names: readonly { first: string; last: string }[];
}

export interface Choices {
  readonly drugs: readonly string[];
  readonly errorTypes: readonly string[];
}

export async function gatherCrews({ base, pool }: Folder): Promise<Crew[]> {
  const { rows: members } = await pool.query<{ team: string; email: string; physician: boolean }>(/* sql */ `
    select m.team_id as team, m.email, m.is_physic as physician from team_member m
    where m.email like 'team%@bench.test' and not m.disabled
    order by m.email`);
  const tokens = new Map<string, string>();
  await inParallel(members, SIGNING_IN, async ({ email }) => void tokens.set(email, await signIn(base, email)));
  const teams = [...new Set(members.map(({ team }) => team))];
  return Promise.all(
    teams.map(async (team): Promise<Crew> => {
      const sessions = (physician: boolean): string[] =>
        members
          .filter((member) => member.team === team && member.physician === physician)
          .map(({ email }) => tokens.get(email) ?? '');
      const { rows: names } = await pool.query<{ first: string; last: string }>(
        `select first_name as first, last_name as last from patient where team_id = $1 order by patient_id limit ${NAMES}`,
        [team],
      );
      return {
        team,
        pharmacists: sessions(false),
        physicians: sessions(true),
        charts: await openCharts(pool, team),
        written: [],
        names,
      };
    }),
  );
}

/** The admissions without a discharge that have a review. */
async function openCharts(pool: Pool, team: string): Promise<Crew['charts']> {
  const { rows } = await pool.query<Crew['charts'][number]>(
    /* sql */ `
    select a.admission_id as admission, a.patient_id as patient, last.review_id as review
    from admission a
    cross join lateral (
      select r.review_id from review r where r.admission_id = a.admission_id
      order by r.review_date desc, r.created_at desc limit 1
    ) last
    where a.team_id = $1 and a.discharge_date is null
    order by a.admission_date desc limit 40`,
    [team],
  );
  return rows;
}

export async function readChoices(pool: Pool): Promise<Choices> {
  const ids = async (text: string): Promise<string[]> =>
    (await pool.query<{ id: string }>(text)).rows.map(({ id }) => id);
  return {
    drugs: await ids('select trade_label_id as id from trade_label where not withdrawn order by 1'),
    errorTypes: await ids(`select err_type_id as id from error_type where right(err_type_id, 4) <> '99bb' order by 1`),
  };
}

/** The people online: accounts of all teams with their sessions, and the charts that they work on. */
import type { DrugErr } from 'language/contract/entities';
import { inParallel } from '../../../runtime/seed/api-client.ts';
import { type Folder, signIn } from './folder.ts';

const SIGNING_IN = 4;

export interface Crew {
  readonly team: string;
  /** Sessions. */
  readonly pharmacists: readonly string[];
  readonly physicians: readonly string[];
  /** Patients in hospital, with their last review. */
  readonly charts: readonly { readonly admission: string; readonly firstName: string; review: string }[];
  /** Reviews that were written in this run, each with its author's session. */
  readonly written: {
    readonly admission: string;
    readonly review: string;
    readonly author: string;
    readonly errors: readonly DrugErr[];
  }[];
}

export async function gatherCrews({ base, pool }: Folder): Promise<Crew[]> {
  const { rows: members } = await pool.query<{ team: string; email: string; physician: boolean }>(/* sql */ `
    select m.team_id as team, m.email, m.is_physic as physician from team_member m
    where m.email like 'team%@bench.test' and not m.disabled
    order by m.email`);
  const tokens = new Map<string, string>();
  await inParallel(members, SIGNING_IN, async ({ email }) => void tokens.set(email, await signIn(base, email)));
  return Promise.all(
    [...new Set(members.map(({ team }) => team))].map(async (team): Promise<Crew> => {
      const sessions = (physician: boolean): string[] =>
        members
          .filter((member) => member.team === team && member.physician === physician)
          .map(({ email }) => tokens.get(email) ?? '');
      const { rows: charts } = await pool.query<Crew['charts'][number]>(
        /* sql */ `
        select a.admission_id as admission, p.first_name as "firstName", last.review_id as review
        from admission a join patient p using (patient_id)
        cross join lateral (
          select r.review_id from review r where r.admission_id = a.admission_id
          order by r.review_date desc, r.created_at desc limit 1
        ) last
        where a.team_id = $1 and a.discharge_date is null
        order by a.admission_date desc limit 40`,
        [team],
      );
      return { team, pharmacists: sessions(false), physicians: sessions(true), charts, written: [] };
    }),
  );
}

/** Sentences that hold for the rows of the screens at any time. */
import type { Admission } from 'language/contract/entities';
import type { Pool } from 'pg';
import { READ_SCHEMA } from 'projections/schema/version';
import { get } from '../../convergence/calls.ts';
import { pathOf } from '../../convergence/view.ts';

/** By what is wrong: a query for the ids of the rows that are. */
const queries: Readonly<Record<string, string>> = {
  'a review without its admission': /* sql */ `
    select review_id as id from review r where not exists (select from admission a where a.admission_id = r.admission_id)`,
  'an entry without its review': /* sql */ `
    select entry_id as id from review_entry e
    where not exists (select from review r where r.review_id = e.review_id and r.admission_id = e.admission_id)`,
  'an entry of another day or team than its review': /* sql */ `
    select entry_id as id from review_entry e join review r using (review_id)
    where e.review_date <> r.review_date or e.team_id <> r.team_id`,
  'a note without its admission': /* sql */ `
    select note_id as id from physician_note n
    where not exists (select from admission a where a.admission_id = n.admission_id)`,
  'a medication without its admission': /* sql */ `
    select medication_id as id from admission_medication m
    where not exists (select from admission a where a.admission_id = m.admission_id)`,
  'an admission without its patient': /* sql */ `
    select admission_id as id from admission a
    where not exists (select from patient p where p.patient_id = a.patient_id)`,
  'an admission without its team': /* sql */ `
    select admission_id as id from admission a where not exists (select from team t where t.team_id = a.team_id)`,
  'an e-mail address of two people': /* sql */ `
    select string_agg(user_id, ' ') as id from app_user group by lower(email) having count(*) > 1`,
  'an author who is no user': /* sql */ `
    select author_id as id from (
      select author_id from review union select author_id from physician_note
      union select author_id from admission_medication union select author_id from gallery_group
      union select author_id from measurement union select decided_by from finding_decision
      union select author_id from home_medication union select author_id from reconciled_line
    ) written where not exists (select from app_user u where u.user_id = written.author_id)`,
  'two entries at one place of a review': /* sql */ `
    select review_id as id from review_entry group by review_id, position having count(*) > 1`,
  'two medications at one place of a list': /* sql */ `
    select admission_id as id from admission_medication group by admission_id, position having count(*) > 1`,
};

/** Ids that are named in the message. */
const NAMED = 3;

export async function invariantFaults(pool: Pool): Promise<string[]> {
  const found: string[] = [];
  const client = await pool.connect();
  try {
    await client.query(`begin isolation level repeatable read read only; set local search_path = ${READ_SCHEMA}`);
    for (const [what, query] of Object.entries(queries)) {
      const { rows } = await client.query<{ id: string }>(query);
      const ids = rows.slice(0, NAMED).map(({ id }) => id);
      if (rows.length > 0) found.push(`There is ${what}, ${rows.length} times: ${ids.join(', ')}`);
    }
  } finally {
    client.release(true);
  }
  return found;
}

/** The numbers that the server answers beside the lists. An erased or deleted admission has none. */
export async function answeredCountFaults(
  base: string,
  token: string,
  admissions: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const admission of admissions) {
    const [details, reviews, notes] = await Promise.all(
      (['details', 'reviews', 'notes'] as const).map((part) => get(base, token, pathOf(part, admission))),
    );
    if (details?.status !== 200) continue;
    const { reviewsCount, notesCount } = details.body as Admission;
    for (const [what, counted, list] of [
      ['reviews', reviewsCount, reviews?.body],
      ['notes', notesCount, notes?.body],
    ] as const) {
      const listed = (list as readonly unknown[]).length;
      if (counted !== listed) found.push(`${admission} says that it has ${counted} ${what}, and lists ${listed}`);
    }
  }
  return found;
}

/** The caller's own account. */
import * as accountCalls from 'language/contract/calls/account';
import type { Me } from 'language/contract/entities';
import { refusal } from 'language/domain/reasons/refusal';
import { userStream } from 'language/domain/user/events';
import { HttpProblem } from 'service-kit/http/http-problem';
import { waitForRevision } from 'projections/schema/read-after';
import * as z from 'zod';
import { READ_AFTER_MS } from '../freshness.ts';
import { survivors } from '../patients/merged-patients.ts';
import { type ReadRequest, read } from '../read-route.ts';
import { day, type RowOf, versioned } from '../rows.ts';

export const accountOf = /* sql */ `
select u.user_id as "_id", u.first_name as "firstName", u.last_name as "lastName", u.email, u.phone, u.title, u.about,
       ${day('u.started_on')} as start, work.reviews, work.patients, u.email_verified as "emailVerified", u.version::text
from app_user u
cross join lateral (
  select count(*)::int + (
           select count(*)::int from erased_review e where e.author_id = u.user_id and e.known_until = 'infinity'
         ) as reviews,
         count(distinct coalesce(s.survivor_id, r.patient_id))::int as patients
  from review r left join ${survivors()} s on s.patient_id = r.patient_id
  where r.author_id = u.user_id
) work
where u.user_id = $1`;

export type AccountRow = RowOf<Omit<Me, 'isAdminAccount'>>;

export const meOf = (row: AccountRow, adminEmail: string | undefined): Me => ({
  ...versioned(row),
  isAdminAccount: row.emailVerified && row.email === adminEmail,
});

/**
 * The caller's row. Right after sign-up the session exists before the row, so this waits for the projection.
 * @throws HttpProblem 503 if the row is still missing
 */
export async function ownAccountOf({
  db,
  caller,
  dependencies,
}: Pick<ReadRequest<unknown>, 'db' | 'caller' | 'dependencies'>): Promise<Me> {
  const find = async (): Promise<AccountRow | undefined> =>
    (await db.query<AccountRow>(accountOf, [caller.userId])).rows[0];
  let row = await find();
  if (!row && (await waitForRevision(db, userStream(caller.userId), 0n, READ_AFTER_MS))) row = await find();
  if (!row) throw new HttpProblem(refusal('account-not-ready'));
  return meOf(row, dependencies.adminEmail);
}

export const userRoutes = [
  read(accountCalls.getMe, {
    input: z.object({}),
    from: (_input, caller) => [userStream(caller.userId), 'admission-'],
    answer: (request) => ownAccountOf(request),
  }),
];

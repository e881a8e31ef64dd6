/** The caller's own account. */
import * as accountCalls from 'command-api/contract/calls/account';
import type { Me } from 'command-api/contract/entities';
import { refusal } from 'command-api/domain/reasons/refusal';
import { userStream } from 'command-api/domain/user/events';
import { revisionToJson } from 'command-api/domain/values/revision';
import { HttpProblem } from 'service-kit/http/http-problem';
import { waitForRevision } from 'projections/schema/read-after';
import * as z from 'zod';
import { READ_AFTER_MS } from '../freshness.ts';
import { survivors } from '../patients/merged-patients.ts';
import { type ReadRequest, read } from '../read-route.ts';

export const accountOf = /* sql */ `
select u.user_id, u.first_name, u.last_name, u.email, u.email_verified, u.phone, u.title, u.about,
       to_char(u.started_on, 'YYYY-MM-DD') as start, u.version::text, work.reviews, work.patients
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

export interface AccountRow {
  user_id: string;
  first_name: string;
  last_name: string;
  email: string;
  email_verified: boolean;
  phone: string;
  title: string;
  about: string;
  start: string;
  version: string;
  reviews: number;
  patients: number;
}

export const meOf = (row: AccountRow, adminEmail: string | undefined): Me => ({
  _id: row.user_id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phone: row.phone,
  title: row.title,
  about: row.about,
  start: row.start,
  reviews: row.reviews,
  patients: row.patients,
  emailVerified: row.email_verified,
  isAdminAccount: row.email_verified && row.email === adminEmail,
  version: revisionToJson(BigInt(row.version)),
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

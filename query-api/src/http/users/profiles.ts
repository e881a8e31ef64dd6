/** Public profiles, and a person's own error templates. */
import * as accountCalls from 'language/contract/calls/account';
import * as catalogueCalls from 'language/contract/calls/catalogue';
import type {
  OwnProfile,
  ProfileForMembers,
  PublicProfile,
  Recommendation,
  UserErrorTemplate,
} from 'language/contract/profiles';
import { Id } from 'language/domain/values/fields';
import { refusal } from 'language/domain/reasons/refusal';
import { userStream } from 'language/domain/user/events';
import { forbidden, HttpProblem } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { publicRead, read } from '../read-route.ts';
import { personName, type RowOf, versioned, withoutNull } from '../rows.ts';
import { accountOf, type AccountRow, meOf } from './users.ts';

/** Published recommendations and the viewer's own; all of them for the person themself. In the order of writing. */
const recommendationsSeenBy = /* sql */ `
select r.recommendation_id as "_id", r.user_id as "user", r.recommender_id as recommender,
       ${personName('u')} as "recommenderName", r.recommendation, r.is_accepted as "isAccepted", r.version::text
from recommendation r left join app_user u on u.user_id = r.recommender_id
where r.user_id = $1 and (r.is_accepted or r.recommender_id = $2 or r.user_id = $2)
order by r.position`;

/** No contact data: no e-mail and no phone. */
const shownToAll = (row: AccountRow): Omit<PublicProfile, 'recommendations'> => ({
  _id: row._id,
  firstName: row.firstName,
  lastName: row.lastName,
  title: row.title,
  about: row.about,
  start: row.start,
  reviews: row.reviews,
  patients: row.patients,
});

const templates = /* sql */ `
select template_id as "_id", user_id as "userId", err_drug_trade_id as "errDrugTradeId", err_type as "errType",
       err_note as "errNote", nullif(pcne, '{}') as pcne, version::text
from user_error_template
where user_id = $1 and ($2::text is null or err_type = $2) and ($3::text is null or err_drug_trade_id = $3)
order by user_error_template.version`;

export const profileRoutes = [
  /** Three forms: a visitor's, a signed-in person's, the owner's. */
  publicRead(accountCalls.getProfile, {
    input: z.object({ id: Id }),
    from: ({ id }) => [userStream(id), 'user-', 'admission-'],
    async answer({
      db,
      dependencies,
      caller,
      about,
      input: { id },
    }): Promise<PublicProfile | ProfileForMembers | OwnProfile> {
      about.user = id;
      const row = (await db.query<AccountRow>(accountOf, [id])).rows[0];
      if (!row) throw new HttpProblem(refusal('user-not-found'));
      const { rows } = await db.query<RowOf<Recommendation>>(recommendationsSeenBy, [id, caller?.userId ?? null]);
      const recommendations: Recommendation[] = rows.map(versioned);
      if (caller?.userId === id) return { ...meOf(row, dependencies.adminEmail), recommendations };
      if (caller)
        return {
          ...shownToAll(row),
          recommendations,
          hasRecommended: recommendations.some(({ recommender }) => recommender === caller.userId),
        };
      return {
        ...shownToAll(row),
        recommendations: recommendations.map(({ _id, recommenderName, recommendation }) => ({
          _id,
          recommenderName,
          recommendation,
        })),
      };
    },
  }),
  read(catalogueCalls.listOwnTemplates, {
    input: z.object({ userId: Id.optional(), errType: Id.optional(), errDrugTradeId: Id.optional() }),
    from: (_input, caller) => [userStream(caller.userId)],
    async answer({
      db,
      caller,
      input: { userId = caller.userId, errType, errDrugTradeId },
    }): Promise<UserErrorTemplate[]> {
      if (userId !== caller.userId) throw forbidden();
      const { rows } = await db.query<RowOf<UserErrorTemplate, 'pcne'>>(templates, [
        userId,
        errType ?? null,
        errDrugTradeId ?? null,
      ]);
      return rows.map((row) => versioned(withoutNull(row, 'pcne')));
    },
  }),
];

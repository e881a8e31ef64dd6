/** Public profiles, and a person's own error templates. */
import * as accountCalls from 'command-api/contract/calls/account';
import * as catalogueCalls from 'command-api/contract/calls/catalogue';
import type {
  OwnProfile,
  ProfileForMembers,
  PublicProfile,
  Recommendation,
  UserErrorTemplate,
} from 'command-api/contract/profiles';
import { Id } from 'command-api/domain/values/fields';
import { refusal } from 'command-api/domain/reasons/refusal';
import { revisionToJson } from 'command-api/domain/values/revision';
import { userStream } from 'command-api/domain/user/events';
import { forbidden, HttpProblem } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { publicRead, read } from '../read-route.ts';
import { accountOf, type AccountRow, meOf } from './users.ts';

/** Published recommendations and the viewer's own; all of them for the person themself. In the order of writing. */
const recommendationsSeenBy = /* sql */ `
select r.recommendation_id, r.recommender_id, concat_ws(' ', u.first_name, u.last_name) as recommender_name,
       r.recommendation, r.is_accepted, r.version::text
from recommendation r left join app_user u on u.user_id = r.recommender_id
where r.user_id = $1 and (r.is_accepted or r.recommender_id = $2 or r.user_id = $2)
order by r.position`;

interface RecommendationRow {
  recommendation_id: string;
  recommender_id: string;
  recommender_name: string;
  recommendation: string;
  is_accepted: boolean;
  version: string;
}

const recommendationOf = (user: string, row: RecommendationRow): Recommendation => ({
  _id: row.recommendation_id,
  user,
  recommender: row.recommender_id,
  recommenderName: row.recommender_name,
  recommendation: row.recommendation,
  isAccepted: row.is_accepted,
  version: revisionToJson(BigInt(row.version)),
});

/** No contact data: no e-mail and no phone. */
const shownToAll = (row: AccountRow): Omit<PublicProfile, 'recommendations'> => ({
  _id: row.user_id,
  firstName: row.first_name,
  lastName: row.last_name,
  title: row.title,
  about: row.about,
  start: row.start,
  reviews: row.reviews,
  patients: row.patients,
});

const templates = /* sql */ `
select template_id, err_drug_trade_id, err_type, err_note, version::text from user_error_template
where user_id = $1 and ($2::text is null or err_type = $2) and ($3::text is null or err_drug_trade_id = $3)
order by user_error_template.version`;

interface TemplateRow {
  template_id: string;
  err_drug_trade_id: string;
  err_type: string;
  err_note: string;
  version: string;
}

const templateOf = (userId: string, row: TemplateRow): UserErrorTemplate => ({
  _id: row.template_id,
  userId,
  errDrugTradeId: row.err_drug_trade_id,
  errType: row.err_type,
  errNote: row.err_note,
  version: revisionToJson(BigInt(row.version)),
});

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
      const { rows } = await db.query<RecommendationRow>(recommendationsSeenBy, [id, caller?.userId ?? null]);
      const recommendations = rows.map((one) => recommendationOf(id, one));
      if (caller?.userId === id) return { ...meOf(row, dependencies.adminEmail), recommendations };
      if (caller)
        return {
          ...shownToAll(row),
          recommendations,
          hasRecommended: rows.some(({ recommender_id: by }) => by === caller.userId),
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
      const { rows } = await db.query<TemplateRow>(templates, [userId, errType ?? null, errDrugTradeId ?? null]);
      return rows.map((row) => templateOf(userId, row));
    },
  }),
];

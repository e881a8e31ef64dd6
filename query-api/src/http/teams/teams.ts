/** Teams with their members, for the home screen and the team page. */
import * as teamCalls from 'language/contract/calls/teams';
import type { Team } from 'language/contract/entities';
import { defaultPriorityTable } from 'language/domain/priority/table';
import { noClassification, type TeamClassification } from 'language/domain/team/classification';
import { type AnswerRules, firstAnswerRules } from 'language/domain/team/answer-rules';
import { Email, Id } from 'language/domain/values/fields';
import { teamStream } from 'language/domain/team/events';
import { forbidden, notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { read } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';
import { isExempt, lacksSecondFactor } from '../rights.ts';
import { type RowOf, versioned, withoutNull } from '../rows.ts';
import { ownAccountOf } from '../users/users.ts';

/** Members in order of joining, with their names of today. */
const teamWithMembers = /* sql */ `
select t.team_id as "_id", t.name, t.specialty, t.about, t.admin_email as admin, t.admin_id as "adminId",
       t.offered_to as "offeredTo", t.cloud_name as "cloudName", t.upload_preset as "uploadPreset",
       t.chat_allowed as "chatAllowed", t.second_factor_required as "secondFactorRequired",
       t.export_language as "exportLanguage", t.receives_transfers as "receivesTransfers", t.header_kinds as "headerKinds",
       t.old_after_hours as "oldAfterHours", t.dose_intervals as "doseIntervals",
       t.avoided_harm as "avoidedHarm",
       t.answer_rules as "answerRules", t.priority_table -> 'antibioticTags' as "antibioticTags", t.classification,
       t.version::text,
       coalesce(members.list, '[]') as members
from team t
left join lateral (
  select jsonb_agg(jsonb_build_object(
           'user', m.email, 'userId', m.user_id,
           'firstName', coalesce(u.first_name, ''), 'lastName', coalesce(u.last_name, ''),
           'isPhysic', m.is_physic, 'canEdit', m.can_edit, 'canRead', m.can_read,
           'disabled', m.disabled, 'canAudit', m.can_audit)
           || case when c.disabled_at is null then '{}' else '{"accountDisabled": true}'::jsonb end
           order by m.position) as list
  from team_member m left join app_user u on u.user_id = m.user_id
  left join accounts.credential c on c.user_id = m.user_id
  where m.team_id = t.team_id
) members on true`;
const oneTeam = `${teamWithMembers} where t.team_id = $1`;
const teamsOfUser = (everywhere: boolean): string => `
select shown.*, ${lacksSecondFactor('shown."_id"', '$1', everywhere)} as lacks_second_factor
from (${teamWithMembers}
where t.team_id in (
  select team_id from team where admin_id = $1
  union select team_id from team_member where user_id = $1 and not disabled)) shown
order by shown.name, shown."_id"`;

type TeamRow = RowOf<Omit<Team, 'answerRules' | 'antibioticTags' | 'classification'>, 'offeredTo'> & {
  readonly answerRules: AnswerRules | null;
  readonly antibioticTags: string[] | null;
  readonly classification: TeamClassification | null;
};
const teamOf = ({ answerRules, antibioticTags, classification, ...row }: TeamRow): Team => ({
  ...versioned(withoutNull(row, 'offeredTo')),
  answerRules: answerRules ?? firstAnswerRules,
  antibioticTags: antibioticTags ?? [...defaultPriorityTable.antibioticTags],
  classification: classification ?? noClassification,
});

export const teamRoutes = [
  /**
   * The caller's own teams, without texts and other members where the caller lacks a required second factor. An e-mail that is not the caller's is 403
   * (docs/product.md, "Members").
   */
  read(teamCalls.listTeams, {
    input: z.object({ user: Email.optional() }),
    from: () => ['team-', 'user-'],
    async answer(request) {
      if (request.input.user !== undefined && request.input.user !== (await ownAccountOf(request)).email)
        throw forbidden();
      const { caller, dependencies } = request;
      const { rows } = await request.db.query<TeamRow & { lacks_second_factor: boolean }>(
        teamsOfUser(dependencies.requiresSecondFactor),
        [caller.userId],
      );
      return rows.map(({ lacks_second_factor: lacksOne, ...row }) => {
        const team = teamOf(row);
        if (!lacksOne || isExempt(caller)) return team;
        return { ...team, about: '', members: team.members.filter(({ userId }) => userId === caller.userId) };
      });
    },
  }),
  read(teamCalls.getTeam, {
    input: z.object({ id: Id }),
    from: ({ id }) => [teamStream(id), 'user-'],
    async answer(request) {
      const team = await readableTeam(request, 'team', request.input.id);
      const { rows } = await request.db.query<TeamRow>(oneTeam, [team]);
      if (!rows[0]) throw notFound();
      return teamOf(rows[0]);
    },
  }),
];

/** The memberships that a person's groups at the provider give them in teams (`OIDC_GROUPS`). */
import type { GroupMembership } from 'language/domain/team/decide-groups';
import type { Role } from 'language/domain/team/events';
import type { GroupMap } from '../../single-sign-on-settings.ts';

/** A member has one role: the first of these that a group gives. */
const precedence: readonly Role[] = ['pharmacist', 'physician', 'reader'];

/** @returns by team id. The order of the groups has no effect */
export function membershipsOf(groups: readonly string[], map: GroupMap): ReadonlyMap<string, GroupMembership> {
  const given = [...new Set(groups)].flatMap((group) => map.get(group) ?? []);
  return new Map(
    given.map(({ team }) => {
      const roles = given.filter((one) => one.team === team).map(({ role }) => role);
      return [
        team,
        { role: precedence.find((role) => roles.includes(role)) ?? 'reader', canAudit: roles.includes('auditor') },
      ];
    }),
  );
}

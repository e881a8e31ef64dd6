/** What can happen on `team-<id>`. */
import * as z from 'zod';
import type { EventsOf } from '../event-schema.ts';
import { Id } from '../values/fields.ts';
import { RichText } from '../values/rich-text.ts';

export const SpecialtyCode = z.union([
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
  z.literal(6),
]);

/** A member's place in the team; the roles exclude each other (specification §4). */
/**
 * A reader is a member without rights of their own: neither clinical pharmacist (`canEdit`) nor physician (`isPhysic`).
 */
export const Role = z.enum(['pharmacist', 'physician', 'reader']);
export type Role = z.infer<typeof Role>;

export const teamEvents = {
  /** The creator is the team's admin; their membership follows as `TeamMemberAdded` in the same append. */
  TeamCreated: z.object({
    name: z.string(),
    specialty: SpecialtyCode,
    about: RichText,
    adminId: Id,
    adminEmail: z.string(),
  }),
  TeamMemberAdded: z.object({ userId: Id, email: z.string(), role: Role }),
  /** What is said of the team, as it stands from now on. */
  TeamDescribed: z.object({ name: z.string(), specialty: SpecialtyCode, about: RichText }),
  /**
   * Where the gallery's images go: preset `local` is the built-in store, another names an unsigned preset of the
   * account `cloudName`.
   */
  UploadAccountSet: z.object({ cloudName: z.string(), uploadPreset: z.string() }),
  /**
   * Nothing of this team goes to the external chat assistant any more (decisions, trap 7). A team has it on from the
   * start.
   */
  TeamChatSwitchedOff: z.object({}),
  TeamChatSwitchedOn: z.object({}),
  /**
   * Decided by `changeMemberRole` (`PUT /api/teams/{id}/members/{userId} {role}`): by the team admin, never on themself
   * (409).
   */
  TeamMemberRoleChanged: z.object({ userId: Id, role: Role }),
  /** A disabled member is kept in the list with their role, and may do and read nothing. */
  TeamMemberDisabled: z.object({ userId: Id }),
  TeamMemberEnabled: z.object({ userId: Id }),
  TeamMemberRemoved: z.object({ userId: Id }),
  /**
   * Beside their role, they may search every change of the team's medication errors, as its admin may. It ends with the
   * membership.
   */
  TeamAuditorAppointed: z.object({ userId: Id }),
  TeamAuditorWithdrawn: z.object({ userId: Id }),
};
export type TeamEvent = EventsOf<typeof teamEvents>;

export const teamStream = (teamId: string): string => `team-${teamId}`;

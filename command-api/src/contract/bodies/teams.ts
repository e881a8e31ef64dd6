/** One schema a command's body: strict (an unknown field is 400), in the specification's field names (§7). */
import * as z from 'zod';
import { Email, Name } from '../../domain/fields.ts';
import { RichText } from '../../domain/rich-text.ts';
import { Role, SpecialtyCode } from '../../domain/team/events.ts';
import { ignored } from './shared.ts';

export const CreateTeam = z.strictObject({
  name: Name('Team name'),
  specialty: SpecialtyCode,
  about: RichText.default(''),
  admin: ignored,
  members: ignored,
});
export const AddTeamMember = z.strictObject({ email: z.string({ error: 'User email is required' }).trim().min(1, 'User email is required').pipe(Email) });
/** `PUT /api/teams/{id}/members/{userId}`: team admin only, never on themself (409). */
export const ChangeMemberRole = z.strictObject({ role: Role });

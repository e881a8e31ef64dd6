import type { Team } from 'language/contract/entities';
import type { Physician } from 'language/domain/admission/asked-of';
import { personName } from '../../platform/text/names.ts';

/** The physicians of the team who can answer. */
export const physiciansOf = ({ members }: Pick<Team, 'members'>): readonly Physician[] =>
  members
    .filter(({ isPhysic, disabled, accountDisabled }) => isPhysic && !disabled && accountDisabled !== true)
    .map((member) => ({ userId: member.userId, name: personName(member) || member.user }));

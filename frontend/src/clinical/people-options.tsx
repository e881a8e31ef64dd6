/**
 * Of a select: the people of a team, and those who have left it; whoever asks what somebody did asks often of one who
 * is gone.
 */
import type { FormerMember, Member } from 'command-api/contract/entities';
import { personName } from '../platform/text/names.ts';

const text = { left: 'Have left the team', unknown: 'Somebody who has left the team' };

interface Props {
  members: readonly Member[];
  left: readonly FormerMember[];
  /** Who is chosen: one who is among neither, as by an address, has an option as well. Nobody where it is empty. */
  chosen: string;
}

export function PeopleOptions({ members, left, chosen }: Props) {
  const isUnknown = chosen !== '' && ![...members, ...left].some(({ userId }) => userId === chosen);
  return (
    <>
      {members.map((member) => (
        <option key={member.userId} value={member.userId}>
          {personName(member) || member.user}
        </option>
      ))}
      {left.length > 0 && (
        <optgroup label={text.left}>
          {left.map(({ userId, name }) => (
            <option key={userId} value={userId}>
              {name || userId}
            </option>
          ))}
        </optgroup>
      )}
      {isUnknown && <option value={chosen}>{text.unknown}</option>}
    </>
  );
}

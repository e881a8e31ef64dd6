/** The options of a select: the members of a team, and the people who have left it. */
import type { FormerMember, Member } from 'language/contract/entities';
import { personName } from '../platform/text/names.ts';
import { useTranslation } from '../platform/language/use-translation.ts';

interface Props {
  members: readonly Member[];
  left: readonly FormerMember[];
  /** The selected id, or ''. An id that is in neither list (from an address) gets an option, too. */
  chosen: string;
}

export function PeopleOptions({ members, left, chosen }: Props) {
  const t = useTranslation();
  const isUnknown = chosen !== '' && ![...members, ...left].some(({ userId }) => userId === chosen);
  return (
    <>
      {members.map((member) => (
        <option key={member.userId} value={member.userId}>
          {personName(member) || member.user}
        </option>
      ))}
      {left.length > 0 && (
        <optgroup label={t('people.left')}>
          {left.map(({ userId, name }) => (
            <option key={userId} value={userId}>
              {name || userId}
            </option>
          ))}
        </optgroup>
      )}
      {isUnknown && <option value={chosen}>{t('people.unknown')}</option>}
    </>
  );
}

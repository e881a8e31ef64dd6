import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { personName } from '../../platform/text/names.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';

/** The names of the members of a team, by user id. A person who is none has left it. */
export function useNameOf(team: string): (userId: string) => string {
  const t = useTranslation();
  const members = useQuery(teamQuery(team)).data?.members ?? [];
  return (userId) => {
    const member = members.find((candidate) => candidate.userId === userId);
    return member ? personName(member) || member.user : t('people.unknown');
  };
}

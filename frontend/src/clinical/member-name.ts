import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../platform/language/use-translation.ts';
import { personName } from '../platform/text/names.ts';
import { teamQuery } from '../sync/reads/shared-reads.ts';

/** The names of the members of a team, by user id. One who is no member has left it, or is of another team. */
export function useNameOf(team: string): (userId: string) => string {
  const t = useTranslation();
  const { data, isPending } = useQuery(teamQuery(team));
  return (userId) => {
    if (isPending) return '…';
    const member = data?.members.find((candidate) => candidate.userId === userId);
    return member ? personName(member) || member.user : t('people.unknown');
  };
}

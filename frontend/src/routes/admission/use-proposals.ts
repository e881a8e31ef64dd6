import { useQuery } from '@tanstack/react-query';
import { useStatementsInUse } from '../../features/findings/statements-in-use.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';

/**
 * The parts of a chart that propose entries, once their code is loaded and their data are read; undefined where no
 * statement is in use. The code reads written orders, which is much. A read and no lazy component: the chart waits for it,
 * so that the proposals do not push the reviews down.
 */
export function useProposals(admission: string, team: string | undefined) {
  const { list, ...statements } = useStatementsInUse();
  const isWanted = list.length > 0 && team !== undefined;
  const { data, isPending, fetchStatus } = useQuery({
    queryKey: queryKeys.proposals(admission),
    queryFn: async () => {
      const parts = await import('./proposals.tsx');
      await parts.readFor(admission, team ?? '');
      return parts;
    },
    enabled: isWanted,
    structuralSharing: false,
  });
  return isWanted ? { parts: data, isWanted, isPending, fetchStatus } : { parts: undefined, isWanted, ...statements };
}

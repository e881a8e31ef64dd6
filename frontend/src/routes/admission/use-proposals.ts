import { useQuery } from '@tanstack/react-query';
import { useStatementsInUse } from '../../features/findings/statements-in-use.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { medicationsQuery } from '../../sync/reads/admission-lists.ts';
import { drugsQuery, tagsQuery } from '../../sync/reads/catalogue.ts';
import { findingDecisionsQuery } from '../../sync/reads/findings.ts';
import { measurementsQuery } from '../../sync/reads/measurements.ts';

/** Reads what the findings of a chart need. A read that fails is tried again by the part that shows it. */
async function readFor(admission: string, team: string): Promise<void> {
  const read = queryClient.prefetchQuery.bind(queryClient);
  await Promise.all([
    read(findingDecisionsQuery(admission, team)),
    read(measurementsQuery(admission, team)),
    read(medicationsQuery(admission, team)),
    read(drugsQuery()),
    read(tagsQuery()),
  ]);
}

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
      const [parts] = await Promise.all([import('./proposals.tsx'), readFor(admission, team ?? '')]);
      return parts;
    },
    enabled: isWanted,
    structuralSharing: false,
  });
  return isWanted ? { parts: data, isWanted, isPending, fetchStatus } : { parts: undefined, isWanted, ...statements };
}

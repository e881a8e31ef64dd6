/** The round list, once the errors without a response are read. */
import { useQuery } from '@tanstack/react-query';
import type { Team } from 'command-api/contract/entities';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { allPendingQuery } from '../../features/handover/api.ts';
import RoundList from '../../features/ward/round-list.tsx';
import type { BoardRow } from '../../features/ward/sorting.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { personName } from '../../platform/text/names.ts';

interface Props {
  team: Team;
  today: string;
  patients: readonly BoardRow[];
  onPrinted: () => void;
}

export default function RoundListOnPaper({ team, today, patients, onPrinted }: Props) {
  const user = useSessionUser();
  const pending = useQuery(allPendingQuery(team._id, today));
  // A list without the recommendations would look as if there were none.
  if (pending.error)
    return <ErrorAlert error={pending.error} onRetry={() => void pending.refetch()} onDismiss={onPrinted} />;
  return pending.isFetchedAfterMount && pending.data ? (
    <RoundList
      team={team}
      today={today}
      patients={patients}
      pending={pending.data}
      by={user ? personName(user) : ''}
      onPrinted={onPrinted}
    />
  ) : null;
}

/** `/ward/{teamId}`: the inpatients, live. */
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { Team } from 'language/contract/entities';
import { ClipboardCheck, Pill } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { newestText } from '../../clinical/measured-values.ts';
import { TeamScreen } from '../../clinical/team-screen.tsx';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { ErrorAlert, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { allPendingQuery } from '../../features/handover/api.ts';
import { TransfersLink } from '../../features/transfers/transfers-link.tsx';
import { boardQuery, newsQuery } from '../../features/ward/api.ts';
import { Board, type PrintedList } from '../../features/ward/board.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { personName } from '../../platform/text/names.ts';
import { useToday } from '../../platform/time/dates.ts';
import { useHospitalClock } from '../../platform/time/instants.ts';
import { newestValuesQuery } from '../../sync/reads/measurements.ts';

const RoundList = lazyComponent(() => import('../../features/ward/round-list.tsx'));

/** Until the news is read, nothing is marked as new. */
const nothing: ReadonlySet<string> = new Set();

export function Component() {
  const t = useTranslation();
  const { teamId = '' } = useParams();
  const board = useQuery(boardQuery(teamId, useToday()));
  const news = useQuery(newsQuery(teamId));
  const [printing, setPrinting] = useState<PrintedList & { today: string }>();
  return (
    <TeamScreen
      id={teamId}
      title={t('ward.title')}
      renderActions={() => (
        <>
          <TransfersLink team={teamId} />
          <Button asChild variant="outline">
            <Link to={paths.drugUse.href(teamId)}>
              <Pill aria-hidden />
              {t('drugUse.title')}
            </Link>
          </Button>
          <Button asChild variant="outline">
            <Link to={paths.handover.href(teamId)}>
              <ClipboardCheck aria-hidden />
              {t('ward.handover')}
            </Link>
          </Button>
        </>
      )}
    >
      {(team) => (
        <>
          <QueryBoundary query={board} skeleton={<SkeletonRows rows={8} height="44px" />}>
            {(now) => (
              <Board
                board={now}
                team={team}
                changedAdmissions={news.data ?? nothing}
                isUpdating={board.isFetching}
                onPrint={(list) => setPrinting({ today: now.today, ...list })}
                isPrinting={printing !== undefined}
              />
            )}
          </QueryBoundary>
          {printing ? (
            <AsyncBoundary instead={<LoadFailed asks />}>
              <RoundListOnPaper team={team} {...printing} onPrinted={() => setPrinting(undefined)} />
            </AsyncBoundary>
          ) : null}
        </>
      )}
    </TeamScreen>
  );
}

interface PaperProps extends PrintedList {
  team: Team;
  today: string;
  onPrinted: () => void;
}

/** The round list, once the errors without a response are read. */
function RoundListOnPaper(props: PaperProps) {
  const user = useSessionUser();
  const pending = useQuery(allPendingQuery(props.team._id, props.today));
  const newest = useQuery(newestValuesQuery(props.team._id));
  const now = useHospitalClock();
  // A list without the recommendations would look as if there were none.
  if (pending.error)
    return <ErrorAlert error={pending.error} onRetry={() => void pending.refetch()} onDismiss={props.onPrinted} />;
  const values = new Map(
    props.patients.map((patient) => [
      patient.admission,
      newestText(newest.data?.get(patient.admission) ?? [], patient, props.team, now),
    ]),
  );
  return pending.isFetchedAfterMount && pending.data && !newest.isPending ? (
    <RoundList {...props} pending={pending.data} values={values} by={user ? personName(user) : ''} />
  ) : null;
}

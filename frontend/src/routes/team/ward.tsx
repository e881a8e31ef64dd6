/** `/ward/{teamId}`: the inpatients, live. */
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck, Pill } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { TransfersLink } from '../../features/transfers/transfers-link.tsx';
import { boardQuery, newsQuery } from '../../features/ward/api.ts';
import { Board } from '../../features/ward/board.tsx';
import type { BoardRow } from '../../features/ward/sorting.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import { useToday } from '../../platform/time/dates.ts';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { PageHeader } from '../../components/page.tsx';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';

export { signedInOnly as loader } from '../../app/route-guards.ts';

const RoundListOnPaper = lazyComponent(() => import('./round-list-on-paper.tsx'));

/** Until the news is read, nothing is marked as new. */
const nothing: ReadonlySet<string> = new Set();

export function Component() {
  const t = useTranslation();
  const { teamId = '' } = useParams();
  const team = useQuery(teamQuery(teamId));
  const board = useQuery(boardQuery(teamId, useToday()));
  const news = useQuery(newsQuery(teamId));
  const [printing, setPrinting] = useState<{ today: string; patients: readonly BoardRow[] }>();
  useWatch({ team: teamId });
  return (
    <QueryBoundary query={team}>
      {(found) => (
        <>
          <PageHeader
            title={t('ward.title')}
            windowTitle={`${t('ward.title')} – ${found.name}`}
            crumbs={[{ label: found.name, to: paths.team.href(teamId), name: true }, { label: t('ward.title') }]}
            actions={
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
            }
          />
          <QueryBoundary query={board} skeleton={<SkeletonRows rows={8} height="44px" />}>
            {(now) => (
              <Board
                board={now}
                team={found.name}
                changedAdmissions={news.data ?? nothing}
                isUpdating={board.isFetching}
                onPrint={(patients) => setPrinting({ today: now.today, patients })}
                isPrinting={printing !== undefined}
              />
            )}
          </QueryBoundary>
          {printing ? (
            <AsyncBoundary instead={<LoadFailed asks />}>
              <RoundListOnPaper team={found} {...printing} onPrinted={() => setPrinting(undefined)} />
            </AsyncBoundary>
          ) : null}
        </>
      )}
    </QueryBoundary>
  );
}

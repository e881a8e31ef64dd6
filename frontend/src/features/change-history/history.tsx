/** The history of a thing: every change, newest first, with a restore where the person can do that. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { Team } from 'language/contract/entities';
import type { HistoryEvent } from 'language/contract/history';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { errorTypesQuery, tagsQuery } from '../../sync/reads/catalogue.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import type { CatalogueNames } from '../../clinical/field-formats.ts';
import { ChangeLine, changeStyle } from '../../clinical/change-line.tsx';
import { EntryHistoryLinks } from '../../clinical/history-links.tsx';
import { VerificationDisclosure } from '../../clinical/verification-panel.tsx';
import { ErrorAlert, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { linkStyle } from '../../components/theme/system.ts';
import { lazyComponent, AsyncBoundary } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { Switch } from '../../components/forms/switch.tsx';
import { type HistoryScope, streamName, useTimeline } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { canWrite, restorableChanges, restoredBy, thingKind } from './restore.ts';

export interface HistoryProps extends HistoryScope {
  /** The name of the thing. */
  name: string;
  /** The team whose rights apply. A drug has none. */
  team?: Team | undefined;
  /** Offers the history of the whole stream. */
  canWiden?: boolean;
}

const styles = {
  bg: 'bg.subtle',
  borderWidth: '1px',
  borderColor: 'border.muted',
  borderRadius: 'l2',
  paddingInline: '3',
  paddingBlock: '2',
  marginBlock: '2',
  fontSize: 'sm',
  width: '100%',
  minWidth: 0,
  '& .head': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '4',
    rowGap: '1',
    fontSize: 'xs',
    color: 'fg.muted',
    minHeight: '28px',
  },
  '& .head a, & .change a': linkStyle,
  '& > ol': { listStyle: 'none' },
  '& > ol > li': { paddingBlock: '2', borderBlockStartWidth: '1px', borderColor: 'border.muted' },
  '& .change .act': {
    marginInlineStart: 'auto',
    display: 'inline-flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
  },
  '& .lives': { fontSize: 'xs', color: 'fg.muted' },
  ...changeStyle,
};

const Restore = lazyComponent(() => import('./restore-dialog.tsx'));

export default function History({ name, team, canWiden = false, ...scope }: HistoryProps) {
  const t = useTranslation();
  const [isWide, setIsWide] = useState(false);
  const shown: HistoryScope = isWide ? { kind: scope.kind, id: scope.id } : scope;
  return (
    <Box
      as="section"
      aria-label={t('history.label', { of: name })}
      css={styles}
      data-print="hide"
      data-history={scope.of ?? streamName(scope)}
    >
      <Changes
        key={shown.of ?? ''}
        scope={shown}
        team={team}
        widen={canWiden ? <Switch label={t('history.wholeChart')} checked={isWide} onChange={setIsWide} /> : null}
      />
      {scope.of === undefined ? (
        <Box marginBlockStart="2">
          <VerificationDisclosure label={t('historyButton.proof')} kind={scope.kind} id={scope.id} />
        </Box>
      ) : null}
    </Box>
  );
}

function Changes({ scope, team, widen }: { scope: HistoryScope; team: Team | undefined; widen: ReactNode }) {
  const t = useTranslation();
  const me = useSessionUser()?._id ?? '';
  const { first, timeline } = useTimeline(scope);
  const names = useNames(scope.kind === 'drugs');
  const [restoring, setRestoring] = useState<{ change: HistoryEvent; open: boolean }>();
  // Changes of a merged patient are shown, and restored nowhere.
  const own = timeline.changes.filter(({ stream }) => stream === streamName(scope));
  const methods = restorableChanges(own, me, team);
  // Says who can restore, to a person who cannot.
  const isReadOnly =
    team !== undefined && timeline.changes.length > 1 && !timeline.changes.some((change) => canWrite(change, me, team));
  const whoRestores = isReadOnly
    ? restoredBy(scope.of === undefined ? scope.kind.slice(0, -1) : thingKind(scope.of))
    : undefined;
  return (
    <>
      <div className="head">
        <span role="status">{first.data ? t('history.count', { total: first.data.total }) : ''}</span>
        {scope.of !== undefined && thingKind(scope.of) === 'entry' ? (
          <Link
            to={paths.entryLife.href(
              scope.of.slice('entry:'.length),
              timeline.changes.find((change) => change.in)?.in?.slice('review:'.length),
            )}
          >
            {t('history.life')}
          </Link>
        ) : null}
        {whoRestores === undefined ? null : <span>{whoRestores}</span>}
        {widen}
      </div>
      <QueryBoundary query={first} skeleton={<SkeletonRows rows={2} height="44px" label={t('history.loading')} />}>
        {({ total, erased }) => (
          <>
            {erased ? <p>{t('history.erased')}</p> : null}
            {total === 0 ? <p>{t('history.none')}</p> : null}
            <ol>
              {timeline.changes.map((change) => (
                <li key={change._id} data-change={change.revision}>
                  <ChangeLine
                    change={change}
                    about={scope.of}
                    names={names}
                    actions={
                      <Actions
                        change={change}
                        scope={scope}
                        method={change.stream === streamName(scope) ? methods.get(change.revision) : undefined}
                        onRestore={() => setRestoring({ change, open: true })}
                      />
                    }
                  />
                </li>
              ))}
            </ol>
            <ErrorAlert error={timeline.failed?.error} onRetry={() => void timeline.failed?.refetch()} />
            {timeline.isReading ? <SkeletonRows rows={1} height="44px" label={t('history.loading')} /> : null}
            {timeline.earlierCount > 0 && !timeline.isReading ? (
              <Button size="xs" variant="outline" onClick={timeline.readEarlier}>
                {t('history.earlier', { count: timeline.earlierCount })}
              </Button>
            ) : null}
          </>
        )}
      </QueryBoundary>
      {restoring ? (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <Restore
            key={restoring.change.revision}
            change={restoring.change}
            scope={scope}
            names={names}
            open={restoring.open}
            onClose={() => setRestoring({ ...restoring, open: false })}
          />
        </AsyncBoundary>
      ) : null}
    </>
  );
}

function Actions({
  change,
  scope,
  method,
  onRestore,
}: {
  change: HistoryEvent;
  scope: HistoryScope;
  method: 'update' | 'recreate' | undefined;
  onRestore: () => void;
}) {
  const t = useTranslation();
  const at = formatInstant(change.at);
  // The history of an entry has the link to all its changes at the top.
  const isOfEntry = scope.of !== undefined && thingKind(scope.of) === 'entry';
  return (
    <span className="act">
      {isOfEntry || change.unreadable ? null : <EntryHistoryLinks change={change} />}
      {scope.kind === 'admissions' && !change.unreadable ? (
        <Link
          to={paths.chartThen.href(scope.id, String(change.revision))}
          aria-label={t('history.chartThenOf', { at })}
        >
          {t('history.chartThen')}
        </Link>
      ) : null}
      {scope.kind === 'patients' && thingKind(change.of) === 'admission' ? (
        <Link to={paths.chartThen.href(change.of.slice('admission:'.length))} aria-label={t('history.chartOf', { at })}>
          {t('history.chart')}
        </Link>
      ) : null}
      {method === undefined ? null : (
        <Button
          size="xs"
          variant="outline"
          aria-label={
            method === 'update' ? t('history.restoreOf', { at }) : t('history.againOf', { name: change.name ?? at })
          }
          onClick={onRestore}
        >
          {method === 'update' ? t('history.restore') : t('history.again')}
        </Button>
      )}
    </span>
  );
}

/** A drug has its error types and tags by id. */
function useNames(wanted: boolean): CatalogueNames | undefined {
  const [types, tags] = [
    useQuery({ ...errorTypesQuery(), enabled: wanted }),
    useQuery({ ...tagsQuery(), enabled: wanted }),
  ];
  const byId = (list: readonly { _id: string; label: string }[] = []) =>
    new Map(list.map(({ _id, label }) => [_id, label]));
  return wanted ? { errorTypes: byId(types.data), tags: byId(tags.data) } : undefined;
}

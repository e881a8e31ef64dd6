/** The history of a thing, opened under it: every change, newest first, and the way back where the rules allow one. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { Team } from 'command-api/contract/entities';
import type { HistoryEvent } from 'command-api/contract/history';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { errorTypesQuery, tagsQuery } from '../../sync/reads/catalogue.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import type { CatalogueNames } from '../../clinical/change-fields.ts';
import { changeLook, ChangeLine } from '../../clinical/change-line.tsx';
import { EntryHistoryLinks } from '../../clinical/entry-history-link.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { linkLook } from '../../components/link-look.ts';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { AsyncBoundary } from '../../components/async-boundary.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { Switch } from '../../components/forms/switch.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { type Past, streamOf } from './api.ts';
import { historyText as text } from './messages.ts';
import { kindOf, mayWrite, restorable } from './restore.ts';
import { usePast } from './use-past.ts';

export interface HistoryProps extends Past {
  /** What it is the history of, in words. */
  name: string;
  /** Whose rights count; none where the thing belongs to no team. */
  team?: Team | undefined;
  /** What else lies in the same stream may be shown as well. */
  mayWiden?: boolean;
  /** What shows that this is what was written. */
  proof?: ReactNode;
}

const look = {
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
  '& .head a, & .told a': linkLook,
  '& > ol': { listStyle: 'none' },
  '& > ol > li': { paddingBlock: '2', borderBlockStartWidth: '1px', borderColor: 'border.muted' },
  '& .told .act': {
    marginInlineStart: 'auto',
    display: 'inline-flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
  },
  '& .lives': { fontSize: 'xs', color: 'fg.muted' },
  ...changeLook,
};

const Restore = lazyComponent(() => import('./restore-dialog.tsx'));

export default function History({ name, team, mayWiden = false, proof, ...past }: HistoryProps) {
  const [wide, setWide] = useState(false);
  const shown: Past = wide ? { kind: past.kind, id: past.id } : past;
  return (
    <Box
      as="section"
      aria-label={text.label(name)}
      css={look}
      data-print="hide"
      data-history={past.of ?? streamOf(past)}
    >
      <Changes
        key={shown.of ?? ''}
        past={shown}
        team={team}
        widen={mayWiden ? <Switch label={text.wholeChart} checked={wide} onChange={setWide} /> : null}
      />
      {proof}
    </Box>
  );
}

function Changes({ past, team, widen }: { past: Past; team: Team | undefined; widen: ReactNode }) {
  const me = useSessionUser()?._id ?? '';
  const { first, told } = usePast(past);
  const names = useNames(past.kind === 'drugs');
  const [going, setGoing] = useState<{ change: HistoryEvent; open: boolean }>();
  const ways = restorable(told.changes, me, team);
  // Why nothing can be taken back here, to whom that is so.
  const isOthers =
    team !== undefined && told.changes.length > 1 && !told.changes.some((change) => mayWrite(change, me, team));
  const others = isOthers
    ? text.restoredBy[past.of === undefined ? past.kind.slice(0, -1) : kindOf(past.of)]
    : undefined;
  return (
    <>
      <div className="head">
        <span role="status">{first.data ? text.count(first.data.total) : ''}</span>
        {past.of !== undefined && kindOf(past.of) === 'entry' ? (
          <Link
            to={paths.entryLife.href(
              past.of.slice('entry:'.length),
              told.changes.find((change) => change.in)?.in?.slice('review:'.length),
            )}
          >
            {text.life}
          </Link>
        ) : null}
        {others === undefined ? null : <span>{others}</span>}
        {widen}
      </div>
      <QueryBoundary query={first} waiting={<SkeletonRows rows={2} height="44px" label={text.loading} />}>
        {({ total, erased }) => (
          <>
            {erased ? <p>{text.erased}</p> : null}
            {total === 0 ? <p>{text.none}</p> : null}
            <ol>
              {told.changes.map((change) => (
                <li key={change.revision} data-change={change.revision}>
                  <ChangeLine
                    change={change}
                    about={past.of}
                    names={names}
                    actions={
                      <Actions
                        change={change}
                        past={past}
                        way={ways.get(change.revision)}
                        onRestore={() => setGoing({ change, open: true })}
                      />
                    }
                  />
                </li>
              ))}
            </ol>
            <ErrorAlert error={told.failed?.error} onRetry={() => void told.failed?.refetch()} />
            {told.reading ? <SkeletonRows rows={1} height="44px" label={text.loading} /> : null}
            {told.earlier > 0 && !told.reading ? (
              <Button size="xs" variant="outline" onClick={told.readEarlier}>
                {text.earlier(told.earlier)}
              </Button>
            ) : null}
          </>
        )}
      </QueryBoundary>
      {going ? (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <Restore
            key={going.change.revision}
            change={going.change}
            past={past}
            names={names}
            open={going.open}
            onClose={() => setGoing({ ...going, open: false })}
          />
        </AsyncBoundary>
      ) : null}
    </>
  );
}

function Actions({
  change,
  past,
  way,
  onRestore,
}: {
  change: HistoryEvent;
  past: Past;
  way: 'put' | 'again' | undefined;
  onRestore: () => void;
}) {
  const at = formatInstant(change.at);
  // Under an entry the way to its life stands above the changes.
  const isUnderIt = past.of !== undefined && kindOf(past.of) === 'entry';
  return (
    <span className="act">
      {isUnderIt || change.unreadable ? null : <EntryHistoryLinks change={change} />}
      {past.kind === 'admissions' && !change.unreadable ? (
        <Link to={paths.chartThen.href(past.id, String(change.revision))} aria-label={text.chartThenOf(at)}>
          {text.chartThen}
        </Link>
      ) : null}
      {past.kind === 'patients' && kindOf(change.of) === 'admission' ? (
        <Link to={paths.chartThen.href(change.of.slice('admission:'.length))} aria-label={text.chartOf(at)}>
          {text.chart}
        </Link>
      ) : null}
      {way === undefined ? null : (
        <Button
          size="xs"
          variant="outline"
          aria-label={way === 'put' ? text.restoreOf(at) : text.againOf(change.name ?? at)}
          onClick={onRestore}
        >
          {way === 'put' ? text.restore : text.again}
        </Button>
      )}
    </span>
  );
}

/** Error types and tags stand in a drug by their ids. */
function useNames(wanted: boolean): CatalogueNames | undefined {
  const [types, tags] = [
    useQuery({ ...errorTypesQuery(), enabled: wanted }),
    useQuery({ ...tagsQuery(), enabled: wanted }),
  ];
  const byId = (list: readonly { _id: string; label: string }[] = []) =>
    new Map(list.map(({ _id, label }) => [_id, label]));
  return wanted ? { errorTypes: byId(types.data), tags: byId(tags.data) } : undefined;
}

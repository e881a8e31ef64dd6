/** Where the person is signed in. They end one session, or all but this one (docs/product.md, "Sessions"). */
import * as accountCalls from 'language/contract/calls/account';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { UserSession } from 'language/contract/sessions';
import { useState } from 'react';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { PanelSection } from '../../components/page.tsx';
import { ErrorAlert, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { DeviceName, deviceName } from '../../components/text/device-name.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import type { ApiError } from '../../platform/http/api.ts';
import { isSecure } from '../../platform/storage/device-storage.ts';
import { formatInstant, formatTimeAgo } from '../../platform/time/instants.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { lastError, useCommand } from '../../sync/commands.ts';
import { ownSessionsQuery } from './api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

const listStyle = {
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '4',
    paddingBlock: '3',
    borderBlockStartWidth: '1px',
    borderColor: 'border.muted',
  },
  '& .device': { fontWeight: 'semibold', overflowWrap: 'anywhere' },
  '& .current': {
    bg: 'brand.subtle',
    color: 'brand.fg',
    borderRadius: 'l1',
    paddingInline: '1.5',
    fontSize: 'xs',
  },
  '& .details': { color: 'fg.muted', fontSize: 'xs', overflowWrap: 'anywhere' },
};

const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: queryKeys.ownSessions });

export function SessionsSection() {
  const t = useTranslation();
  const sessions = useQuery(ownSessionsQuery());
  const ending = useCommand(accountCalls.endOwnSession, {
    onSuccess: () => {
      notify.removed(t('sessions.ended'));
      readAgain();
    },
    // The list was old: the session has ended already.
    onError: (error) => error.status === 404 && readAgain(),
  });
  const endingOthers = useCommand(accountCalls.endOtherSessions, {
    onSuccess: ({ ended }) => {
      notify.removed(t('sessions.endedOthers', { count: ended }));
      readAgain();
    },
  });
  const endOthers = async (): Promise<void> => {
    if (
      await confirm({
        title: t('sessions.askOthers'),
        body: t('sessions.askOthersBody'),
        yes: t('sessions.endOthers'),
        danger: true,
      })
    )
      endingOthers.mutate({});
  };
  return (
    <PanelSection title={t('sessions.title')} hint={t('sessions.hint')} titleSize="md" headSpace="3">
      <ErrorAlert error={unlessGone(lastError(ending, endingOthers))} />
      <QueryBoundary query={sessions} skeleton={<SkeletonRows rows={3} height="64px" label={t('sessions.loading')} />}>
        {(found) => (
          <>
            <Box as="ul" css={listStyle}>
              {thisFirst(found).map((session) => (
                <SessionRow
                  key={session._id}
                  session={session}
                  isEnding={ending.isPending && ending.variables.params.id === session._id}
                  onEnd={() => ending.mutate({ params: { id: session._id } })}
                />
              ))}
            </Box>
            {found.some(({ isCurrent, kind }) => isCurrent && kind === 'cookie') && !isSecure() && (
              <Box fontSize="sm" marginBlock="2">
                {t('sessions.plainCookie')}
              </Box>
            )}
            {found.some(({ isCurrent }) => !isCurrent) ? (
              <Button
                marginBlockStart="3"
                variant="outline"
                colorPalette="red"
                loading={endingOthers.isPending}
                onClick={() => void endOthers()}
              >
                {t('sessions.endOthers')}
              </Button>
            ) : (
              <Box color="fg.muted" fontSize="sm">
                {t('sessions.noOthers')}
              </Box>
            )}
          </>
        )}
      </QueryBoundary>
    </PanelSection>
  );
}

const unlessGone = (error: ApiError | null): ApiError | null => (error?.status === 404 ? null : error);

/** The others stay in the server's order: the last used first. */
const thisFirst = (sessions: readonly UserSession[]): UserSession[] => [
  ...sessions.filter(({ isCurrent }) => isCurrent),
  ...sessions.filter(({ isCurrent }) => !isCurrent),
];

interface RowProps {
  session: UserSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: RowProps) {
  const t = useTranslation();
  const [now] = useState(() => new Date());
  const { address, method, beganAt, lastUsedAt, isCurrent } = session;
  const device = deviceName(session.device) || t('sessions.unknownDevice');
  return (
    <li>
      <div>
        <Box className="device" display="flex" flexWrap="wrap" alignItems="center" gap="2">
          {session.device === '' ? t('sessions.unknownDevice') : <DeviceName device={session.device} />}
          {isCurrent && <span className="current">{t('sessions.current')}</span>}
        </Box>
        <Box className="details">
          {t(`sessions.methods.${method}`)} {address !== '' && <bdi>{t('sessions.from', { address })}</bdi>}
        </Box>
        <Box className="details tabular">
          {t('sessions.began')}{' '}
          <time dateTime={beganAt}>
            <ClinicalText>{formatInstant(beganAt)}</ClinicalText>
          </time>
          {!isCurrent && (
            <>
              {' · '}
              {t('sessions.used')} <time dateTime={lastUsedAt}>{formatTimeAgo(lastUsedAt, now)}</time>
            </>
          )}
        </Box>
      </div>
      {!isCurrent && (
        <Button
          size="sm"
          variant="outline"
          colorPalette="gray"
          minH={{ base: '44px', lg: '32px' }}
          aria-label={address === '' ? t('sessions.endOne', { device }) : t('sessions.endOneFrom', { device, address })}
          loading={isEnding}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

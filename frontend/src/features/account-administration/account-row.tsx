/** One account of the list, with what the admin account may do to it. */
import * as installationCalls from 'language/contract/calls/installation';
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { AccountTeam, ListedAccount } from 'language/contract/accounts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { formatList } from '../../platform/language/format.ts';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { personName } from '../../platform/text/names.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { lastError, useCommand } from '../../sync/commands.ts';

const AppointDialog = lazyComponent(() => import('./appoint-dialog.tsx'));
const DisableDialog = lazyComponent(() => import('./disable-dialog.tsx'));

const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: queryKeys.anyAccounts });

/** Such as "Adult ICU (Physician, Admin)". */
const teamInWords = ({ name, role, isAdmin, disabled }: AccountTeam): string =>
  translate('accounts.team', {
    team: name,
    roles: formatList([
      translate(disabled ? 'teams.disabled' : `teams.${role}`),
      ...(isAdmin ? [translate('teams.admin')] : []),
    ]),
  });

export function AccountRow({ account }: { account: ListedAccount }) {
  const t = useTranslation();
  const [isDisabling, setDisabling] = useState(false);
  const [handedOver, setHandedOver] = useState<AccountTeam>();
  const name = personName(account);
  const enable = useCommand(installationCalls.setAccountState, {
    onSuccess: () => {
      notify.saved(t('accounts.enabled', { name }));
      readAgain();
    },
  });
  const end = useCommand(installationCalls.endSessionsOfPerson, {
    onSuccess: ({ ended }) => {
      notify.removed(t('accounts.ended', { count: ended }));
      readAgain();
    },
  });
  const params = { userId: account._id };
  const askToEnd = async (): Promise<void> => {
    if (
      await confirm({
        title: t('accounts.askEnd', { name }),
        body: t('accounts.askEndBody'),
        yes: t('accounts.endSessions'),
        danger: true,
      })
    )
      end.mutate({ params });
  };
  return (
    <li>
      <div>
        <Box className="name">
          <Link to={paths.user.href(account._id)}>
            <bdi>{name}</bdi>
          </Link>
          {account.condition === 'disabled' && <Badge colorPalette="red">{t('accounts.conditions.disabled')}</Badge>}
          {account.condition === 'unconfirmed' && (
            <Badge colorPalette="amber">{t('accounts.conditions.unconfirmed')}</Badge>
          )}
          {account.isAdminAccount && <Badge colorPalette="brand">{t('accounts.adminAccount')}</Badge>}
        </Box>
        <Box className="details">
          <bdi dir="ltr">{account.email}</bdi>
        </Box>
        <Box className="details">
          {account.teams.length === 0 ? t('accounts.noTeam') : formatList(account.teams.map(teamInWords))}
        </Box>
        <Box className="details tabular">
          <ClinicalText>{facts(account).join(' · ')}</ClinicalText>
        </Box>
        {account.disabled && (
          <Box className="details">
            <ClinicalText>
              {t('accounts.disabledBecause', {
                date: formatInstant(account.disabled.at),
                name: account.disabled.byName,
                reason: account.disabled.reason,
              })}
            </ClinicalText>
          </Box>
        )}
        <ErrorAlert error={lastError(enable, end)} />
      </div>
      <Box display="flex" flexWrap="wrap" gap="2">
        {account.teams
          .filter(({ isAdmin }) => isAdmin)
          .map((team) => (
            <RowButton key={team._id} name={team.name} onClick={() => setHandedOver(team)}>
              {t('accounts.handOver')}
            </RowButton>
          ))}
        {account.sessions > 0 && (
          <RowButton name={name} loading={end.isPending} onClick={() => void askToEnd()}>
            {t('accounts.endSessions')}
          </RowButton>
        )}
        {account.disabled ? (
          <RowButton
            name={name}
            loading={enable.isPending}
            onClick={() => enable.mutate({ params, body: { disabled: false } })}
          >
            {t('accounts.enable')}
          </RowButton>
        ) : (
          !account.isAdminAccount && (
            <RowButton name={name} onClick={() => setDisabling(true)}>
              {t('accounts.disable')}
            </RowButton>
          )
        )}
      </Box>
      {handedOver && (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <AppointDialog
            team={handedOver}
            adminId={account._id}
            onClose={() => setHandedOver(undefined)}
            onDone={() => {
              setHandedOver(undefined);
              readAgain();
            }}
          />
        </AsyncBoundary>
      )}
      {isDisabling && (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <DisableDialog
            account={account}
            onClose={() => setDisabling(false)}
            onDone={() => {
              setDisabling(false);
              readAgain();
            }}
          />
        </AsyncBoundary>
      )}
    </li>
  );
}

const facts = ({ createdOn, lastUsedOn, hasSecondFactor, isOfProvider }: ListedAccount): string[] => [
  translate('accounts.created', { date: formatDate(createdOn) }),
  lastUsedOn === null
    ? translate('accounts.neverUsed')
    : translate('accounts.lastUsed', { date: formatDate(lastUsedOn) }),
  translate(isOfProvider ? 'accounts.ofProvider' : 'accounts.ofPassword'),
  translate(hasSecondFactor ? 'accounts.secondFactor' : 'accounts.noSecondFactor'),
];

interface ButtonProps {
  /** The name of the person whom it concerns, for assistive technology. */
  name: string;
  loading?: boolean;
  onClick: () => void;
  children: string;
}

const RowButton = ({ name, children, loading = false, onClick }: ButtonProps) => (
  <Button
    size="sm"
    variant="outline"
    colorPalette="gray"
    minH={{ base: '44px', lg: '32px' }}
    loading={loading}
    onClick={onClick}
  >
    {children}
    <Box as="span" srOnly>
      : {name}
    </Box>
  </Button>
);

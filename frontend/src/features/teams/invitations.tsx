/** Invites an address to a team by mail, and lists the open invitations (docs/product.md, "Invitations"). */
import * as teamCalls from 'language/contract/calls/teams';
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { TeamRole } from 'language/contract/accounts';
import type { TeamInvitation } from 'language/contract/invitations';
import { type FormEvent, useState } from 'react';
import { languages } from 'virtual:languages';
import { EmailField } from '../../components/forms/credential-fields.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { Select } from '../../components/forms/select.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { currentLanguage } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { lastError, useCommand } from '../../sync/commands.ts';
import { invitationsQuery } from './api.ts';

const roles: readonly TeamRole[] = ['pharmacist', 'physician', 'reader'];
const parseRole = (text: string): TeamRole => roles.find((role) => role === text) ?? 'pharmacist';

const listStyle = {
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '1',
    paddingBlock: '2',
    borderBlockStartWidth: '1px',
    borderColor: 'border.muted',
  },
  '& > li > div:first-of-type': { flex: 1, minW: '16ch', overflowWrap: 'anywhere' },
  '& small': { color: 'fg.muted', display: 'block', fontSize: 'xs' },
};

export function Invitations({ team }: { team: string }) {
  const t = useTranslation();
  const open = useQuery(invitationsQuery(team));
  const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: queryKeys.invitations(team) });
  return (
    <>
      <InviteForm team={team} onInvited={readAgain} />
      <QueryBoundary query={open} skeleton={<SkeletonRows rows={1} label={t('invitations.loading')} />}>
        {(found) =>
          found.length > 0 && (
            <Box as="ul" css={listStyle} marginBlockStart="3" aria-label={t('invitations.open')}>
              {found.map((invitation) => (
                <InvitationRow key={invitation._id} team={team} invitation={invitation} onChanged={readAgain} />
              ))}
            </Box>
          )
        }
      </QueryBoundary>
    </>
  );
}

function InviteForm({ team, onInvited }: { team: string; onInvited: () => void }) {
  const t = useTranslation();
  const form = useFlatForm({ email: '', role: 'pharmacist', language: currentLanguage().language.code }, 0);
  const { email, language } = form.draft;
  const role = parseRole(form.draft.role);
  const draft = `team/${team}/invitation`;
  const [isMissing, setMissing] = useState(false);
  const invite = useCommand(teamCalls.inviteMember, {
    draft,
    onSuccess: () => {
      form.take({ ...form.draft, email: '' }, 0);
      notify.saved(t('invitations.sent'));
      onInvited();
    },
  });
  useUnsaved(email.trim() === '' ? undefined : `${t('invitations.title')}: ${email}`);
  const refused = useRefusedFields(invite.error, { email });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = email.trim().toLowerCase();
    setMissing(typed === '');
    if (typed !== '' && !invite.isPending)
      invite.mutate({ params: { id: team }, body: { email: typed, role, language } });
  };
  return (
    <form aria-label={t('invitations.title')} onSubmit={submit} noValidate>
      <FlatDraft form={form} of={draft} what={t('invitations.draft')} isNew />
      <ErrorAlert error={refused.error} />
      <Box
        display="grid"
        // By the room that there is: the form is also in a dialog.
        gridTemplateColumns="repeat(auto-fit, minmax(min(12rem, 100%), 1fr))"
        gap="3"
        alignItems="end"
      >
        <Box gridColumn="1 / -1">
          <EmailField
            label={t('invitations.email')}
            name="invited"
            autoComplete="off"
            error={isMissing ? t('teams.emailRequired') : refused.fields['email']}
            value={email}
            onChange={(typed) => {
              form.change({ email: typed });
              setMissing(false);
            }}
          />
        </Box>
        <FormField label={t('invitations.role')}>
          <Select
            value={role}
            onChange={(chosen) => form.change({ role: chosen })}
            options={roles.map((one) => [one, t(`teams.${one}`)])}
          />
        </FormField>
        <FormField label={t('invitations.language')}>
          <Select
            value={language}
            onChange={(chosen) => form.change({ language: chosen })}
            options={languages.map(({ code, name }) => [code, name])}
          />
        </FormField>
        <Button type="submit" loading={invite.isPending} justifySelf={{ md: 'start' }}>
          {t('invitations.invite')}
        </Button>
      </Box>
    </form>
  );
}

interface RowProps {
  team: string;
  invitation: TeamInvitation;
  onChanged: () => void;
}

function InvitationRow({ team, invitation, onChanged }: RowProps) {
  const t = useTranslation();
  const { _id, email, role, invitedByName, sentAt, expiresAt } = invitation;
  const [now] = useState(() => Date.now());
  const params = { id: team, invitationId: _id };
  const again = useCommand(teamCalls.sendInvitationAgain, {
    onSuccess: () => {
      notify.saved(t('invitations.sent'));
      onChanged();
    },
    onError: (error) => error.status === 404 && onChanged(),
  });
  const withdraw = useCommand(teamCalls.withdrawInvitation, {
    onSuccess: () => {
      notify.removed(t('invitations.withdrawn'));
      onChanged();
    },
    onError: (error) => error.status === 404 && onChanged(),
  });
  const isBusy = again.isPending || withdraw.isPending;
  return (
    <li>
      <div>
        <bdi dir="ltr">{email}</bdi>{' '}
        {Date.parse(expiresAt) <= now && <Badge colorPalette="amber">{t('invitations.expired')}</Badge>}
        <small>
          {t('invitations.details', { role: t(`teams.${role}`), name: invitedByName, date: formatInstant(sentAt) })}
        </small>
        <ErrorAlert error={lastError(again, withdraw)} />
      </div>
      <Button
        size="xs"
        variant="outline"
        minH={{ base: '44px', lg: '28px' }}
        disabled={isBusy}
        onClick={() => again.mutate({ params, body: {} })}
      >
        {t('invitations.again')}
        <Box as="span" srOnly>
          : {email}
        </Box>
      </Button>
      <Button
        size="xs"
        variant="outline"
        colorPalette="gray"
        minH={{ base: '44px', lg: '28px' }}
        disabled={isBusy}
        onClick={() => withdraw.mutate({ params })}
      >
        {t('invitations.withdraw')}
        <Box as="span" srOnly>
          : {email}
        </Box>
      </Button>
    </li>
  );
}

/**
 * The admin changes the roles of the other members, appoints auditors, disables and enables members and removes them.
 * Each change is one command. Admins cannot change themselves (docs/product.md, "Members").
 */
import * as teamCalls from 'language/contract/calls/teams';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { TeamRole } from 'language/contract/accounts';
import type { Member, Team } from 'language/contract/entities';
import { type FormEvent, useState } from 'react';
import { lastError, useCommand } from '../../sync/commands.ts';
import { personName } from '../../platform/text/names.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { Switch } from '../../components/forms/switch.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { MemberList } from './member-list.tsx';
import type { MessageId } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { EmailField } from '../../components/forms/credential-fields.tsx';

const choice = {
  display: 'inline-flex',
  borderWidth: '1px',
  borderRadius: 'l2',
  overflow: 'hidden',
  bg: 'bg.panel',
  fontSize: 'xs',
  fontWeight: 'semibold',
  '& label': {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    minH: { base: '44px', lg: '32px' },
    paddingInline: '2.5',
    cursor: 'pointer',
    color: 'fg.muted',
  },
  '& label + label': { borderInlineStartWidth: '1px' },
  '& input': { position: 'absolute', inset: 0, opacity: 0, cursor: 'pointer' },
  '& label:has(:checked)': { bg: 'brand.muted', color: 'brand.fg' },
  '& label:has(:focus-visible)': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-3px' },
  '& label:has(:disabled)': { cursor: 'progress' },
};
const roles: readonly { role: TeamRole; label: MessageId }[] = [
  { role: 'pharmacist', label: 'teams.pharmacist' },
  { role: 'physician', label: 'teams.physician' },
  { role: 'reader', label: 'teams.reader' },
];
const roleOf = (member: Member): TeamRole => (member.isPhysic ? 'physician' : member.canEdit ? 'pharmacist' : 'reader');

export function EditMembers({ team }: { team: Team }) {
  const t = useTranslation();
  const show = (answer: Team): void => void queryClient.setQueryData(queryKeys.team(team._id), answer);
  const change = useCommand(teamCalls.changeMember, {
    onSuccess: (answer) => {
      show(answer);
      notify.saved(t('teams.roleChanged'), 1_500);
    },
  });
  const appoint = useCommand(teamCalls.changeMember, {
    onSuccess: (answer, { body }) => {
      show(answer);
      notify.saved(body.canAudit ? t('teams.auditorAppointed') : t('teams.auditorWithdrawn'), 1_500);
    },
  });
  const nameOf = (id: string): string => {
    const member = team.members.find(({ userId }) => userId === id);
    return member ? personName(member) : '';
  };
  const disable = useCommand(teamCalls.changeMember, {
    onSuccess: (answer, { params, body }) => {
      show(answer);
      notify.saved(t(body.disabled ? 'teams.disabledNow' : 'teams.enabled', { name: nameOf(params.userId) }));
    },
  });
  const remove = useCommand(teamCalls.removeMember, {
    onSuccess: (answer, { params }) => {
      show(answer);
      notify.saved(t('teams.removed', { name: nameOf(params.userId) }));
    },
  });
  const busy = change.isPending || appoint.isPending || disable.isPending || remove.isPending;
  const setDisabled = async (member: Member, disabled: boolean): Promise<void> => {
    const isSure =
      !disabled ||
      (await confirm({
        title: t('teams.disableQuestion', { name: personName(member) }),
        body: t('teams.disableBody'),
        yes: t('teams.disable'),
        danger: true,
      }));
    if (isSure) disable.mutate({ params: { id: team._id, userId: member.userId }, team: team._id, body: { disabled } });
  };
  const ask = async (member: Member): Promise<void> => {
    if (
      await confirm({
        title: t('teams.removeQuestion', { name: personName(member) }),
        body: t('teams.removeBody'),
        yes: t('teams.remove'),
        danger: true,
      })
    )
      remove.mutate({ params: { id: team._id, userId: member.userId }, team: team._id });
  };
  return (
    <>
      <ErrorAlert error={lastError(change, appoint, disable, remove)} />
      <MemberList
        team={team}
        renderTail={(member) =>
          member.userId !== team.adminId && (
            <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
              {!member.disabled && (
                <Box as="fieldset" css={choice}>
                  <Box as="legend" srOnly>
                    {t('teams.role', { name: personName(member) })}
                  </Box>
                  {roles.map(({ role, label }) => (
                    <label key={role}>
                      <input
                        type="radio"
                        name={`role-${member.userId}`}
                        checked={roleOf(member) === role}
                        disabled={busy}
                        onChange={() =>
                          change.mutate({
                            params: { id: team._id, userId: member.userId },
                            team: team._id,
                            body: { role },
                          })
                        }
                      />
                      {t(label)}
                    </label>
                  ))}
                </Box>
              )}
              {!member.disabled && (
                <Switch
                  label={
                    <>
                      {t('teams.auditor')}
                      <Box as="span" srOnly>
                        : {t('teams.auditorOf', { name: personName(member) })}
                      </Box>
                    </>
                  }
                  checked={member.canAudit}
                  onChange={(canAudit) => {
                    if (!busy)
                      appoint.mutate({
                        params: { id: team._id, userId: member.userId },
                        team: team._id,
                        body: { canAudit },
                      });
                  }}
                />
              )}
              <Button
                size="xs"
                variant="outline"
                colorPalette={member.disabled ? undefined : 'gray'}
                marginInlineStart="auto"
                disabled={busy}
                onClick={() => void setDisabled(member, !member.disabled)}
              >
                {t(member.disabled ? 'teams.enable' : 'teams.disable')}
                <Box as="span" srOnly>
                  : {personName(member)}
                </Box>
              </Button>
              <Button size="xs" variant="outline" colorPalette="gray" disabled={busy} onClick={() => void ask(member)}>
                {t('teams.remove')}
                <Box as="span" srOnly>
                  : {personName(member)}
                </Box>
              </Button>
            </Box>
          )
        }
      />
    </>
  );
}

const blank = { email: '' };

/** Adds a registered person to the team by e-mail (docs/product.md, "Members"). */
export function AddMember({ team }: { team: Team }) {
  const t = useTranslation();
  const form = useFlatForm(blank, 0);
  const { email } = form.draft;
  const draft = `team/${team._id}/member`;
  const [problem, setProblem] = useState<string>();
  const add = useCommand(teamCalls.addMember, {
    draft,
    onSuccess: (answer) => {
      queryClient.setQueryData(queryKeys.team(team._id), answer);
      form.take(blank, 0);
      notify.saved(t('teams.added'));
    },
  });
  useUnsaved(email.trim() === '' ? undefined : `${t('teams.addMember')}: ${email}`);
  const refused = useRefusedFields(add.error, { email });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = email.trim().toLowerCase();
    const found =
      typed === ''
        ? t('teams.emailRequired')
        : team.members.some((member) => member.user === typed)
          ? t('teams.alreadyAdded')
          : undefined;
    setProblem(found);
    if (found === undefined && !add.isPending)
      add.mutate({ params: { id: team._id }, team: team._id, body: { email: typed } });
  };
  return (
    <form aria-label={t('teams.addMember')} onSubmit={submit} noValidate>
      <FlatDraft form={form} of={draft} what={t('teams.draftMember')} isNew />
      <ErrorAlert error={refused.error} />
      <Box display="flex" flexWrap="wrap" gap="3" alignItems="flex-start" marginBlockStart="2">
        <Box flex="1" minW="220px">
          <EmailField
            label={t('teams.memberEmail')}
            name="member"
            autoComplete="off"
            error={problem ?? refused.fields['email']}
            value={email}
            onChange={(typed) => {
              form.change({ email: typed });
              setProblem(undefined);
            }}
          />
        </Box>
        <Button type="submit" loading={add.isPending} marginBlockStart={{ base: 0, sm: '5' }}>
          {t('teams.addMember')}
        </Button>
      </Box>
    </form>
  );
}

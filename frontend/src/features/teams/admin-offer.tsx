/** The team's admin hands their place over: an offer to a member, and the member's answer (docs/product.md, "Team admin"). */
import * as teamCalls from 'language/contract/calls/teams';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { Answer, Member, Team } from 'language/contract/entities';
import { type FormEvent, useState } from 'react';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { PanelSection } from '../../components/page.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { Select } from '../../components/forms/select.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { personName } from '../../platform/text/names.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { lastError, useCommand } from '../../sync/commands.ts';

const show = (answer: Answer<Team>): void => void queryClient.setQueryData(queryKeys.team(answer._id), answer);
const nameOf = (team: Team, id: string | undefined): string => {
  const member = team.members.find(({ userId }) => userId === id);
  return member ? personName(member) : '';
};
const isAble = ({ disabled, accountDisabled }: Member): boolean => !disabled && !accountDisabled;

/** For the admin. */
export function HandOverAdmin({ team }: { team: Team }) {
  const t = useTranslation();
  const [chosen, setChosen] = useState('');
  const params = { id: team._id };
  const offer = useCommand(teamCalls.offerTeamAdmin, {
    onSuccess: (answer) => {
      setChosen('');
      show(answer);
    },
  });
  const withdraw = useCommand(teamCalls.withdrawTeamAdminOffer, { onSuccess: show });
  const others = team.members.filter((member) => member.userId !== team.adminId && isAble(member));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (chosen === '') return;
    if (
      await confirm({
        title: t('handOver.ask', { name: nameOf(team, chosen) }),
        body: t('handOver.askBody'),
        yes: t('handOver.offer'),
      })
    )
      offer.mutate({ params, team: team._id, body: { userId: chosen } });
  };
  return (
    <PanelSection title={t('handOver.title')} hint={t('handOver.hint')} headSpace="3">
      <ErrorAlert error={lastError(offer, withdraw)} />
      {team.offeredTo === undefined ? (
        <Box
          as="form"
          onSubmit={(event: FormEvent) => void submit(event)}
          display="flex"
          flexWrap="wrap"
          gap="3"
          alignItems="end"
        >
          <Box flex="1" minW="220px">
            <FormField label={t('handOver.to')}>
              <Select
                dir="auto"
                disabled={others.length === 0}
                value={chosen}
                onChange={setChosen}
                none={t(others.length === 0 ? 'handOver.noOne' : 'handOver.choose')}
                options={others.map((member) => [member.userId, personName(member)])}
              />
            </FormField>
          </Box>
          <Button type="submit" variant="outline" disabled={chosen === ''} loading={offer.isPending}>
            {t('handOver.offer')}
          </Button>
        </Box>
      ) : (
        <Box display="flex" flexWrap="wrap" gap="3" alignItems="center">
          <Box flex="1" role="status">
            {t('handOver.offered', { name: nameOf(team, team.offeredTo) })}
          </Box>
          <Button
            variant="outline"
            colorPalette="gray"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate({ params, team: team._id })}
          >
            {t('handOver.withdraw')}
          </Button>
        </Box>
      )}
    </PanelSection>
  );
}

/** For the member who has the offer. */
export function AdminOffer({ team }: { team: Team }) {
  const t = useTranslation();
  const user = useSessionUser();
  const answer = useCommand(teamCalls.answerTeamAdminOffer, {
    onSuccess: (answered, { body }) => {
      show(answered);
      if (body.accept) notify.saved(t('handOver.accepted'));
    },
    // The offer was withdrawn meanwhile.
    onError: (error) =>
      error.status === 409 && void queryClient.invalidateQueries({ queryKey: queryKeys.team(team._id) }),
  });
  if (user === undefined || team.offeredTo !== user._id) return null;
  const send = (accept: boolean): void => answer.mutate({ params: { id: team._id }, team: team._id, body: { accept } });
  return (
    <PanelSection
      title={t('handOver.offeredToYou', { name: nameOf(team, team.adminId) })}
      hint={t('handOver.offeredHint')}
      headSpace="3"
      marginBlockEnd="4"
      borderColor="brand.emphasized"
    >
      <ErrorAlert error={answer.error} />
      <Box display="flex" flexWrap="wrap" gap="3">
        <Button loading={answer.isPending} onClick={() => send(true)}>
          {t('handOver.accept')}
        </Button>
        <Button variant="outline" colorPalette="gray" disabled={answer.isPending} onClick={() => send(false)}>
          {t('handOver.decline')}
        </Button>
      </Box>
    </PanelSection>
  );
}

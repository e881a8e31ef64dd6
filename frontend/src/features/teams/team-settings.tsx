/** The details and the members of a team. The admin edits them, the other members read them. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import type { Team } from 'command-api/contract/entities';
import { limits, specialtyLabel } from 'command-api/domain/values/codes';
import type { ChangeEvent, FormEvent } from 'react';
import { Panel } from '../../components/page.tsx';
import { AddMember, EditMembers } from './edit-members.tsx';
import { MemberList } from './member-list.tsx';
import { teamsText as text } from './messages.ts';
import { chatQuery } from '../../sync/reads/server-config.ts';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { FormConflict, useFlatSave, useSendTo } from '../../editing/flat-save.tsx';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { FormField } from '../../components/forms/form-field.tsx';
import { mergeText } from '../../editing/messages.ts';
import { RichText } from '../../components/rich-text/rich-text.tsx';
import { Switch } from '../../components/forms/switch.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { editTeam } from './api.ts';
import { parseSpecialty, SpecialtySelect } from './create-team.tsx';
import { createVersionReader, type FieldGroups } from '../../editing/merge.ts';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';

export const TeamSettings = ({ team, canEdit }: { team: Team; canEdit: boolean }) => (
  <>
    {!canEdit && (
      <Box color="fg.muted" marginBlockEnd="3">
        {text.readOnly}
      </Box>
    )}
    <Stack gap="4">
      <Panel as="section" aria-labelledby="details-title">
        <Box as="h2" id="details-title" fontWeight="semibold" marginBlockEnd="3">
          {text.details}
        </Box>
        {canEdit ? <TeamForm team={team} /> : <TeamFacts team={team} />}
      </Panel>
      <Panel as="section" aria-labelledby="members-title">
        <Box as="h2" id="members-title" fontWeight="semibold" marginBlockEnd="1">
          {text.members}
        </Box>
        {canEdit ? <EditMembers team={team} /> : <MemberList team={team} />}
        {canEdit && (
          <Box borderBlockStartWidth="1px" paddingBlockStart="3" marginBlockStart="2">
            <AddMember team={team} />
          </Box>
        )}
      </Panel>
    </Stack>
  </>
);

const teamFields = [
  'name',
  'specialty',
  'cloudName',
  'uploadPreset',
  'about',
  'chatAllowed',
  'secondFactorRequired',
] as const;
/** As texts: the specialty is its code, a switch is `true` or `false`. */
type TeamFields = Record<(typeof teamFields)[number], string>;

const fieldsOf = ({
  name,
  specialty,
  cloudName,
  uploadPreset,
  about,
  chatAllowed,
  secondFactorRequired,
}: Pick<Team, (typeof teamFields)[number]>): TeamFields => ({
  name,
  specialty: String(specialty),
  cloudName,
  uploadPreset,
  about,
  chatAllowed: String(chatAllowed),
  secondFactorRequired: String(secondFactorRequired),
});
const teamLabels: Readonly<TeamFields> = {
  name: text.teamName,
  specialty: text.specialty,
  cloudName: text.cloudName,
  uploadPreset: text.uploadPreset,
  about: text.about,
  chatAllowed: text.chat,
  secondFactorRequired: text.secondFactor,
};

const isOn = (value: string): boolean => value === 'true';
const chatLabel = (isAllowed: boolean): string => (isAllowed ? text.chatOn : text.chatOff);
const secondFactorLabel = (isRequired: boolean): string => (isRequired ? text.secondFactorOn : text.secondFactorOff);
const specialtyName = (code: string): string => specialtyLabel(parseSpecialty(code));

/** An upload preset belongs to an account, so that both are one group. */
const teamGroups: FieldGroups<TeamFields> = [
  ['name'],
  ['specialty'],
  ['cloudName', 'uploadPreset'],
  ['about'],
  ['chatAllowed'],
  ['secondFactorRequired'],
];
const readTeam = createVersionReader<Team, TeamFields>(teamFields, fieldsOf);

function shown(field: keyof TeamFields, value: string) {
  if (field === 'about') return { html: value };
  if (field === 'specialty') return { text: specialtyName(value) };
  if (field === 'chatAllowed') return { text: chatLabel(isOn(value)) };
  return { text: field === 'secondFactorRequired' ? secondFactorLabel(isOn(value)) : value };
}

/** Sends the changed fields only, so that two open windows keep each other's changes. */
function TeamForm({ team }: { team: Team }) {
  const form = useFlatForm(fieldsOf(team), team.version);
  const chatUrl = useQuery(chatQuery()).data ?? '';
  useUnsaved(form.isDirty ? text.unsaved : undefined);
  const draft = `team/${team._id}`;
  const sendTo = useSendTo();
  const saving = useFlatSave(form, {
    groups: teamGroups,
    draft,
    read: readTeam,
    send: ({ specialty, chatAllowed, secondFactorRequired, ...texts }, ifVersion) => {
      const code = specialty === undefined ? undefined : parseSpecialty(specialty);
      return sendTo(editTeam, {
        params: { id: team._id },
        team: team._id,
        ifVersion,
        body: {
          ...texts,
          ...(code === undefined ? {} : { specialty: code }),
          ...(chatAllowed === undefined ? {} : { chatAllowed: isOn(chatAllowed) }),
          ...(secondFactorRequired === undefined ? {} : { secondFactorRequired: isOn(secondFactorRequired) }),
        },
      });
    },
    onSaved: (answer, mergedWith) => {
      queryClient.setQueryData(queryKeys.team(team._id), answer);
      void queryClient.invalidateQueries({ queryKey: queryKeys.teams });
      notify.saved(text.updated);
      if (mergedWith !== undefined) notify.info(mergeText.merged(mergedWith));
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.isDirty && !saving.isBusy) saving.save();
  };
  const { refused } = saving;
  const control = (name: keyof TeamFields) => ({
    maxLength: limits.name,
    value: form.draft[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => form.change({ [name]: event.target.value }),
  });

  return (
    <form aria-label={text.details} onSubmit={submit}>
      <Stack gap="4">
        <FlatDraft form={form} of={draft} what={text.draft} />
        <FormConflict saving={saving} labels={teamLabels} shown={shown} />
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <FormField label={text.teamName} required error={refused['name']}>
            <Input dir="auto" {...control('name')} />
          </FormField>
          <FormField label={text.specialty} required error={refused['specialty']}>
            <SpecialtySelect value={form.draft.specialty} onChange={(specialty) => form.change({ specialty })} />
          </FormField>
        </SimpleGrid>
        <Box as="fieldset">
          <Box as="legend" fontWeight="semibold" marginBlockEnd="1">
            {text.uploadAccount}
          </Box>
          <Box color="fg.muted" fontSize="xs" marginBlockEnd="2">
            {text.uploadHint}
          </Box>
          <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
            <FormField label={text.cloudName} error={refused['cloudName']}>
              <Input dir="ltr" autoComplete="off" {...control('cloudName')} />
            </FormField>
            <FormField label={text.uploadPreset} error={refused['uploadPreset']}>
              <Input dir="ltr" autoComplete="off" {...control('uploadPreset')} />
            </FormField>
          </SimpleGrid>
        </Box>
        {chatUrl !== '' && (
          <Box as="fieldset">
            <Box as="legend" fontWeight="semibold" marginBlockEnd="1">
              {text.chat}
            </Box>
            <Box color="fg.muted" fontSize="xs" marginBlockEnd="2">
              {text.chatHint(new URL(chatUrl).host)}
            </Box>
            <Switch
              label={text.chatAllowed}
              checked={isOn(form.draft.chatAllowed)}
              onChange={(checked) => form.change({ chatAllowed: String(checked) })}
            />
          </Box>
        )}
        <Box as="fieldset">
          <Box as="legend" fontWeight="semibold" marginBlockEnd="1">
            {text.secondFactor}
          </Box>
          <Box color="fg.muted" fontSize="xs" marginBlockEnd="2">
            {text.secondFactorHint}
          </Box>
          <Switch
            label={text.requireSecondFactor}
            checked={isOn(form.draft.secondFactorRequired)}
            onChange={(checked) => form.change({ secondFactorRequired: String(checked) })}
          />
        </Box>
        <RichText
          key={form.round}
          label={text.about}
          defaultHtml={form.draft.about}
          onIdle={(about) => form.change({ about })}
          disabled={saving.isBusy}
        />
        <Button type="submit" alignSelf="flex-start" loading={saving.isBusy} disabled={!form.isDirty}>
          {text.update}
        </Button>
      </Stack>
    </form>
  );
}

const facts = {
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: 'max-content 1fr' },
  columnGap: '6',
  rowGap: '2',
  '& dt': { color: 'fg.muted' },
  '& dd': { overflowWrap: 'anywhere', marginBlockEnd: { base: '2', md: '0' } },
};

function TeamFacts({ team }: { team: Team }) {
  const chatUrl = useQuery(chatQuery()).data ?? '';
  return (
    <Box as="dl" css={facts}>
      <dt>{text.specialty}</dt>
      <dd>{specialtyLabel(team.specialty)}</dd>
      <dt>{text.cloudName}</dt>
      <dd>
        <bdi dir="ltr">{team.cloudName || '–'}</bdi>
      </dd>
      <dt>{text.uploadPreset}</dt>
      <dd>
        <bdi dir="ltr">{team.uploadPreset || '–'}</bdi>
      </dd>
      {chatUrl !== '' && (
        <>
          <dt>{text.chat}</dt>
          <dd>{chatLabel(team.chatAllowed)}</dd>
        </>
      )}
      <dt>{text.secondFactor}</dt>
      <dd>{secondFactorLabel(team.secondFactorRequired)}</dd>
      <dt>{text.about}</dt>
      <dd>{team.about === '' ? text.noAbout : <RichTextView html={team.about} />}</dd>
    </Box>
  );
}

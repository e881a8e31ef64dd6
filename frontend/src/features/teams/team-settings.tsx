/** The details and the members of a team. The admin edits them, the other members read them. */
import * as teamCalls from 'language/contract/calls/teams';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import type { Team } from 'language/contract/entities';
import { measurementKinds } from 'language/domain/measurements/kinds';
import { headerKinds, limits } from 'language/domain/values/codes';
import type { ChangeEvent, FormEvent, ReactNode } from 'react';
import { languages } from 'virtual:languages';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { avoidedHarmText, doseIntervalsText } from '../../clinical/field-formats.ts';
import { kindLabel } from '../../clinical/measurement-kinds.ts';
import { specialtyLabel } from '../../clinical/code-labels.ts';
import { PanelSection } from '../../components/page.tsx';
import { ClassificationFacts, ClassificationForm } from './classification.tsx';
import { AnswerRulesFacts, AnswerRulesForm } from './answer-rules.tsx';
import { AvoidedHarmFields, avoidedHarmDraft, avoidedHarmIn } from './avoided-harm.tsx';
import { AdminOffer, HandOverAdmin } from './admin-offer.tsx';
import { DoseIntervalFields, intervalsDraft, intervalsIn } from './dose-intervals.tsx';
import { AddMember, EditMembers } from './edit-members.tsx';
import { Invitations } from './invitations.tsx';
import { MemberList } from './member-list.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { languageName, translate } from '../../platform/language/language.ts';
import { chatQuery } from '../../sync/reads/server-config.ts';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { FormConflict, useFlatSave, useSendTo } from '../../editing/flat-save.tsx';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { FieldGroup } from '../../components/forms/field-group.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { mergedText } from '../../editing/merged-text.ts';
import { RichText } from '../../components/rich-text/rich-text.tsx';
import { Switch } from '../../components/forms/switch.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { parseSpecialty, SpecialtySelect } from './create-team.tsx';
import { createVersionReader, type FieldGroups } from '../../editing/merge.ts';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { Select } from '../../components/forms/select.tsx';

export const TeamSettings = ({ team, canEdit }: { team: Team; canEdit: boolean }) => {
  const t = useTranslation();
  return (
    <>
      {!canEdit && (
        <Box color="fg.muted" marginBlockEnd="3">
          {t('teams.readOnly')}
        </Box>
      )}
      <AdminOffer team={team} />
      <Stack gap="4">
        <PanelSection title={t('teams.details')} headSpace="3">
          {canEdit ? <TeamForm team={team} /> : <TeamFacts team={team} />}
        </PanelSection>
        <PanelSection title={t('answerRules.title')} hint={t('answerRules.hint')} headSpace="3">
          {canEdit ? <AnswerRulesForm team={team} /> : <AnswerRulesFacts team={team} />}
        </PanelSection>
        <PanelSection title={t('classification.title')} hint={t('classification.hint')} headSpace="3">
          {canEdit ? <ClassificationForm team={team} /> : <ClassificationFacts team={team} />}
        </PanelSection>
        <PanelSection title={t('teams.members')} headSpace="1">
          {canEdit ? <EditMembers team={team} /> : <MemberList team={team} />}
          {canEdit && (
            <Box borderBlockStartWidth="1px" paddingBlockStart="3" marginBlockStart="2">
              <AddMember team={team} />
            </Box>
          )}
        </PanelSection>
        {canEdit && (
          <PanelSection title={t('invitations.title')} hint={t('invitations.hint')} headSpace="3">
            <Invitations team={team._id} />
          </PanelSection>
        )}
        {canEdit && <HandOverAdmin team={team} />}
      </Stack>
    </>
  );
};

const teamFields = [
  'name',
  'specialty',
  'cloudName',
  'uploadPreset',
  'about',
  'chatAllowed',
  'secondFactorRequired',
  'exportLanguage',
  'receivesTransfers',
  'headerKinds',
  'oldAfterHours',
  'doseIntervals',
  'avoidedHarm',
] as const;
/** As texts: the specialty is its code, a switch is `true` or `false`, the kinds are separated by commas, the tables are JSON. */
type TeamFields = Record<(typeof teamFields)[number], string>;

const fieldsOf = ({
  name,
  specialty,
  cloudName,
  uploadPreset,
  about,
  chatAllowed,
  secondFactorRequired,
  exportLanguage,
  receivesTransfers,
  headerKinds: kinds,
  oldAfterHours,
  doseIntervals,
  avoidedHarm,
}: Pick<Team, (typeof teamFields)[number]>): TeamFields => ({
  name,
  specialty: String(specialty),
  cloudName,
  uploadPreset,
  about,
  chatAllowed: String(chatAllowed),
  secondFactorRequired: String(secondFactorRequired),
  exportLanguage,
  receivesTransfers: String(receivesTransfers),
  headerKinds: kinds.join(','),
  oldAfterHours: String(oldAfterHours),
  doseIntervals: intervalsDraft(doseIntervals),
  avoidedHarm: avoidedHarmDraft(avoidedHarm),
});
const teamLabels = (): TeamFields => ({
  name: translate('teams.teamName'),
  specialty: translate('teams.specialty'),
  cloudName: translate('teams.cloudName'),
  uploadPreset: translate('teams.uploadPreset'),
  about: translate('teams.about'),
  chatAllowed: translate('teams.chat'),
  secondFactorRequired: translate('teams.secondFactor'),
  exportLanguage: translate('teams.exportLanguage'),
  receivesTransfers: translate('teams.transfers'),
  headerKinds: translate('teams.headerKinds'),
  oldAfterHours: translate('teams.oldAfterHours'),
  doseIntervals: translate('teams.doseIntervals'),
  avoidedHarm: translate('avoidedHarm.title'),
});

const isOn = (value: string): boolean => value === 'true';
const chatLabel = (isAllowed: boolean): string => (isAllowed ? translate('teams.chatOn') : translate('teams.chatOff'));
const secondFactorLabel = (isRequired: boolean): string =>
  isRequired ? translate('teams.secondFactorOn') : translate('teams.secondFactorOff');
const transfersLabel = (receives: boolean): string =>
  receives ? translate('teams.transfersOn') : translate('teams.transfersOff');
const kindsOf = (value: string): string[] => value.split(',').filter((kind) => kind !== '');
const specialtyName = (code: string): string => specialtyLabel(parseSpecialty(code));

/** An upload preset belongs to an account, so that both are one group. */
const teamGroups: FieldGroups<TeamFields> = [
  ['name'],
  ['specialty'],
  ['cloudName', 'uploadPreset'],
  ['about'],
  ['chatAllowed'],
  ['secondFactorRequired'],
  ['exportLanguage'],
  ['receivesTransfers'],
  ['headerKinds'],
  ['oldAfterHours'],
  ['doseIntervals'],
  ['avoidedHarm'],
];
const readTeam = createVersionReader<Team, TeamFields>(teamFields, fieldsOf);

function shown(field: keyof TeamFields, value: string) {
  if (field === 'about') return { html: value };
  if (field === 'specialty') return { text: specialtyName(value) };
  if (field === 'headerKinds') return { text: kindsOf(value).map(kindLabel).join(', ') };
  if (field === 'avoidedHarm') return { text: avoidedHarmText(avoidedHarmIn(value)) };
  if (field === 'doseIntervals') return { text: doseIntervalsText(intervalsIn(value)) };
  if (field === 'exportLanguage') return { text: languageName(value) };
  if (field === 'chatAllowed') return { text: chatLabel(isOn(value)) };
  if (field === 'receivesTransfers') return { text: transfersLabel(isOn(value)) };
  return { text: field === 'secondFactorRequired' ? secondFactorLabel(isOn(value)) : value };
}

/** Sends the changed fields only, so that two open windows keep each other's changes. */
function TeamForm({ team }: { team: Team }) {
  const t = useTranslation();
  const form = useFlatForm(fieldsOf(team), team.version);
  const chatUrl = useQuery(chatQuery()).data ?? '';
  useUnsaved(form.isDirty ? t('teams.unsaved') : undefined);
  const draft = `team/${team._id}`;
  const sendTo = useSendTo();
  const saving = useFlatSave(form, {
    groups: teamGroups,
    draft,
    read: readTeam,
    send: (changed, ifVersion) => {
      const { specialty, chatAllowed, secondFactorRequired, receivesTransfers, ...others } = changed;
      const { headerKinds: kinds, oldAfterHours, doseIntervals, avoidedHarm, ...texts } = others;
      const code = specialty === undefined ? undefined : parseSpecialty(specialty);
      return sendTo(teamCalls.editTeam, {
        params: { id: team._id },
        team: team._id,
        ifVersion,
        body: {
          ...texts,
          ...(code === undefined ? {} : { specialty: code }),
          ...(chatAllowed === undefined ? {} : { chatAllowed: isOn(chatAllowed) }),
          ...(receivesTransfers === undefined ? {} : { receivesTransfers: isOn(receivesTransfers) }),
          ...(secondFactorRequired === undefined ? {} : { secondFactorRequired: isOn(secondFactorRequired) }),
          ...(kinds === undefined ? {} : { headerKinds: kindsOf(kinds) }),
          ...(oldAfterHours === undefined ? {} : { oldAfterHours: Number(oldAfterHours) }),
          ...(doseIntervals === undefined ? {} : { doseIntervals: intervalsIn(doseIntervals) }),
          ...(avoidedHarm === undefined ? {} : { avoidedHarm: avoidedHarmIn(avoidedHarm) }),
        },
      });
    },
    onSaved: (answer, mergedWith) => {
      queryClient.setQueryData(queryKeys.team(team._id), answer);
      void queryClient.invalidateQueries({ queryKey: queryKeys.teams });
      notify.saved(t('teams.updated'));
      if (mergedWith !== undefined) notify.info(mergedText(mergedWith));
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
    <form aria-label={t('teams.details')} onSubmit={submit}>
      <Stack gap="4">
        <FlatDraft form={form} of={draft} what={t('teams.draft')} />
        <FormConflict saving={saving} labels={teamLabels()} shown={shown} />
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <FormField label={t('teams.teamName')} required error={refused['name']}>
            <Input dir="auto" {...control('name')} />
          </FormField>
          <FormField label={t('teams.specialty')} required error={refused['specialty']}>
            <SpecialtySelect value={form.draft.specialty} onChange={(specialty) => form.change({ specialty })} />
          </FormField>
        </SimpleGrid>
        <FieldGroup legend={t('teams.uploadAccount')} hint={t('teams.uploadHint')}>
          <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
            <FormField label={t('teams.cloudName')} error={refused['cloudName']}>
              <Input dir="ltr" autoComplete="off" {...control('cloudName')} />
            </FormField>
            <FormField label={t('teams.uploadPreset')} error={refused['uploadPreset']}>
              <Input dir="ltr" autoComplete="off" {...control('uploadPreset')} />
            </FormField>
          </SimpleGrid>
        </FieldGroup>
        {chatUrl !== '' && (
          <SwitchField
            title={t('teams.chat')}
            hint={t('teams.chatHint', { host: new URL(chatUrl).host })}
            label={t('teams.chatAllowed')}
            value={form.draft.chatAllowed}
            onChange={(chatAllowed) => form.change({ chatAllowed })}
          />
        )}
        <SwitchField
          title={t('teams.secondFactor')}
          hint={t('teams.secondFactorHint')}
          label={t('teams.requireSecondFactor')}
          value={form.draft.secondFactorRequired}
          onChange={(secondFactorRequired) => form.change({ secondFactorRequired })}
        />
        <SwitchField
          title={t('teams.transfers')}
          hint={t('teams.transfersHint')}
          label={t('teams.receiveTransfers')}
          value={form.draft.receivesTransfers}
          onChange={(receivesTransfers) => form.change({ receivesTransfers })}
        />
        <FormField
          label={t('teams.exportLanguage')}
          hint={t('teams.exportLanguageHint')}
          error={refused['exportLanguage']}
        >
          <ExportLanguageSelect
            value={form.draft.exportLanguage}
            onChange={(exportLanguage) => form.change({ exportLanguage })}
          />
        </FormField>
        <HeaderValues
          kinds={kindsOf(form.draft.headerKinds)}
          error={refused['headerKinds']}
          onChange={(kinds) => form.change({ headerKinds: kinds.join(',') })}
        />
        <FormField label={t('teams.oldAfterHours')} error={refused['oldAfterHours']}>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={limits.oldAfterHours}
            maxW="24"
            value={form.draft.oldAfterHours}
            onChange={({ target }) => form.change({ oldAfterHours: target.value })}
          />
        </FormField>
        <DoseIntervalFields
          key={`intervals ${form.round}`}
          value={form.draft.doseIntervals}
          error={Object.entries(refused).find(([field]) => field.startsWith('doseIntervals'))?.[1]}
          onChange={(doseIntervals) => form.change({ doseIntervals })}
        />
        <AvoidedHarmFields
          value={form.draft.avoidedHarm}
          error={Object.entries(refused).find(([field]) => field.startsWith('avoidedHarm'))?.[1]}
          onChange={(avoidedHarm) => form.change({ avoidedHarm })}
        />
        <RichText
          key={form.round}
          label={t('teams.about')}
          defaultHtml={form.draft.about}
          onIdle={(about) => form.change({ about })}
          disabled={saving.isBusy}
        />
        <Button type="submit" alignSelf="flex-start" loading={saving.isBusy} disabled={!form.isDirty}>
          {t('teams.update')}
        </Button>
      </Stack>
    </form>
  );
}

/** @param value `true` or `false`, as a draft holds it */
function SwitchField({
  title,
  hint,
  label,
  value,
  onChange,
}: {
  title: string;
  hint: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <FieldGroup legend={title} hint={hint}>
      <Switch label={label} checked={isOn(value)} onChange={(checked) => onChange(String(checked))} />
    </FieldGroup>
  );
}

const choosableKinds = Object.keys(measurementKinds).filter((kind) => !headerKinds.some((always) => always === kind));

/** A list of choices for each further kind of value. */
function HeaderValues({
  kinds,
  error,
  onChange,
}: {
  kinds: readonly string[];
  error: ReactNode;
  onChange: (kinds: string[]) => void;
}) {
  const t = useTranslation();
  return (
    <FieldGroup legend={t('teams.headerKinds')} hint={t('teams.headerKindsHint', { limit: limits.headerKinds })}>
      <SimpleGrid columns={{ base: 2, md: limits.headerKinds }} gap="3">
        {Array.from({ length: limits.headerKinds }, (_, place) => (
          <FormField
            key={place}
            label={t('teams.headerKind', { place: place + 1 })}
            error={place === 0 ? error : undefined}
          >
            <Select
              value={kinds[place] ?? ''}
              onChange={(kind) => onChange(kinds.toSpliced(place, 1, kind).filter((one) => one !== ''))}
              none={t('teams.headerKindNone')}
              options={choosableKinds
                .filter((kind) => kind === kinds[place] || !kinds.includes(kind))
                .map((kind) => [kind, kindLabel(kind)])}
            />
          </FormField>
        ))}
      </SimpleGrid>
    </FieldGroup>
  );
}

/** A language that this version of the page does not have stays, by its code. */
function ExportLanguageSelect({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const codes = new Set([...languages.map(({ code }) => code), value]);
  return (
    <Select width="auto" value={value} onChange={onChange}>
      {[...codes].map((code) => (
        <option key={code} value={code} lang={code}>
          {languageName(code)}
        </option>
      ))}
    </Select>
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
  const t = useTranslation();
  const chatUrl = useQuery(chatQuery()).data ?? '';
  return (
    <Box as="dl" css={facts}>
      <dt>{t('teams.specialty')}</dt>
      <dd>{specialtyLabel(team.specialty)}</dd>
      <dt>{t('teams.cloudName')}</dt>
      <dd>
        <bdi dir="ltr">{team.cloudName || '–'}</bdi>
      </dd>
      <dt>{t('teams.uploadPreset')}</dt>
      <dd>
        <bdi dir="ltr">{team.uploadPreset || '–'}</bdi>
      </dd>
      {chatUrl !== '' && (
        <>
          <dt>{t('teams.chat')}</dt>
          <dd>{chatLabel(team.chatAllowed)}</dd>
        </>
      )}
      <dt>{t('teams.secondFactor')}</dt>
      <dd>{secondFactorLabel(team.secondFactorRequired)}</dd>
      <dt>{t('teams.transfers')}</dt>
      <dd>{transfersLabel(team.receivesTransfers)}</dd>
      <dt>{t('teams.headerKinds')}</dt>
      <dd>{team.headerKinds.map(kindLabel).join(', ') || '–'}</dd>
      <dt>{t('teams.oldAfterHours')}</dt>
      <dd>{team.oldAfterHours}</dd>
      <dt>{t('teams.doseIntervals')}</dt>
      <dd>
        <ClinicalText>{doseIntervalsText(team.doseIntervals) || '–'}</ClinicalText>
      </dd>
      <dt>{t('avoidedHarm.title')}</dt>
      <dd>
        <ClinicalText>{avoidedHarmText(team.avoidedHarm) || '–'}</ClinicalText>
      </dd>
      <dt>{t('teams.exportLanguage')}</dt>
      <dd>
        <bdi lang={team.exportLanguage}>{languageName(team.exportLanguage)}</bdi>
      </dd>
      <dt>{t('teams.about')}</dt>
      <dd>{team.about === '' ? t('teams.noAbout') : <RichTextView html={team.about} />}</dd>
    </Box>
  );
}

/** "CREATE NEW TEAM": the creator becomes the admin and the first member. Repeated clicks send one command. */
import * as teamCalls from 'language/contract/calls/teams';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { limits, specialties, type Specialty } from 'language/domain/values/codes';
import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { specialtyLabel } from '../../clinical/code-labels.ts';
import { paths } from '../../platform/paths.ts';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { queryClient } from '../../sync/cache/query-client.ts';
import { useCommand } from '../../sync/commands.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { Disclosure } from '../../components/disclosure.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { RichText } from '../../components/rich-text/rich-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { Select } from '../../components/forms/select.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function CreateTeam() {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Disclosure label={t('teams.create')} open={open} onToggle={setOpen}>
      <CreateTeamForm />
    </Disclosure>
  );
}

const draft = 'team/new';
const blank = { name: '', code: '', about: '' };

function CreateTeamForm() {
  const t = useTranslation();
  const navigate = useNavigate();
  const form = useFlatForm(blank, 0);
  const { name, code, about } = form.draft;
  const create = useCommand(teamCalls.foundTeam, {
    draft,
    onSuccess: (team) => {
      queryClient.setQueryData(queryKeys.team(team._id), team);
      void queryClient.invalidateQueries({ queryKey: queryKeys.teams });
      notify.saved(t('teams.created'));
    },
  });
  const refused = useRefusedFields(create.error, { name, specialty: code, about });
  const made = create.data?._id;
  useUnsaved(made === undefined && (name !== '' || !isBlank(about)) ? t('teams.newTeam') : undefined);
  // In an effect: the form first has to release its unsaved changes.
  useEffect(() => {
    if (made !== undefined) void navigate(paths.team.href(made));
  }, [made, navigate]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const specialty = parseSpecialty(code);
    if (create.isPending || specialty === undefined) return;
    create.mutate({ body: { name, specialty, about } });
  };
  return (
    <form aria-label={t('teams.create')} onSubmit={submit}>
      <Stack gap="4">
        <FlatDraft form={form} of={draft} what={t('teams.draftNew')} isNew isDone={create.isSuccess} />
        <ErrorAlert error={refused.error} />
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <FormField label={t('teams.teamName')} required error={refused.fields['name']}>
            <Input
              dir="auto"
              maxLength={limits.name}
              value={name}
              onChange={(event) => form.change({ name: event.target.value })}
            />
          </FormField>
          <FormField label={t('teams.specialty')} required error={refused.fields['specialty']}>
            <SpecialtySelect value={code} onChange={(chosen) => form.change({ code: chosen })} />
          </FormField>
        </SimpleGrid>
        <RichText
          key={form.round}
          label={t('teams.about')}
          defaultHtml={about}
          onIdle={(html) => form.change({ about: html })}
          disabled={create.isPending}
        />
        <Button type="submit" loading={create.isPending} alignSelf="flex-start">
          {t('teams.createTeam')}
        </Button>
      </Stack>
    </form>
  );
}

/** @param code as the value of the select */
export const parseSpecialty = (code: string): Specialty | undefined =>
  specialties.find((one) => String(one.code) === code)?.code;

/** The empty option is a placeholder that cannot be chosen again. */
export function SpecialtySelect({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const t = useTranslation();
  return (
    <Select
      value={value}
      onChange={onChange}
      none={t('teams.selectSpecialty')}
      isNoneDisabled
      options={specialties.map(({ code }) => [code, specialtyLabel(code)])}
    />
  );
}

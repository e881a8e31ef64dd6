/** The owner's details and password. One button saves both, as one call takes both (docs/product.md, "Profile"). */
import * as accountCalls from 'language/contract/calls/account';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import type { Account } from 'language/contract/entities';
import type { OwnProfile } from 'language/contract/profiles';
import { limits } from 'language/domain/values/codes';
import { useState, type ChangeEvent, type FormEvent } from 'react';
import { type FieldGroups, createVersionReader } from '../../editing/merge.ts';
import { useFlatForm, FlatDraft } from '../../editing/flat-form.tsx';
import { useFlatSave, useSendTo, FormConflict } from '../../editing/flat-save.tsx';
import { isAccepted, tooShort } from '../../platform/text/password-strength.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { session } from '../../platform/session/session.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { EmailField, PasswordField } from '../../components/forms/credential-fields.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { PasswordBars } from '../../components/forms/password-bars.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { translate } from '../../platform/language/language.ts';
import { mergedText } from '../../editing/merged-text.ts';
import { PanelSection } from '../../components/page.tsx';
import { RichText } from '../../components/rich-text/rich-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';

const profileFields = ['firstName', 'lastName', 'phone', 'title', 'about'] as const;
type ProfileFields = Record<(typeof profileFields)[number], string>;

const fieldsOf = ({ firstName, lastName, phone, title, about }: ProfileFields): ProfileFields => ({
  firstName,
  lastName,
  phone,
  title,
  about,
});
const profileLabels = (): ProfileFields => ({
  firstName: translate('profile.firstName'),
  lastName: translate('profile.lastName'),
  phone: translate('profile.phone'),
  title: translate('profile.titleField'),
  about: translate('profile.about'),
});

const profileGroups: FieldGroups<ProfileFields> = [['firstName', 'lastName'], ['phone'], ['title'], ['about']];
const asAccount = createVersionReader<Account, ProfileFields>(profileFields, fieldsOf);

/** The key of the form's draft. */
const draft = 'profile';
const shown = (field: keyof ProfileFields, text: string) => (field === 'about' ? { html: text } : { text });

export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const t = useTranslation();
  const form = useFlatForm(fieldsOf(profile), profile.version);
  const [password, setPassword] = useState(noPassword);
  const [hasTried, setHasTried] = useState(false);
  const isUnsaved = form.isDirty || password.password !== '';
  useUnsaved(isUnsaved ? t('profile.unsaved') : undefined);

  const sendTo = useSendTo();
  const saving = useFlatSave(form, {
    groups: profileGroups,
    draft,
    read: asAccount,
    send: (changed, ifVersion) => {
      const { password: wanted, current } = password;
      return sendTo(accountCalls.editProfile, {
        params: { id: profile._id },
        ifVersion,
        body: { ...changed, ...(wanted === '' ? {} : { password: wanted, currentPassword: current }) },
      });
    },
    onSaved: ({ stream: _stream, revision: _revision, ...account }, mergedWith) => {
      queryClient.setQueryData(
        queryKeys.profile(profile._id, profile._id),
        (held: OwnProfile | undefined) => held && { ...held, ...account },
      );
      void queryClient.invalidateQueries({ queryKey: queryKeys.me });
      session.send({ type: 'renamed', firstName: account.firstName, lastName: account.lastName });
      setPassword(noPassword);
      setHasTried(false);
      notify.saved(t('profile.updated'));
      if (mergedWith !== undefined) notify.info(mergedText(mergedWith));
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setHasTried(true);
    if (!saving.isBusy && isUnsaved && Object.keys(passwordProblems(password)).length === 0) saving.save();
  };
  const { refused } = saving;
  const refusedPassword = useRefusedFields(saving.error, {
    password: password.password,
    currentPassword: password.current,
  }).fields;
  const control = (name: keyof ProfileFields) => ({
    value: form.draft[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => form.change({ [name]: event.target.value }),
  });

  return (
    <PanelSection title={t('profile.details')} headSpace="3">
      <form aria-label={t('profile.details')} onSubmit={submit}>
        <Stack gap="4">
          <FlatDraft form={form} of={draft} what={t('profile.draft')} />
          <FormConflict saving={saving} labels={profileLabels()} shown={shown} />
          <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
            <FormField label={t('profile.firstName')} required error={refused['firstName']}>
              <Input autoComplete="given-name" dir="auto" maxLength={limits.name} {...control('firstName')} />
            </FormField>
            <FormField label={t('profile.lastName')} required={profile.lastName !== ''} error={refused['lastName']}>
              <Input autoComplete="family-name" dir="auto" maxLength={limits.name} {...control('lastName')} />
            </FormField>
            <EmailField
              label={t('profile.email')}
              value={profile.email}
              hint={t('profile.emailHint')}
              required={false}
              readOnly
            />
            <FormField label={t('profile.phone')} error={refused['phone']}>
              <Input type="tel" autoComplete="tel" dir="ltr" maxLength={limits.phone} {...control('phone')} />
            </FormField>
          </SimpleGrid>
          <FormField label={t('profile.titleField')} hint={t('profile.titleHint')} error={refused['title']}>
            <Input dir="auto" maxLength={limits.title} {...control('title')} />
          </FormField>
          <RichText
            key={form.round}
            label={t('profile.about')}
            defaultHtml={form.draft.about}
            onIdle={(about) => form.change({ about })}
            disabled={saving.isBusy}
          />
          <PasswordChange
            value={password}
            hasTried={hasTried}
            refused={refusedPassword}
            onChange={(patch) => setPassword((now) => ({ ...now, ...patch }))}
          />
          <Button type="submit" loading={saving.isBusy} disabled={!isUnsaved} alignSelf="flex-start">
            {t('profile.update')}
          </Button>
        </Stack>
      </form>
    </PanelSection>
  );
}

interface NewPassword {
  password: string;
  confirm: string;
  current: string;
}
const noPassword: NewPassword = { password: '', confirm: '', current: '' };

/** The problems of a new password, by field. None if the person enters no new password. */
function passwordProblems({ password, confirm, current }: NewPassword): Partial<NewPassword> {
  if (password === '') return {};
  if (!isAccepted(password)) return { password: tooShort() };
  return {
    ...(password === confirm ? {} : { confirm: translate('profile.mismatch') }),
    ...(current === '' ? { current: translate('profile.currentNeeded') } : {}),
  };
}

interface PasswordChangeProps {
  value: NewPassword;
  /** A save was tried: from then on empty fields are problems too. */
  hasTried: boolean;
  refused: Readonly<Record<string, string>>;
  onChange: (patch: Partial<NewPassword>) => void;
}

/** A new password. Confirmation and current password appear once its strength is accepted. */
function PasswordChange({ value, hasTried, refused, onChange }: PasswordChangeProps) {
  const t = useTranslation();
  const problems = passwordProblems(value);
  const field = (name: keyof NewPassword) => ({
    name,
    value: value[name],
    onChange: (typed: string) => onChange({ [name]: typed }),
  });
  return (
    <Stack as="fieldset" gap="3">
      <Box as="legend" fontWeight="semibold" marginBlockEnd="1">
        {t('profile.changePassword')}
      </Box>
      <Box color="fg.muted" fontSize="xs">
        {t('profile.passwordHint')}
      </Box>
      <Box display="grid" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4" alignItems="start">
        <Stack gap="2">
          <PasswordField
            kind="new"
            label={t('profile.newPassword')}
            error={(hasTried ? problems.password : undefined) ?? refused['password']}
            required={false}
            {...field('password')}
          />
          <PasswordBars password={value.password} />
        </Stack>
        {isAccepted(value.password) && (
          <Stack gap="4">
            <PasswordField
              kind="new"
              label={t('profile.confirm')}
              error={hasTried || value.confirm !== '' ? problems.confirm : undefined}
              isCheckedByForm
              {...field('confirm')}
            />
            <PasswordField
              label={t('profile.current')}
              error={(hasTried ? problems.current : undefined) ?? refused['currentPassword']}
              isCheckedByForm
              {...field('current')}
            />
          </Stack>
        )}
      </Box>
    </Stack>
  );
}

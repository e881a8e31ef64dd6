/**
 * A new password: its confirmation appears once its strength is accepted (specification §2), with the current one that
 * changing it needs.
 */
import { Box } from '@chakra-ui/react/box';
import { Input } from '@chakra-ui/react/input';
import { Stack } from '@chakra-ui/react/stack';
import { limits } from 'command-api/domain/codes';
import { isAccepted, tooShort } from '../../platform/text/password-strength.ts';
import { checkedByForm, FormField } from '../../components/forms/form-field.tsx';
import { PasswordBars } from '../../components/forms/password-bars.tsx';
import { profileText as text } from './messages.ts';

export interface NewPassword {
  password: string;
  confirm: string;
  current: string;
}
export const noPassword: NewPassword = { password: '', confirm: '', current: '' };

/** What stands in the way, by field. Nothing does while no new password is wanted. */
export function passwordProblems({ password, confirm, current }: NewPassword): Partial<NewPassword> {
  if (password === '') return {};
  if (!isAccepted(password)) return { password: tooShort };
  return {
    ...(password === confirm ? {} : { confirm: text.mismatch }),
    ...(current === '' ? { current: text.currentNeeded } : {}),
  };
}

interface Props {
  value: NewPassword;
  /** A save was tried: what is empty is said too. */
  tried: boolean;
  refused: Readonly<Record<string, string>>;
  onChange: (patch: Partial<NewPassword>) => void;
}

export function PasswordChange({ value, tried, refused, onChange }: Props) {
  const problems = passwordProblems(value);
  const control = (name: keyof NewPassword) => ({
    type: 'password',
    dir: 'ltr',
    maxLength: limits.password,
    value: value[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <Stack as="fieldset" gap="3">
      <Box as="legend" fontWeight="semibold" marginBlockEnd="1">
        {text.changePassword}
      </Box>
      <Box color="fg.muted" fontSize="xs">
        {text.passwordHint}
      </Box>
      <Box display="grid" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4" alignItems="start">
        <Stack gap="2">
          <FormField label={text.newPassword} error={(tried ? problems.password : undefined) ?? refused['password']}>
            <Input autoComplete="new-password" {...control('password')} />
          </FormField>
          <PasswordBars password={value.password} />
        </Stack>
        {isAccepted(value.password) && (
          <Stack gap="4">
            <FormField
              label={text.confirm}
              required
              error={tried || value.confirm !== '' ? problems.confirm : undefined}
            >
              <Input autoComplete="new-password" {...checkedByForm} {...control('confirm')} />
            </FormField>
            <FormField
              label={text.current}
              required
              error={(tried ? problems.current : undefined) ?? refused['currentPassword']}
            >
              <Input autoComplete="current-password" {...checkedByForm} {...control('current')} />
            </FormField>
          </Stack>
        )}
      </Box>
    </Stack>
  );
}

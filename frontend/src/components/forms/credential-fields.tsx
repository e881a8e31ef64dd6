/**
 * The fields of people's accounts: e-mail, password, PIN. Password managers know them by type, name and `autocomplete`,
 * and the phone's keyboard by the mode of input.
 */
import { Input } from '@chakra-ui/react/input';
import { limits } from 'language/domain/values/codes';
import { cleanAddress } from 'language/domain/values/folding';
import type { ReactNode, Ref } from 'react';
import { checkedByForm, FormField } from './form-field.tsx';

interface Props {
  label: string;
  value: string;
  onChange?: (value: string) => void;
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean;
  /** The form itself shows what is missing (`form-field.tsx`). */
  isCheckedByForm?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

interface EmailProps extends Props {
  name?: string;
  /** `username`: the account's name at a sign-in. `off`: the address of another person. */
  autoComplete?: 'username' | 'email' | 'off';
  readOnly?: boolean;
}

/** A copied address brings characters along that would make it no address to the browser. */
export const EmailField = ({ name = 'email', autoComplete = 'username', onChange, ...props }: EmailProps) => (
  <CredentialField
    {...props}
    type="email"
    name={name}
    autoComplete={autoComplete}
    maxLength={limits.email}
    onChange={(typed) => onChange?.(cleanAddress(typed))}
  />
);

interface PasswordProps extends Props {
  name?: string;
  /** The browser fills in the current one, and suggests a new one. */
  kind?: 'current' | 'new';
}

export const PasswordField = ({ name = 'password', kind = 'current', ...props }: PasswordProps) => (
  <CredentialField
    {...props}
    type="password"
    name={name}
    autoComplete={`${kind}-password`}
    maxLength={limits.password}
  />
);

/** Six digits. The browser keeps them in no form. */
export const PinField = ({ name, ...props }: Props & { name: string }) => (
  <CredentialField {...props} type="password" name={name} autoComplete="off" inputMode="numeric" maxLength={6} />
);

/** Six digits or more; letters are allowed. The device checks it, without a network. */
export const OfflinePinField = ({ name, ...props }: Props & { name: string }) => (
  <CredentialField {...props} type="password" name={name} autoComplete="off" maxLength={limits.password} />
);

interface CredentialProps extends Props {
  type: 'email' | 'password';
  name: string;
  autoComplete: string;
  inputMode?: 'numeric';
  maxLength: number;
  readOnly?: boolean;
}

function CredentialField({
  label,
  error,
  hint,
  required = true,
  readOnly = false,
  isCheckedByForm = false,
  onChange,
  ...input
}: CredentialProps) {
  return (
    <FormField label={label} error={error} hint={hint} required={required} readOnly={readOnly}>
      <Input
        {...input}
        {...(isCheckedByForm && checkedByForm)}
        dir="ltr"
        spellCheck={false}
        onChange={(event) => onChange?.(event.target.value)}
      />
    </FormField>
  );
}

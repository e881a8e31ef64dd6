/** Asks for one proof: a passkey, a code, a recovery code or the password. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { toAsciiDigits } from 'language/domain/values/calendar-date';
import { KeyRound } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ApiError } from '../../platform/http/api.ts';
import { answerWithPasskey, PasskeyCancelled, passkeysOff } from '../../platform/session/passkeys.ts';
import { useSignInWays } from '../../platform/session/sign-in-ways.ts';
import type { SecondFactorProof } from '../../platform/session/session.machine.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { ErrorAlert } from '../screen-states.tsx';
import { PasswordField } from './credential-fields.tsx';
import { FormField } from './form-field.tsx';

export type Proof = SecondFactorProof & { password?: string };
export type ProofKind = 'totp' | 'passkey' | 'recoveryCode' | 'password';
type Typed = Exclude<ProofKind, 'passkey'>;

/** In the order in which they are offered. */
const typed: readonly Typed[] = ['totp', 'password', 'recoveryCode'];
const fields = {
  totp: {
    name: 'code',
    label: 'secondFactor.code',
    hint: 'secondFactor.codeHint',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  recoveryCode: {
    name: 'recoveryCode',
    label: 'secondFactor.recoveryCode',
    hint: 'secondFactor.recoveryHint',
    autoComplete: 'off',
  },
  password: { name: 'password' },
} as const;

interface Props {
  /** The kinds of proof that the account has. */
  kinds: readonly ProofKind[];
  error: ApiError | null | undefined;
  isPending: boolean;
  onProof: (proof: Proof) => void;
  submit: string;
  /** Another button beside the one that sends. */
  children?: ReactNode;
}

export function SecondFactorForm({ kinds, error, isPending, onProof, submit, children }: Props) {
  const t = useTranslation();
  const ways = typed.filter((kind) => kinds.includes(kind));
  const [way, setWay] = useState<Typed | undefined>(ways[0]);
  const [value, setValue] = useState('');
  const [passkeyError, setPasskeyError] = useState<ApiError>();
  const [isWaiting, setIsWaiting] = useState(false);
  const { publicUrl } = useSignInWays();
  const hasPasskey = kinds.includes('passkey') && passkeysOff(publicUrl) === undefined;

  const send = (event: FormEvent): void => {
    event.preventDefault();
    setPasskeyError(undefined);
    if (way !== undefined) onProof({ [fields[way].name]: way === 'password' ? value : toAsciiDigits(value) });
  };
  const askPasskey = async (): Promise<void> => {
    setPasskeyError(undefined);
    setIsWaiting(true);
    try {
      onProof({ passkey: await answerWithPasskey() });
    } catch (failure) {
      setPasskeyError(
        failure instanceof PasskeyCancelled
          ? new ApiError(0, t('secondFactor.passkeyCancelled'))
          : ApiError.from(failure),
      );
    } finally {
      setIsWaiting(false);
    }
  };
  const field = way && fields[way];
  // A recovery code is for the day on which the passkey is lost.
  const isPasskeyFirst = hasPasskey && (way === undefined || way === 'recoveryCode');
  return (
    <form onSubmit={send}>
      <Box display="grid" gap="4">
        <ErrorAlert error={passkeyError ?? unlessBeside(error, field?.name)} />
        {hasPasskey && (
          <Button
            type="button"
            variant={isPasskeyFirst ? 'solid' : 'outline'}
            loading={isWaiting || (isPending && isPasskeyFirst)}
            onClick={() => void askPasskey()}
            width="100%"
          >
            <KeyRound size={16} aria-hidden />
            {t('secondFactor.passkey')}
          </Button>
        )}
        {way === 'password' && (
          <PasswordField
            label={t('secondFactor.password')}
            error={error?.fields['password']}
            autoFocus={!hasPasskey}
            value={value}
            onChange={setValue}
          />
        )}
        {field && 'hint' in field && (
          <FormField
            key={field.name}
            label={t(field.label)}
            error={error?.fields[field.name]}
            hint={t(field.hint)}
            required
          >
            <Input
              name={field.name}
              autoComplete={field.autoComplete}
              inputMode={'inputMode' in field ? field.inputMode : undefined}
              autoFocus={!hasPasskey}
              dir="ltr"
              spellCheck={false}
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          </FormField>
        )}
        <Box display="flex" flexWrap="wrap" gap="2" justifyContent="space-between">
          {children}
          {field && (
            <Button
              type="submit"
              variant={isPasskeyFirst ? 'outline' : 'solid'}
              loading={isPending}
              flex={children === undefined ? '1' : undefined}
            >
              {submit}
            </Button>
          )}
        </Box>
        {ways
          .filter((kind) => kind !== way)
          .map((kind) => (
            <Button
              key={kind}
              type="button"
              variant="ghost"
              size="sm"
              justifySelf="start"
              onClick={() => {
                setWay(kind);
                setValue('');
              }}
            >
              {t(`secondFactor.instead.${kind}`)}
            </Button>
          ))}
      </Box>
    </form>
  );
}

/** An error beside the field is not shown twice. */
const unlessBeside = (error: ApiError | null | undefined, field: string | undefined): ApiError | undefined =>
  error && (field === undefined || error.fields[field] === undefined) ? error : undefined;

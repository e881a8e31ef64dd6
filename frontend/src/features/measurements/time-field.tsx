import { Input } from '@chakra-ui/react/input';
import { FormField } from '../../components/forms/form-field.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { fieldTime } from '../../platform/time/typed-date.ts';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  placeholder?: string | undefined;
}

export const isTimeOrEmpty = (text: string): boolean => text === '' || /^\d\d:\d\d$/.test(fieldTime(text));

/** A time of day. `930` becomes `09:30` when the field is left. */
export function TimeField({ label, value, onChange, error, hint, placeholder }: Props) {
  const t = useTranslation();
  return (
    <FormField label={label} error={isTimeOrEmpty(value) ? error : t('error.not-a-time')} hint={hint}>
      <Input
        size="sm"
        dir="ltr"
        className="tabular"
        css={{ 'html[dir=rtl] &': { textAlign: 'right' } }}
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        placeholder={placeholder ?? t('reports.timeForm')}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onBlur={() => onChange(fieldTime(value))}
      />
    </FormField>
  );
}

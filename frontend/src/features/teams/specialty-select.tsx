/** Selects a specialty. The empty option is a placeholder that cannot be chosen again. */
import { NativeSelect } from '@chakra-ui/react/native-select';
import { specialties, type Specialty } from 'command-api/domain/values/codes';
import { teamsText as text } from './messages.ts';

/** @param code as the value of the select */
export const parseSpecialty = (code: string): Specialty | undefined =>
  specialties.find((one) => String(one.code) === code)?.code;

export function SpecialtySelect({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  return (
    <NativeSelect.Root>
      <NativeSelect.Field value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="" disabled>
          {text.selectSpecialty}
        </option>
        {specialties.map(({ code, label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

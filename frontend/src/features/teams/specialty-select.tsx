/** One of the six specialties; the empty option is a placeholder that cannot be chosen again (specification §2). */
import { NativeSelect } from '@chakra-ui/react/native-select';
import { specialties } from 'command-api/domain/codes';
import { teamsText as text } from './messages.ts';

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

/** The doses around the levels of vancomycin, for its area under the curve. They are for this look only, and not saved. */
import { Box } from '@chakra-ui/react/box';
import { Input } from '@chakra-ui/react/input';
import type { Measurement } from 'language/contract/measurements';
import type { Facts } from 'language/domain/formulas/compute-all';
import { asCalendarDate, daysBetween, toAsciiDigits } from 'language/domain/values/calendar-date';
import { hourOf } from '../../clinical/measured-values.ts';
import { FormField } from '../../components/forms/form-field.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

const fields = ['vancomycinDose', 'vancomycinInterval', 'vancomycinInfusion'] as const;
type Doses = Readonly<Record<(typeof fields)[number], string>>;
export const noDoses: Doses = { vancomycinDose: '', vancomycinInterval: '', vancomycinInfusion: '' };
const units = { vancomycinDose: 'mg', vancomycinInterval: 'h', vancomycinInfusion: 'h' };

/** Undefined where nothing, or no positive number, is typed. */
function numberOf(text: string): number | undefined {
  const value = Number(toAsciiDigits(text).replace(/[٫,]/, '.'));
  return value > 0 ? value : undefined;
}

/** The hours from the last dose to the sample. Undefined where a time is not known. */
function hoursAfterDose({ takenOn, takenAt, lastDoseOn, lastDoseAt }: Measurement): number | undefined {
  const [day, dosed] = [asCalendarDate(takenOn), asCalendarDate(lastDoseOn ?? '')];
  const [hour, dosedAt] = [hourOf(takenAt), hourOf(lastDoseAt)];
  if (!day || !dosed || hour === undefined || dosedAt === undefined) return undefined;
  return daysBetween(dosed, day) * 24 + hour - dosedAt;
}

/** The levels after the newest dose that has one, in mg/L. @param readings those of the stay, ascending */
export function levelsOf(readings: readonly Measurement[]): NonNullable<Facts['vancomycin']>['vancomycinLevels'] {
  const levels = readings.flatMap((reading) => {
    const [hour, day] = [hoursAfterDose(reading), asCalendarDate(reading.takenOn)];
    if (reading.kind !== 'vancomycin' || hour === undefined || !day) return [];
    return [{ value: reading.canonical, day, hour, dose: `${reading.lastDoseOn} ${reading.lastDoseAt}` }];
  });
  const newest = levels.at(-1)?.dose;
  return levels.filter(({ dose }) => dose === newest).map(({ value, day, hour }) => ({ value, day, hour }));
}

/** Undefined until there is a level with its times. What is not typed is missing in the result. */
export function regimenOf(doses: Doses, readings: readonly Measurement[]): Facts['vancomycin'] {
  const vancomycinLevels = levelsOf(readings);
  if (vancomycinLevels.length === 0) return undefined;
  const typed = fields.flatMap((field) => {
    const value = numberOf(doses[field]);
    return value === undefined ? [] : [[field, value] as const];
  });
  return { ...Object.fromEntries(typed), vancomycinLevels };
}

export function VancomycinDoses({ doses, onChange }: { doses: Doses; onChange: (doses: Doses) => void }) {
  const t = useTranslation();
  return (
    <Box role="group" aria-label={t('values.vancomycinDoses')} display="flex" flexWrap="wrap" gap="3" marginBlock="2">
      {fields.map((field) => {
        const isWrong = doses[field] !== '' && numberOf(doses[field]) === undefined;
        return (
          <Box key={field} width={{ base: 'full', sm: '13rem' }}>
            <FormField
              label={`${t(`values.input.${field}`)} (${units[field]})`}
              error={isWrong ? t('values.notANumber') : undefined}
            >
              <Input
                size="sm"
                dir="ltr"
                className="tabular"
                inputMode="decimal"
                autoComplete="off"
                maxLength={8}
                value={doses[field]}
                onChange={({ target }) => onChange({ ...doses, [field]: target.value })}
              />
            </FormField>
          </Box>
        );
      })}
    </Box>
  );
}

/** The fields for room, bed, consultant, working diagnosis, pregnancy and planned discharge, of the admission's forms. */
import { Box } from '@chakra-ui/react/box';
import { Input } from '@chakra-ui/react/input';
import { limits, pregnancies } from 'language/domain/values/codes';
import type { CareDetails } from 'language/contract/entities';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Select } from '../../components/forms/select.tsx';
import { pregnancyLabel } from '../../clinical/care-details.ts';
import { readPreview } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  values: CareDetails;
  onChange: (changed: Partial<CareDetails>) => void;
  /** The refusals of the server, by field. */
  refused: Readonly<Partial<Record<string, string>>>;
}

type CareLine = Exclude<keyof CareDetails, 'pregnancy' | 'plannedDischarge'>;
const most: Record<CareLine, number> = {
  room: limits.place,
  bed: limits.place,
  consultant: limits.name,
  workingDiagnosis: limits.title,
};

export function CareFields({ values, onChange, refused }: Props) {
  const t = useTranslation();
  const field = (name: CareLine) => (
    <FormField label={t(`care.${name}`)} error={refused[name]} hint={readPreview(values[name])}>
      <Input
        dir="auto"
        maxLength={most[name]}
        autoComplete="off"
        value={values[name]}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </FormField>
  );
  return (
    <Box display="grid" gridTemplateColumns={{ base: '1fr 1fr', md: '7rem 7rem 1fr' }} gap="3" alignItems="start">
      {field('room')}
      {field('bed')}
      <Box gridColumn={{ base: '1 / -1', md: 'auto' }}>{field('consultant')}</Box>
      <Box gridColumn="1 / -1">{field('workingDiagnosis')}</Box>
      <Box gridColumn="1 / -1">
        <FormField label={t('care.pregnancy')} error={refused['pregnancy']}>
          <Select
            value={values.pregnancy}
            onChange={(pregnancy) => onChange({ pregnancy })}
            options={pregnancies.map((one) => [one, pregnancyLabel(one) || t('care.pregnancies.unknown')])}
          />
        </FormField>
      </Box>
      <Box gridColumn="1 / -1" maxW="220px">
        <DateField
          label={t('care.plannedDischarge')}
          near={['today', 'tomorrow']}
          value={values.plannedDischarge}
          onChange={(plannedDischarge) => onChange({ plannedDischarge })}
          error={refused['plannedDischarge']}
        />
      </Box>
    </Box>
  );
}

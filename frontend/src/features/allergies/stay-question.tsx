/** Asks once a stay whether the allergies are right, above the reviews. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { AllergyList, Patient } from 'language/contract/entities';
import { Check, Pencil } from 'lucide-react';
import { allergiesText, briefOf } from '../../clinical/allergies-line.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useConfirm } from './use-confirm.ts';

interface Props {
  patient: Patient;
  allergies: AllergyList;
  onChange: () => void;
}

export function StayQuestion({ patient, allergies, onChange }: Props) {
  const t = useTranslation();
  const { confirm, isPending, error } = useConfirm(patient, allergies);
  const isEmpty = allergies.list.length === 0;
  return (
    <Box
      role="group"
      aria-label={t('allergies.question')}
      data-print="hide"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      bg="amber.subtle"
      color="amber.fg"
      borderRadius="l2"
      paddingInline="3"
      paddingBlock="2"
      marginBlockEnd="2"
    >
      <Box flex="1 1 16rem" minWidth="0" overflowWrap="anywhere">
        <strong>{t('allergies.question')}</strong> <ClinicalText>{allergiesText(briefOf(allergies))}</ClinicalText>
      </Box>
      <Button size="xs" loading={isPending} onClick={confirm}>
        <Check size={14} aria-hidden />
        {t(isEmpty ? 'allergies.sayNone' : 'allergies.confirm')}
      </Button>
      <Button size="xs" variant="outline" onClick={onChange}>
        <Pencil size={14} aria-hidden />
        {t('allergies.change')}
      </Button>
      <ErrorAlert error={error} />
    </Box>
  );
}

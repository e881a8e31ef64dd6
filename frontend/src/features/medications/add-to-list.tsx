/**
 * Offers to add the drug of a saved entry to the list of medications, where the list does not have it. Loaded with its
 * form, once an entry is saved.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { AdmissionMedication, DrugErr } from 'language/contract/entities';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { isSameMedicine } from '../../clinical/listed-medications.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { today } from '../../platform/time/dates.ts';
import { blankMedication } from './medication-fields.ts';
import { MedicationForm } from './medication-form.tsx';

interface Props {
  entry: DrugErr;
  admission: string;
  user: string;
  /** The whole list, with what is stopped. */
  medications: readonly AdmissionMedication[];
}

export default function AddToList({ entry: { errDrug, errDrugLabel }, admission, user, medications }: Props) {
  const t = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen)
    return (
      <Box flexBasis="100%">
        <MedicationForm
          admission={admission}
          user={user}
          restored={{
            draft: { was: blankMedication(today()), changed: { drug: errDrug, drugLabel: errDrugLabel } },
            version: 0,
          }}
          isLast
          onDone={() => setIsOpen(false)}
        />
      </Box>
    );
  if (medications.some(({ drug }) => isSameMedicine(drug, errDrug))) return null;
  return (
    <Box
      flexBasis="100%"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="2"
      fontSize="xs"
      color="fg.muted"
    >
      {t('medication.notOnList')}
      <Button
        size="2xs"
        variant="ghost"
        aria-label={t('medication.addToListOf', { label: errDrugLabel })}
        onClick={() => setIsOpen(true)}
      >
        <ListPlus size={13} aria-hidden />
        {t('medication.addToList')}
      </Button>
    </Box>
  );
}

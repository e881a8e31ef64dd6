/** The list of a patient's allergies. Who may change it adds, corrects and removes here, and says that it is right. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import type { AllergyList, Patient } from 'language/contract/entities';
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { AllergyForm, useAgentChoices } from './allergy-form.tsx';
import { AllergyRow } from './allergy-row.tsx';
import { useConfirm } from './use-confirm.ts';

const rows = {
  listStyle: 'none',
  display: 'grid',
  gap: '1',
  '& > li': {
    borderWidth: '1px',
    borderRadius: 'l2',
    paddingInline: '3',
    paddingBlock: '2',
    display: 'grid',
    gap: '1',
  },
};

interface Props {
  patient: Patient;
  allergies: AllergyList;
  canChange: boolean;
  onClose: () => void;
}

export default function AllergiesDialog({ patient, allergies, canChange, onClose }: Props) {
  const t = useTranslation();
  const { state, list, confirmed, isContradicted } = allergies;
  const [isAdding, setIsAdding] = useState(false);
  const { confirm, isPending, error } = useConfirm(patient, allergies);
  useAgentChoices();
  return (
    <Sheet open onClose={onClose}>
      <Dialog.Header flexWrap="wrap" rowGap="1">
        <Dialog.Title>
          {t('allergies.of')} <bdi dir="auto">{patientFullName(patient)}</bdi>
        </Dialog.Title>
      </Dialog.Header>
      <Dialog.Body>
        <Box display="grid" gap="3">
          <Box role="status">
            {state === 'listed' ? null : (
              <strong>{t(state === 'none-known' ? 'allergies.noneKnown' : 'allergies.notAsked')}</strong>
            )}
            {confirmed && (
              <Box fontSize="sm" color="fg.muted">
                <ClinicalText>
                  {t('allergies.confirmedBy', { name: confirmed.byName, at: formatInstant(confirmed.at) })}
                </ClinicalText>
              </Box>
            )}
          </Box>
          {isContradicted && (
            <Box role="note" bg="amber.subtle" color="amber.fg" borderRadius="l2" paddingInline="3" paddingBlock="2">
              {t('allergies.contradicted')}
            </Box>
          )}
          {list.length > 0 && (
            <Box as="ul" css={rows} aria-label={t('allergies.title')}>
              {list.map((allergy) => (
                <AllergyRow key={allergy._id} patient={patient} allergy={allergy} canChange={canChange} />
              ))}
            </Box>
          )}
          <ErrorAlert error={error} />
          {canChange &&
            (isAdding ? (
              <AllergyForm patient={patient} onDone={() => setIsAdding(false)} />
            ) : (
              <Box display="flex" flexWrap="wrap" gap="2">
                <Button size="sm" onClick={() => setIsAdding(true)}>
                  <Plus size={16} aria-hidden />
                  {t('allergies.add')}
                </Button>
                {confirmed?.isOfStay ? null : (
                  <Button size="sm" variant="outline" loading={isPending} onClick={confirm}>
                    <Check size={16} aria-hidden />
                    {t(list.length === 0 ? 'allergies.sayNone' : 'allergies.confirm')}
                  </Button>
                )}
              </Box>
            ))}
        </Box>
      </Dialog.Body>
      <Dialog.Footer>
        <Button type="button" variant="outline" colorPalette="gray" onClick={onClose}>
          {t('allergies.close')}
        </Button>
      </Dialog.Footer>
    </Sheet>
  );
}

/** An allergy of the list, with the keys to correct and to remove it. */
import * as patientCalls from 'language/contract/calls/patients';
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import type { Allergy, Patient } from 'language/contract/entities';
import { agentName } from 'language/domain/patient/allergy-agent';
import { limits } from 'language/domain/values/codes';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { allergyCertaintyLabel, allergySeverityLabel, allergySourceLabel } from '../../clinical/code-labels.ts';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { useCommand } from '../../sync/commands.ts';
import { draftOf, readAllergiesAgain } from './api.ts';
import { AllergyForm } from './allergy-form.tsx';

interface Props {
  patient: Pick<Patient, '_id' | 'team'>;
  allergy: Allergy;
  canChange: boolean;
}

export function AllergyRow({ patient, allergy, canChange }: Props) {
  const t = useTranslation();
  const [doing, setDoing] = useState<'correct' | 'remove'>();
  const name = agentName(allergy);
  const done = (): void => setDoing(undefined);
  const facts = [
    allergy.reaction,
    allergyCertaintyLabel(allergy.certainty),
    allergy.source === '' ? '' : t('allergies.saidBy', { source: allergySourceLabel(allergy.source) }),
    allergy.onset === '' ? '' : t('allergies.since', { onset: allergy.onset }),
  ].filter((fact) => fact !== '');
  return (
    <li>
      <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="2" rowGap="1">
        <Box as="strong" overflowWrap="anywhere">
          <ClinicalName>{name}</ClinicalName>
        </Box>
        {allergy.tag !== '' && <Badge size="sm">{t('allergies.class')}</Badge>}
        {allergy.severity !== '' && (
          <Badge size="sm" colorPalette={allergy.severity === 'severe' ? 'red' : 'amber'}>
            {allergySeverityLabel(allergy.severity)}
          </Badge>
        )}
        {canChange && allergy.from === undefined && (
          <Box display="flex" gap="1" marginInlineStart="auto" data-print="hide">
            <Button
              size="xs"
              variant="ghost"
              aria-label={t('allergies.correctOf', { name })}
              onClick={() => setDoing('correct')}
            >
              <Pencil size={14} aria-hidden />
              {t('allergies.correct')}
            </Button>
            <Button
              size="xs"
              variant="ghost"
              colorPalette="red"
              aria-label={t('allergies.removeOf', { name })}
              onClick={() => setDoing('remove')}
            >
              <Trash2 size={14} aria-hidden />
              {t('allergies.remove')}
            </Button>
          </Box>
        )}
      </Box>
      {facts.length > 0 && (
        <Box fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          <ClinicalText>{facts.join(' · ')}</ClinicalText>
        </Box>
      )}
      {allergy.from !== undefined && (
        <Box fontSize="sm" color="fg.muted">
          {t('allergies.ofMerged')}
        </Box>
      )}
      {allergy.differs && (
        <Box fontSize="sm" color="amber.fg" fontWeight="semibold">
          {t('allergies.differs')}
        </Box>
      )}
      {doing === 'correct' && <AllergyForm patient={patient} allergy={allergy} onDone={done} />}
      {doing === 'remove' && <RemoveForm patient={patient} allergy={allergy} onDone={done} />}
    </li>
  );
}

const blank = { reason: '' };

function RemoveForm({ patient, allergy, onDone }: Omit<Props, 'canChange'> & { onDone: () => void }) {
  const t = useTranslation();
  const form = useFlatForm(blank, 0);
  const { reason } = form.draft;
  const of = draftOf(patient._id, `${allergy._id}/remove`);
  const remove = useCommand(patientCalls.removeAllergy, {
    draft: of,
    onSuccess: () => {
      readAllergiesAgain(patient._id);
      notify.saved(t('allergies.removed'));
      onDone();
    },
  });
  useUnsaved(reason !== '' && !remove.isSuccess ? t('allergies.unsaved') : undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!remove.isPending)
      remove.mutate({
        params: { id: patient._id, allergyId: allergy._id },
        team: patient.team,
        ifVersion: allergy.version,
        body: { reason: reason.trim() },
      });
  };
  return (
    <Box asChild display="grid" gap="2" marginBlockStart="2">
      <form aria-label={t('allergies.removeOf', { name: agentName(allergy) })} onSubmit={submit}>
        <FlatDraft form={form} of={of} what={t('allergies.draft')} isNew isDone={remove.isSuccess} />
        <ErrorAlert error={remove.error} />
        <FormField label={t('allergies.reason')} required error={remove.error?.fields?.['reason']}>
          <Input
            size="sm"
            dir="auto"
            autoComplete="off"
            autoFocus
            maxLength={limits.allergyRemoval}
            value={reason}
            onChange={(event) => form.change({ reason: event.target.value })}
          />
        </FormField>
        <Box display="flex" gap="2">
          <Button type="submit" size="sm" colorPalette="red" loading={remove.isPending} disabled={reason.trim() === ''}>
            {t('allergies.removeYes')}
          </Button>
          <Button type="button" size="sm" variant="ghost" onClick={onDone}>
            {t('allergies.cancel')}
          </Button>
        </Box>
      </form>
    </Box>
  );
}

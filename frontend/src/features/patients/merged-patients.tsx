/** Below the banner of a patient: who was merged into this one, and the way back while there is one. */
import * as patientCalls from 'language/contract/calls/patients';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { MergedPatient, Patient } from 'language/contract/entities';
import { Merge, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalName } from '../../components/text/clinical-text.tsx';
import { RichMessage } from '../../components/text/rich-message.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useCommand } from '../../sync/commands.ts';
import { mergedPatientsQuery } from './api.ts';

const list = {
  bg: 'bg.subtle',
  borderWidth: '1px',
  borderColor: 'border.muted',
  borderRadius: 'l3',
  paddingInline: '3',
  paddingBlock: '1',
  fontSize: 'sm',
  listStyle: 'none',
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1', minHeight: '44px' },
  '& .what': { display: 'flex', alignItems: 'center', gap: '2' },
  '& .what svg': { color: 'fg.muted', flexShrink: 0 },
  '& .until': { color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
};

export default function MergedPatients({ patient, canEdit }: { patient: Patient; canEdit: boolean }) {
  const t = useTranslation();
  const found = useQuery(mergedPatientsQuery(patient._id));
  if (found.error) return <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data?.merged.length) return null;
  return (
    <Box as="ul" css={list} aria-label={t('patientMerge.mergedLabel')} data-print="hide">
      {found.data.merged.map((merged) => (
        <MergedRow key={merged._id} merged={merged} team={patient.team} canEdit={canEdit} />
      ))}
    </Box>
  );
}

function MergedRow({ merged, team, canEdit }: { merged: MergedPatient; team: string; canEdit: boolean }) {
  const t = useTranslation();
  const name = patientFullName(merged);
  const separate = useCommand(patientCalls.separatePatients, {
    onSuccess: () => {
      for (const id of [merged.into, merged._id]) {
        void queryClient.invalidateQueries({ queryKey: queryKeys.patient(id) });
        void queryClient.invalidateQueries({ queryKey: queryKeys.admissionsOf(id) });
      }
      void queryClient.invalidateQueries({ queryKey: queryKeys.patientsOf(team) });
      notify.saved(t('patientMerge.undone'));
    },
  });
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('patientMerge.undoQuestion.title', { name }),
      body: t('patientMerge.undoQuestion.body', { name }),
      yes: t('patientMerge.undo'),
    });
    if (isSure) separate.mutate({ params: { id: merged.into, mergedId: merged._id }, team });
  };
  // The server refuses with a sentence if the page stays open for longer.
  const [shownAt] = useState(() => Date.now());
  const canUndo = canEdit && Date.parse(merged.undoUntil) > shownAt;
  return (
    <li>
      <span className="what">
        <Merge size={16} aria-hidden />
        <span>
          <RichMessage
            id="patientMerge.mergedWith"
            values={{ at: formatInstant(merged.mergedAt) }}
            elements={{
              name: (
                <strong>
                  <ClinicalName>
                    {[name, merged.medicalRecordNumber].filter((part) => part !== '').join(' · ')}
                  </ClinicalName>
                </strong>
              ),
              person: <bdi>{merged.mergedByName}</bdi>,
            }}
          />
        </span>
      </span>
      {canUndo && (
        <>
          <Button
            size="sm"
            variant="outline"
            loading={separate.isPending}
            aria-label={t('patientMerge.undoOf', { name })}
            onClick={() => void ask()}
          >
            <Undo2 size={14} aria-hidden />
            {t('patientMerge.undo')}
          </Button>
          <span className="until">{t('patientMerge.undoUntil', { until: formatInstant(merged.undoUntil) })}</span>
        </>
      )}
      <ErrorAlert error={separate.error} />
    </li>
  );
}
